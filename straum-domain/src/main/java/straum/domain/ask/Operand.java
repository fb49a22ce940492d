package straum.domain.ask;

import straum.domain.value.Literal;
import straum.domain.value.Place;

/** A value in an ask's text, a literal or a parameter, and where it stands. */
public record Operand(Literal value, Place place) {}
