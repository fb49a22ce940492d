package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import straum.domain.value.Place;

/** Random damage to texts, and where places in them are. */
final class Texts {
    /** What statements are made of, and much that they are not. */
    static final List<String> WORDS = List.of(
            ("select from where and or not in is null true false group by having order limit offset fetch for update union"
                            + " all distinct as with create view join inner left outer right full cross natural using on between like any some"
                            + " exists case when then end cast array collate at time zone filter over within partition row rows values only"
                            + " lateral window into interval date timestamp timestamptz text int bucket buckets kind date_bin date_trunc count"
                            + " sum min max avg every bool_or measure percentile_disc lower escape symmetric unknown asc desc nulls first last ( ) ( ) , , . ; = = <> != < <= > >= + - * / % || :: : ? ! # @ & | ^ ~ `"
                            + " [ ] { } \\ $ $1 $2 $0 $99999 1 0 1.5 .5 1e3 0x1F 1_000 99999999999999999999 'text' '' 'it''s' $$a$$ $t$b$t$ \"Name\" \"C\""
                            + " \"\" E'a' U&'a' B'1' ' \" /* */ -- é 😀 \u00a0 \ud800 \0 \t \r \n")
                    .split(" "));

    private Texts() {}

    /** A text, some of its words, marks and characters left out, put in, swapped or replaced. */
    static String damaged(Random random, String text) {
        StringBuilder damaged = new StringBuilder(text);
        int faults = 1 + random.nextInt(4);
        for (int i = 0; i < faults; i++) {
            int at = random.nextInt(damaged.length() + 1);
            int end = Math.min(damaged.length(), at + random.nextInt(12));
            String word = WORDS.get(random.nextInt(WORDS.size()));
            switch (random.nextInt(6)) {
                case 0 -> damaged.delete(at, end);
                case 1 -> damaged.insert(at, ' ' + word + ' ');
                case 2 -> damaged.insert(at, word);
                case 3 -> damaged.replace(at, end, word);
                case 4 -> damaged.insert(at, (word + ' ').repeat(random.nextInt(100)));
                default -> damaged.insert(at, damaged.substring(at, end));
            }
        }
        return damaged.toString();
    }

    /** The tokens of a text, some of them left out, doubled, or put in each other's places. */
    static String shuffled(Random random, List<Token> tokens) {
        List<String> shuffled = new ArrayList<>(sources(tokens));
        int faults = 1 + random.nextInt(3);
        for (int i = 0; i < faults && !shuffled.isEmpty(); i++) {
            int from = random.nextInt(shuffled.size());
            int to = random.nextInt(shuffled.size());
            switch (random.nextInt(4)) {
                case 0 -> shuffled.remove(from);
                case 1 -> shuffled.add(to, shuffled.get(from));
                case 2 -> shuffled.set(to, shuffled.get(from));
                default -> Collections.swap(shuffled, from, to);
            }
        }
        return String.join(" ", shuffled);
    }

    /** Asserts that a refusal says something, at a place of the text. */
    static void assertPlace(String text, @Nullable Place place, String message) {
        assertThat(message).isNotBlank().hasSizeLessThan(300);
        if (place == null) {
            throw new AssertionError("without a place: " + message + " in: " + text);
        }
        String[] lines = text.split("\r\n|\r|\n", -1);
        assertThat(place.line()).as(text).isLessThanOrEqualTo(lines.length);
        String line = lines[place.line() - 1];
        assertThat(place.column()).as(text).isLessThanOrEqualTo(line.codePointCount(0, line.length()) + 1);
    }

    /** The text from a place on. */
    static String from(String text, Place place) {
        int at = 0;
        for (int line = 1; line < place.line(); at++) {
            line += Place.isLineEnd(text, at) ? 1 : 0;
        }
        return text.substring(text.offsetByCodePoints(at, place.column() - 1));
    }

    /** The tokens as written, without the end. */
    static List<String> sources(List<Token> tokens) {
        return tokens.subList(0, tokens.size() - 1).stream().map(Token::source).toList();
    }
}
