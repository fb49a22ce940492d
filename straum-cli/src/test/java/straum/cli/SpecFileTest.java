package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecFileTest {
    @TempDir
    private Path directory;

    @Test
    void theSampleOfTheDemoIsASpec() throws Exception {
        Path file = write(DemoDatabase.resource("usage.sql").getBytes(StandardCharsets.UTF_8));

        assertThat(SpecFile.read(file).facts())
                .singleElement()
                .satisfies(fact -> assertThat(fact.name()).isEqualTo("usage"));
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheSpec() throws Exception {
        Path file = write(("\uFEFF" + DemoDatabase.resource("usage.sql")).getBytes(StandardCharsets.UTF_8));

        assertThat(SpecFile.read(file).facts()).hasSize(1);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertRefused(directory.resolve("none.sql")).hasMessage("there is no file " + directory.resolve("none.sql"));
    }

    @Test
    void aDirectoryIsNoSpec() {
        assertRefused(directory).hasMessageContaining("is a directory");
    }

    @Test
    void textThatIsNotUtf8IsRefusedWithItsPlace() throws IOException {
        Path file = write("-- one\n-- two \u00e9\n".getBytes(StandardCharsets.ISO_8859_1));

        assertRefused(file).hasMessageStartingWith(file + ":2: byte 14 of the file is not UTF-8");
    }

    @Test
    void aFilePastTheLimitIsRefused() throws IOException {
        assertRefused(write(new byte[(1 << 20) + 1])).hasMessageContaining("longer than 1 MiB");
    }

    @Test
    void aSpecThatDoesNotHoldIsShownWithItsLineAndACaret() throws IOException {
        Path file = write("CREATE VIEW usage AS\nSELECT count(*) AS n FROM app.events\n  HAVNIG x;\n"
                .getBytes(StandardCharsets.UTF_8));

        assertRefused(file).hasMessageMatching("(?s)" + file + ":\\d+:\\d+: [^\\n]+\\n[^\\n]+\\n *\\^.*");
    }

    private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(Path file) {
        return assertThatThrownBy(() -> SpecFile.read(file))
                .isInstanceOf(CommandFailure.class)
                .satisfies(thrown -> assertThat(thrown)
                        .asInstanceOf(type(CommandFailure.class))
                        .extracting(CommandFailure::status)
                        .isEqualTo(2));
    }

    private Path write(byte[] content) throws IOException {
        return Files.write(directory.resolve("spec.sql"), content);
    }
}
