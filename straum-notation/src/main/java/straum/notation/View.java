package straum.notation;

import java.util.List;
import straum.domain.spec.Fact;
import straum.domain.spec.Spec;
import straum.domain.spec.SpecError;
import straum.domain.spec.SpecException;
import straum.domain.value.Place;

/**
 * A view as read, and where its parts stand: {@code Spec.of} checks it and knows no places.
 *
 * @param widths where its widths are written, or its name where only date_bin has one
 */
record View(Fact fact, Place name, Place select, Place widths, List<Output> outputs) {
    /**
     * Checks the view alone.
     *
     * @throws SpecException when it does not hold together, with the place
     */
    void check() throws SpecException {
        try {
            Spec.of(List.of(fact));
        } catch (SpecException e) {
            throw new SpecException(e.error(), placeOf(e.error()));
        }
    }

    private Place placeOf(SpecError error) {
        if (error instanceof SpecError.NameTwice twice) {
            return placeOf(twice.name(), 1);
        }
        if (error instanceof SpecError.NamedBucket) {
            boolean first = outputs.get(0).selected() instanceof Output.Selected.Bucket;
            return placeOf(Fact.BUCKET, first ? 1 : 0);
        }
        if (error instanceof SpecError.NoMeasure) {
            return select;
        }
        return error instanceof SpecError.BadBucket ? widths : name;
    }

    /** Where an output of that name is named, after so many others of the name. */
    private Place placeOf(String output, int others) {
        return outputs.stream()
                .filter(each -> each.name().equals(output))
                .skip(others)
                .findFirst()
                .map(Output::namePlace)
                .orElse(name);
    }
}
