package dev.reprise.examples.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The pages of the documentation: {@code README.md} and everything in {@code docs}. */
public final class Markdown {

    private static final String FENCE = "```";

    /** The root of the repository. */
    static final Path ROOT = root();

    private Markdown() {}

    /**
     * A fenced block.
     *
     * @param page the page's path from the root
     * @param line the line of the page on which the block's first line stands, from 1
     * @param language what stands behind the fence, for example {@code java}
     * @param lines the lines between the fences
     */
    public record Block(String page, int line, String language, List<String> lines) {

        String text() {
            return String.join("\n", lines);
        }

        @Override
        public String toString() {
            return page + ":" + line;
        }
    }

    /** The paths of all pages from the root, in a fixed order. */
    public static List<String> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            Stream<Path> pages =
                    docs.filter(file -> file.toString().endsWith(".md")).sorted();
            return Stream.concat(Stream.of(ROOT.resolve("README.md")), pages)
                    .map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
                    .toList();
        }
    }

    public static List<String> lines(String page) throws IOException {
        return Files.readAllLines(ROOT.resolve(page));
    }

    /** All fenced blocks of all pages. */
    public static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (String page : pages()) {
            blocks.addAll(blocks(page, lines(page)));
        }
        return blocks;
    }

    /** The fenced blocks of one page. */
    static List<Block> blocks(String page, List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        String language = null;
        int first = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.startsWith(FENCE)) {
                continue;
            }
            if (language == null) {
                language = line.substring(FENCE.length()).strip();
                first = i + 1;
            } else {
                blocks.add(new Block(page, first + 1, language, List.copyOf(lines.subList(first, i))));
                language = null;
            }
        }
        if (language != null) {
            throw new IllegalArgumentException(page + ":" + first + ": this block is never closed");
        }
        return blocks;
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("retry-core/pom.xml"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("the tests do not run inside the repository");
        }
        return folder;
    }
}
