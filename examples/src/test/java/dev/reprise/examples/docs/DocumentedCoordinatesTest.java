package dev.reprise.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.docs.Markdown.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the documentation says of coordinates and commands is what the build says. */
class DocumentedCoordinatesTest {

    private static final Pattern MAVEN = Pattern.compile(
            "<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern GRADLE = Pattern.compile("\"([\\w.]+):([\\w-]+):([\\w.-]+)\"");

    @Test
    void every_coordinate_is_one_of_this_build() throws Exception {
        List<String> found = new ArrayList<>();
        for (Block block : Markdown.blocks()) {
            Pattern form = block.language().equals("xml") ? MAVEN : GRADLE;
            if (!block.language().equals("java")) {
                form.matcher(block.text())
                        .results()
                        .forEach(match -> found.add(match.group(1) + ":" + match.group(2) + ":" + match.group(3)));
            }
        }

        assertThat(found)
                .contains("dev.reprise:retry-okhttp:" + projectVersion())
                .allSatisfy(coordinate -> assertThat(coordinate)
                        .isIn(
                                "dev.reprise:retry-core:" + projectVersion(),
                                "dev.reprise:retry-okhttp:" + projectVersion(),
                                "dev.reprise:retry-httpclient:" + projectVersion(),
                                "dev.reprise:retry-testing:" + projectVersion(),
                                "com.squareup.okhttp3:okhttp-jvm:" + inPom("pom.xml", "<okhttp.version>([^<]+)<"),
                                "com.squareup.retrofit2:retrofit:"
                                        + inPom(
                                                "examples/pom.xml",
                                                "<artifactId>retrofit</artifactId>\\s*<version>([^<]+)<")));
    }

    @Test
    void the_version_is_the_same_wherever_it_stands() throws Exception {
        for (String page : Markdown.pages()) {
            assertThat(Pattern.compile("\\d+\\.\\d+\\.\\d+-SNAPSHOT")
                            .matcher(String.join("\n", Markdown.lines(page)))
                            .results())
                    .as(page)
                    .allSatisfy(match -> assertThat(match.group()).isEqualTo(projectVersionUnchecked()));
        }
    }

    @Test
    void the_two_commands_stand_first() throws Exception {
        assertThat(Markdown.blocks().get(0).lines())
                .containsExactly("mvn -q -Pscenarios -DskipTests package", "mvn verify");
    }

    private static String projectVersionUnchecked() {
        try {
            return projectVersion();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String projectVersion() throws IOException {
        return inPom("pom.xml", "<artifactId>reprise-parent</artifactId>\\s*<version>([^<]+)<");
    }

    private static String inPom(String pom, String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(Markdown.ROOT.resolve(pom)))
                .results()
                .findFirst()
                .orElseThrow(() -> new AssertionError(pom + " has no " + pattern))
                .group(1);
    }
}
