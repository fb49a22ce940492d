package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import straum.domain.spec.SpecException;

/**
 * Whatever stands in a text, it is read as a spec or refused at a place of it. With {@code -Dstraum.fuzz.seconds=180} it
 * goes on for so long; {@code -Dstraum.fuzz.seed} repeats a run.
 */
class SpecFuzzTest {
    private static final int TRIES = 2000;

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS) // as long as it is asked to go on
    void anyTextIsReadOrRefusedAtAPlaceOfIt() {
        long seconds = Long.getLong("straum.fuzz.seconds", 0);
        long seed = Long.getLong("straum.fuzz.seed", new Random().nextLong());
        if (seconds > 0) {
            System.out.println("straum.fuzz.seed=" + seed);
        }
        Random random = new Random(seed);
        long end = System.nanoTime() + seconds * 1_000_000_000;
        long tried = 0;
        long read = 0;
        while (tried < TRIES || System.nanoTime() < end) {
            String text = text(random);
            tried++;
            try {
                SpecReader.read(text);
                read++;
            } catch (SpecException refused) {
                Texts.assertPlace(text, refused.place(), refused.error().message());
            } catch (RuntimeException | Error bug) {
                throw new AssertionError("straum.fuzz.seed=" + seed + ", at " + tried + ": " + text, bug);
            }
        }
        if (seconds > 0) {
            System.out.println(tried + " texts, " + read + " of them read");
        }
        assertThat(read).as("straum.fuzz.seed=%d: some are read", seed).isPositive();
    }

    /** A spec damaged by words, marks and characters or token by token, two that are cut and put together, or any words. */
    private static String text(Random random) {
        if (random.nextInt(16) == 0) {
            return words(random);
        }
        String text = RandomSpec.of(random).text();
        if (random.nextInt(8) == 0) {
            String other = RandomSpec.of(random).text();
            text = text.substring(0, random.nextInt(text.length())) + other.substring(random.nextInt(other.length()));
        }
        if (random.nextInt(3) == 0) {
            try {
                return Texts.shuffled(random, Lexer.tokens(text, SpecReader.MAX_BYTES, "a spec"));
            } catch (Refusal noTokens) {
                return text;
            }
        }
        return Texts.damaged(random, text);
    }

    private static String words(Random random) {
        StringBuilder words = new StringBuilder(random.nextBoolean() ? "CREATE VIEW v AS SELECT " : "");
        int count = random.nextInt(40);
        for (int i = 0; i < count; i++) {
            words.append(Texts.WORDS.get(random.nextInt(Texts.WORDS.size()))).append(' ');
        }
        return words.toString();
    }
}
