package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.Function;

/**
 * Reads texts that may be damaged, each of which is read or refused at a place of it. With
 * {@code -Dstraum.fuzz.seconds=180} it goes on for so long and prints its seed and counts; {@code -Dstraum.fuzz.seed}
 * repeats a run.
 */
final class Fuzz {
    private static final int TRIES = 2000;

    private Fuzz() {}

    /** Reads a text, and says what is wrong with a refusal of it by an assertion. */
    @FunctionalInterface
    interface Reader {
        /** Whether the text was read, and not refused. */
        boolean read(String text);
    }

    /** Reads what comes of the random numbers. */
    static void run(Function<Random, String> texts, Reader reader) {
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
            String text = texts.apply(random);
            tried++;
            try {
                read += reader.read(text) ? 1 : 0;
            } catch (RuntimeException | Error bug) {
                throw new AssertionError("straum.fuzz.seed=" + seed + ", at " + tried + ": " + text, bug);
            }
        }
        if (seconds > 0) {
            System.out.println(tried + " texts, " + read + " of them read");
        }
        assertThat(read).as("straum.fuzz.seed=%d: some are read", seed).isPositive();
    }

    /** A text, or the first part of one with the last of another, damaged by words, marks and characters or token by token. */
    static String damaged(Random random, Function<Random, String> texts) {
        String text = texts.apply(random);
        if (random.nextInt(8) == 0) {
            String other = texts.apply(random);
            text = text.substring(0, random.nextInt(text.length())) + other.substring(random.nextInt(other.length()));
        }
        if (random.nextInt(3) == 0) {
            try {
                return Texts.shuffled(random, Lexer.tokens(text, SpecReader.MAX_BYTES, "a text"));
            } catch (Refusal noTokens) {
                return text;
            }
        }
        return Texts.damaged(random, text);
    }
}
