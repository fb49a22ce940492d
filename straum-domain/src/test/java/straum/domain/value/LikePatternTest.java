package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LikePatternTest {
    private static boolean like(String text, String pattern) {
        byte[] bytes = utf8(text);
        return LikePattern.of(utf8(pattern)).matches(bytes, 0, bytes.length, 0);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Characters of one to four bytes, few enough that texts and patterns meet. */
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("a", "b", " ", "ž", "€", "𝄞", "%", "_", "\\")
                .list()
                .ofMaxSize(8)
                .map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<String> patterns() {
        return Arbitraries.of("a", "b", " ", "ž", "€", "𝄞", "%", "%", "_", "_", "\\%", "\\_", "\\\\", "\\a", "\\ž")
                .list()
                .ofMaxSize(6)
                .map(parts -> String.join("", parts));
    }

    @Property(tries = 20_000)
    void aTextIsLikeAPatternAsTheDefinitionSays(
            @ForAll("texts") String text, @ForAll("patterns") String pattern, @ForAll @IntRange(max = 3) int spaces) {
        byte[] around = utf8("a" + text + "b");
        boolean matches = LikePattern.of(utf8(pattern)).matches(around, 1, around.length - 2, spaces);
        int[] characters = (text + " ".repeat(spaces)).codePoints().toArray();
        assertThat(matches).isEqualTo(defined(characters, pattern.codePoints().toArray()));
    }

    /** By trying everything. */
    private static boolean defined(int[] text, int[] pattern) {
        if (pattern.length == 0) {
            return text.length == 0;
        }
        int[] rest = Arrays.copyOfRange(pattern, pattern[0] == '\\' ? 2 : 1, pattern.length);
        if (pattern[0] == '%') {
            for (int from = 0; from <= text.length; from++) {
                if (defined(Arrays.copyOfRange(text, from, text.length), rest)) {
                    return true;
                }
            }
            return false;
        }
        int stands = pattern[0] == '\\' ? pattern[1] : pattern[0];
        boolean first = text.length > 0 && (pattern[0] == '_' || text[0] == stands);
        return first && defined(Arrays.copyOfRange(text, 1, text.length), rest);
    }

    @Test
    void anUnderscoreIsACharacterHoweverManyBytesItHas() {
        assertThat(like("€", "_")).isTrue();
        assertThat(like("€", "___")).isFalse();
        assertThat(like("x𝄞y", "x_y")).isTrue();
    }

    @Test
    void aPatternOfManyPercentsIsSoonDoneWith() {
        assertThat(like("a".repeat(20_000), "%a".repeat(30) + "%b")).isFalse();
    }

    @Test
    void aBackslashThatEscapesNothingIsRefused() {
        for (String pattern : List.of("\\", "a\\", "a\\\\\\")) {
            assertThat(LikePattern.endsInEscape(utf8(pattern))).isTrue();
            assertThatThrownBy(() -> LikePattern.of(utf8(pattern))).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(like("a\\", "a\\\\")).isTrue();
        assertThat(LikePattern.endsInEscape(utf8(""))).isFalse();
    }
}
