package dev.reprise.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.examples.docs.Markdown.Block;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every block of Java in the documentation compiles. */
class DocumentedCodeTest {

    @TempDir
    Path output;

    @Test
    void every_java_block_of_every_page_compiles() throws Exception {
        List<Block> blocks = Markdown.blocks().stream()
                .filter(block -> block.language().equals("java"))
                .toList();

        assertThat(blocks).extracting(Block::page).contains("README.md");
        assertThat(JavaBlocks.errors(blocks, output)).isEmpty();
    }

    @Test
    void every_block_says_what_it_is_so_that_no_code_goes_unchecked() throws Exception {
        assertThat(Markdown.blocks())
                .allSatisfy(block ->
                        assertThat(block.language()).as(block.toString()).isIn("java", "kotlin", "xml", "sh", "text"));
    }

    @Test
    void a_broken_block_is_reported_with_its_page_and_line() throws Exception {
        List<Block> blocks = Markdown.blocks(
                "page.md",
                List.of(
                        "# A page",
                        "```java",
                        "RetryPolicy fine = RetryPolicy.ofDefaults(\"payments\");",
                        "```",
                        "and",
                        "```java",
                        "import java.math.BigDecimal;",
                        "",
                        "BigDecimal price = BigDecimal.ONE;",
                        "RetryPolicy.builder(\"payments\").retries(3);",
                        "```"));

        assertThat(JavaBlocks.errors(blocks, output))
                .singleElement()
                .asString()
                .startsWith("page.md:10: ")
                .contains("retries");
    }

    @Test
    void a_block_of_members_becomes_a_class_body() throws Exception {
        List<Block> blocks = Markdown.blocks(
                "page.md",
                List.of("```java", "// Members.", "@Deprecated", "int one() {", "    return 1;", "}", "```"));

        assertThat(JavaBlocks.errors(blocks, output)).isEmpty();
    }
}
