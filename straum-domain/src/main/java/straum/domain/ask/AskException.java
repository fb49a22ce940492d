package straum.domain.ask;

import org.jspecify.annotations.Nullable;
import straum.domain.value.Place;

/** Carries one {@link AskError} to whoever shows it, with its place in the query's text where it has one. */
public final class AskException extends Exception {
    private final transient AskError error;
    private final transient @Nullable Place place;

    /** The error, at that place of the query's text; null where the error is about no place in particular. */
    public AskException(AskError error, @Nullable Place place) {
        super(error.message(), null, false, false);
        this.error = error;
        this.place = place;
    }

    /** What is wrong. */
    public AskError error() {
        return error;
    }

    /** Where, in the query's text. */
    public @Nullable Place place() {
        return place;
    }
}
