package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import straum.domain.ask.AskException;
import straum.domain.spec.SpecException;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/**
 * Every refusal, as {@code bad-asks.txt} and {@code bad-specs.txt} list them: the text, and under the line at fault a caret
 * with the message, and behind a bar the hint.
 */
class RefusalsTest {
    private static final Pattern CARET = Pattern.compile("( *)\\^ (.*?)(?: \\| (.*))?");
    private static final Pattern PARAMETER = Pattern.compile("\\$([1-9])(?![0-9])");

    /** A text and what is expected of it, as listed. */
    private record Case(String text, String listed) {
        @Override
        public String toString() {
            return text;
        }
    }

    static List<Case> asks() throws IOException {
        return cases("bad-asks.txt");
    }

    static List<Case> specs() throws IOException {
        return cases("bad-specs.txt");
    }

    @ParameterizedTest
    @MethodSource("asks")
    void anAskIsRefusedWhereItsFaultIs(Case ask) {
        AskException refused =
                catchThrowableOfType(AskException.class, () -> AskReader.read(ask.text, parameters(ask.text)));
        assertThat(refused).as("refused").isNotNull();
        assertThat(annotated(
                        ask.text,
                        refused.place(),
                        refused.error().message(),
                        refused.error().hint()))
                .isEqualTo(ask.listed);
        assertThat(refused.error().type()).isEqualTo("invalid-query");
    }

    @ParameterizedTest
    @MethodSource("specs")
    void aSpecIsRefusedWhereItsFaultIs(Case spec) {
        SpecException refused = catchThrowableOfType(SpecException.class, () -> SpecReader.read(spec.text));
        assertThat(refused).as("refused").isNotNull();
        assertThat(annotated(
                        spec.text,
                        refused.place(),
                        refused.error().message(),
                        refused.error().hint()))
                .isEqualTo(spec.listed);
    }

    /** The text with the caret line put in: what a case in the list looks like. */
    private static String annotated(String text, @Nullable Place place, String message, @Nullable String hint) {
        if (place == null) {
            return "without a place: " + message;
        }
        List<String> lines = new ArrayList<>(List.of(text.split("\n")));
        String caret = " ".repeat(place.column() - 1) + "^ " + message + (hint == null ? "" : " | " + hint);
        lines.add(place.line(), caret);
        return String.join("\n", lines);
    }

    private static List<Literal> parameters(String text) {
        int highest = 0;
        Matcher parameter = PARAMETER.matcher(text);
        while (parameter.find()) {
            highest = Math.max(highest, Integer.parseInt(parameter.group(1)));
        }
        return IntStream.range(0, highest)
                .<Literal>mapToObj(i -> new Literal.Text("p" + i))
                .toList();
    }

    private static List<Case> cases(String resource) throws IOException {
        try (InputStream in = RefusalsTest.class.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(all.strip().split("\n\n"))
                    .map(listed -> new Case(textOf(listed), listed))
                    .toList();
        }
    }

    private static String textOf(String listed) {
        return String.join(
                "\n",
                listed.lines().filter(line -> !CARET.matcher(line).matches()).toList());
    }
}
