package straum.notation;

import java.util.List;
import straum.domain.spec.Fact;
import straum.domain.spec.SpecError;
import straum.domain.value.Place;

/**
 * A view as read, and where its parts stand: {@code Spec.of} checks it and knows no places.
 *
 * @param widths where its widths are written, or its name where only date_bin has one
 */
record View(Fact fact, Place name, Place select, Place widths, List<Output> outputs) {
    /** Where in the view an error of {@code Spec.of} about it is. */
    Place placeOf(SpecError error) {
        if (error instanceof SpecError.NameTwice twice) {
            return second(twice.name());
        }
        if (error instanceof SpecError.NamedBucket) {
            return outputs.stream()
                    .filter(output -> !(output.selected() instanceof Output.Selected.Bucket))
                    .filter(output -> output.name().equals(Fact.BUCKET))
                    .findFirst()
                    .map(View::namePlace)
                    .orElse(name);
        }
        if (error instanceof SpecError.NoMeasure) {
            return select;
        }
        if (error instanceof SpecError.BadBucket) {
            return widths;
        }
        return name;
    }

    private Place second(String output) {
        return outputs.stream()
                .filter(each -> each.name().equals(output))
                .skip(1)
                .findFirst()
                .map(View::namePlace)
                .orElse(name);
    }

    private static Place namePlace(Output output) {
        return output.as() == null ? output.place() : output.as().place();
    }
}
