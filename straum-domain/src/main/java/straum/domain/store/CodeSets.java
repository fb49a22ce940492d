package straum.domain.store;

import straum.domain.spec.Condition;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** The {@link CodeSet}s of one ask: how many there are, and what they take. For one ask and its thread. */
final class CodeSets {
    private int count;
    private long bytes;

    /** One more, as {@link CodeSet#of}. */
    CodeSet of(Condition<?, Literal> condition, Truth wanted, ColumnType type, Codes codes) {
        CodeSet made = CodeSet.of(condition, wanted, type, codes);
        count++;
        bytes += made.bytes();
        return made;
    }

    /** How many there are. */
    int count() {
        return count;
    }

    /** The bytes of the heap that they take, or will once cells come. */
    long bytes() {
        return bytes;
    }
}
