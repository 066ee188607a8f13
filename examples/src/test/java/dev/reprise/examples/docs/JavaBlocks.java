package dev.reprise.examples.docs;

import dev.reprise.examples.docs.Markdown.Block;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles the {@code java} blocks of a page, each as a class of its own:
 *
 * <ul>
 *   <li>Its {@code import} lines go to the top; {@link #IMPORTS} stand there for every block.
 *   <li>What is left becomes the body of a method that may throw anything, or, if it begins with an annotation or a modifier, the body
 *       of the class.
 *   <li>The class extends {@link Names}, which holds the names that a page may use without declaring them.
 * </ul>
 */
final class JavaBlocks {

    private static final List<String> IMPORTS = List.of(
            "import dev.reprise.*;",
            "import dev.reprise.action.*;",
            "import dev.reprise.backoff.*;",
            "import dev.reprise.breaker.*;",
            "import dev.reprise.budget.*;",
            "import dev.reprise.chain.*;",
            "import dev.reprise.deadline.*;",
            "import dev.reprise.event.*;",
            "import dev.reprise.http.*;",
            "import dev.reprise.httpclient.*;",
            "import dev.reprise.okhttp.*;",
            "import dev.reprise.outcome.*;",
            "import dev.reprise.testing.*;",
            "import dev.reprise.time.*;",
            "import java.io.*;",
            "import java.time.*;",
            "import java.util.*;",
            "import java.util.concurrent.*;",
            "import okhttp3.OkHttpClient;",
            "import okhttp3.Request;",
            "import okhttp3.RequestBody;",
            "import okhttp3.Response;",
            "import okhttp3.ResponseBody;");

    private static final String MEMBERS =
            "(?s)(@\\w|(public|protected|private|static|final|abstract|sealed|class)\\b).*";

    private JavaBlocks() {}

    /**
     * Compiles blocks.
     *
     * @param blocks blocks of Java
     * @param output an empty folder for the class files
     * @return one line for each error, with page and line
     */
    static List<String> errors(List<Block> blocks, Path output) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<Source> sources = new ArrayList<>();
        for (Block block : blocks) {
            sources.add(new Source("Block" + sources.size(), block));
        }
        List<String> options = List.of(
                "-d",
                output.toString(),
                "-proc:none",
                "-Xlint:none",
                "-classpath",
                System.getProperty("java.class.path"));
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(diagnostics, Locale.ROOT, StandardCharsets.UTF_8)) {
            compiler.getTask(null, files, diagnostics, options, null, sources).call();
        }
        List<String> errors = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                String place = diagnostic.getSource() instanceof Source source
                        ? source.place(diagnostic.getLineNumber())
                        : "no page";
                errors.add(place + ": " + diagnostic.getMessage(Locale.ROOT));
            }
        }
        return errors;
    }

    /** A block as a class. */
    private static final class Source extends SimpleJavaFileObject {

        private final Block block;
        private final List<String> lines = new ArrayList<>();
        /** The line of the page from which each line came; 0 for one that was added. */
        private final List<Integer> origins = new ArrayList<>();

        Source(String name, Block block) {
            super(URI.create("block:///" + name + ".java"), Kind.SOURCE);
            this.block = block;
            IMPORTS.forEach(line -> add(line, 0));
            List<Integer> code = new ArrayList<>();
            for (int i = 0; i < block.lines().size(); i++) {
                if (block.lines().get(i).startsWith("import ")) {
                    add(block.lines().get(i), block.line() + i);
                } else {
                    code.add(i);
                }
            }
            boolean members = isMembers(code);
            add("abstract class " + name + " extends " + Names.class.getName() + " {", 0);
            add(members ? "" : "void run() throws Exception {", 0);
            code.forEach(i -> add(block.lines().get(i), block.line() + i));
            add(members ? "}" : "}}", 0);
        }

        private boolean isMembers(List<Integer> code) {
            for (int i : code) {
                String line = block.lines().get(i).strip();
                if (!line.isEmpty() && !line.startsWith("//")) {
                    return line.matches(MEMBERS);
                }
            }
            return false;
        }

        private void add(String line, int origin) {
            lines.add(line);
            origins.add(origin);
        }

        String place(long line) {
            int origin = line >= 1 && line <= origins.size() ? origins.get((int) line - 1) : 0;
            return block.page() + ":" + (origin == 0 ? block.line() : origin);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return String.join("\n", lines);
        }
    }
}
