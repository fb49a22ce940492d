package straum.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;

/** JSON as it is read and written here. */
final class Json {
    /** The digits of a number that are read; a longer numeric can be sent as a string. */
    static final int MAX_NUMBER_LENGTH = 1000;
    /** Deeper than an ask's body can be read, so that what is too deep is refused by what it is. */
    private static final int MAX_DEPTH = 16;

    /**
     * Makes the readers and writers. Member names are not kept: a client could fill a table of them. Immutable once built,
     * and thread-safe.
     */
    static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private Json() {}
}
