package straum.domain.ask;

import straum.domain.value.Place;

/** A name in an ask's text, folded and unquoted, and where it stands. */
public record Name(String text, Place place) {}
