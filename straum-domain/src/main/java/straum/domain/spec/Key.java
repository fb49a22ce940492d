package straum.domain.spec;

/** One key of a view, under the name the view gives it. */
public record Key(String name, Via via) {}
