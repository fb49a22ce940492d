package straum.domain.spec;

/** One measure of a view, under the name the view gives it. */
public record Measure(String name, Aggregate aggregate) {}
