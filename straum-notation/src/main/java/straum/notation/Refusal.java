package straum.notation;

import org.jspecify.annotations.Nullable;
import straum.domain.value.Place;

/** A text is not read: what was found, where, and what to write instead. The readers turn it into their border's exception. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    private final transient @Nullable String hint;
    private final transient Place place;

    /** A refusal at a place; {@code hint} is null where the message says it all. */
    Refusal(Place place, String message, @Nullable String hint) {
        super(message, null, false, false);
        this.hint = hint;
        this.place = place;
    }

    /** What was found and why it is refused, one sentence. */
    String message() {
        return String.valueOf(getMessage());
    }

    /** What to write instead; null where the message says it. */
    @Nullable String hint() {
        return hint;
    }

    /** Where, in the whole text. */
    Place place() {
        return place;
    }
}
