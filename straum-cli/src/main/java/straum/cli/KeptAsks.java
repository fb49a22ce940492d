package straum.cli;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.AskException;
import straum.domain.value.Literal;
import straum.notation.AskReader;

/**
 * Reads each query's text once, and keeps what it was read as, its parameters open, for the next ask of the same text. What
 * is kept is bounded by the length of the texts, those least useful going first. Refusals are kept as well: a client that
 * sends a wrong query again and again costs no more than one that sends a right one. Thread-safe; a text that comes at the
 * same time on several threads is read by one of them.
 */
public final class KeptAsks {
    /** The characters of the texts kept at most; an ask in memory takes some tens of bytes for each. */
    static final long MAX_CHARACTERS = 1 << 20;

    /** What every ask takes at least, in characters of its text. */
    private static final int LEAST = 64;

    /** What a text was read as: an ask or a refusal, and not both. */
    private record Plan(@Nullable Ask ask, @Nullable AskException refusal) {}

    /** Reads a query's text, as {@link AskReader#read(String)} does. */
    @FunctionalInterface
    interface Reader {
        /** The ask, its parameters open. */
        Ask read(String query) throws AskException;
    }

    private final Cache<String, Plan> plans;
    private final Function<String, Plan> reader;

    /** Nothing is kept yet. */
    public KeptAsks() {
        this(AskReader::read, MAX_CHARACTERS);
    }

    /** Keeps what this reader reads, of texts of so many characters. */
    KeptAsks(Reader reader, long maxCharacters) {
        this.reader = query -> plan(reader, query);
        this.plans = Caffeine.newBuilder()
                .executor(Runnable::run)
                .maximumWeight(maxCharacters)
                .weigher((String query, Plan plan) -> LEAST + query.length())
                .build();
    }

    /**
     * The ask of a query and its parameters, {@code $1} first.
     *
     * @throws AskException when it cannot be read, with the place
     */
    public Ask read(String query, List<Literal> parameters) throws AskException {
        return bound(plans.get(query, reader), query, parameters);
    }

    /**
     * The same of a text that is kept; null where it is to be read first.
     *
     * @throws AskException when it cannot be read, with the place
     */
    public @Nullable Ask readAtOnce(String query, List<Literal> parameters) throws AskException {
        Plan plan = plans.getIfPresent(query);
        return plan == null ? null : bound(plan, query, parameters);
    }

    private static Ask bound(Plan plan, String query, List<Literal> parameters) throws AskException {
        if (plan.refusal != null) {
            throw plan.refusal;
        }
        if (plan.ask == null) {
            throw new AssertionError(query);
        }
        return plan.ask.bind(parameters);
    }

    /** The characters of the texts kept, about. */
    long characters() {
        plans.cleanUp();
        return plans.policy().eviction().orElseThrow().weightedSize().orElseThrow();
    }

    @SuppressWarnings("NullAway") // either may be null, which the compiler's records lose
    private static Plan plan(Reader reader, String query) {
        try {
            return new Plan(reader.read(query), null);
        } catch (AskException refusal) {
            return new Plan(null, refusal);
        }
    }
}
