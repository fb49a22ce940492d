package straum.domain.spec;

import org.jspecify.annotations.Nullable;
import straum.domain.value.Place;

/** Carries one {@link SpecError} to whoever shows it, with its place in the spec's text where it has one. */
public final class SpecException extends Exception {
    private final transient SpecError error;
    private final transient @Nullable Place place;

    /** The error, at that place of the spec's text; null where the error is about no place in particular. */
    public SpecException(SpecError error, @Nullable Place place) {
        super(error.message(), null, false, false);
        this.error = error;
        this.place = place;
    }

    /** What is wrong. */
    public SpecError error() {
        return error;
    }

    /** Where, in the spec's text. */
    public @Nullable Place place() {
        return place;
    }
}
