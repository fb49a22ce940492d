package straum.notation;

import straum.domain.spec.Spec;
import straum.domain.spec.SpecException;

/** Reads a spec: a file of CREATE VIEW statements. */
public final class SpecReader {
    private SpecReader() {}

    /**
     * The spec a text writes.
     *
     * @throws SpecException when it cannot be read or does not hold together, with the place
     */
    public static Spec read(String text) throws SpecException {
        throw new AssertionError("contract");
    }
}
