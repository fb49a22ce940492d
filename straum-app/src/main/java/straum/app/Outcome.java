package straum.app;

import straum.domain.ask.AskException;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.Types;

/** What comes of an ask. */
public sealed interface Outcome {
    /** It is answered. */
    record Ok(Answered answered) implements Outcome {}

    /**
     * It is right, and was not to be answered.
     *
     * @param types of the columns the spec reads, as they were then
     * @param lsn the position applied
     */
    record Checked(CheckedAsk ask, Types types, Lsn lsn) implements Outcome {}

    /** The ask is wrong. */
    record Invalid(AskException refusal) implements Outcome {}

    /** The ask is right and has no answer: a sum beyond its type, or with {@code tooLarge} more groups than the limit. */
    record Unanswerable(String message, boolean tooLarge) implements Outcome {}

    /**
     * Nothing is loaded.
     *
     * @param reason one sentence
     * @param retryAfterSeconds when to try again, a guess
     */
    record NotReady(String reason, int retryAfterSeconds) implements Outcome {}
}
