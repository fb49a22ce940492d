package straum.domain.store;

import java.util.List;
import straum.domain.spec.Condition;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** The codes of a column that meet an ask's conditions on it. Made for one ask; a code above its limit cannot come. */
final class CodeSet {
    private final long[] words;

    private CodeSet(int limit) {
        this.words = new long[(limit >>> 6) + 1];
    }

    /** The codes that meet all of the conditions, each on the column that has the codes. */
    static CodeSet of(List<? extends Condition<?, Literal>> conditions, ColumnType type, Codes codes) {
        CodeSet all = new CodeSet(codes.limit());
        all.invert();
        for (Condition<?, Literal> condition : conditions) {
            CodeSet met = new CodeSet(codes.limit());
            if (condition instanceof Condition.In<?, Literal> in) {
                for (Literal value : in.values()) {
                    byte[] bytes = value instanceof Literal.Null ? null : type.read(value);
                    int code = bytes == null ? Codes.UNKNOWN : codes.find(bytes);
                    if (code != Codes.UNKNOWN) {
                        met.add(code);
                    }
                }
            } else if (condition instanceof Condition.IsNull<?, Literal>) {
                met.add(Codes.NULL);
            } else if (condition instanceof Condition.Not<?, Literal> not
                    && not.of() instanceof Condition.IsNull<?, Literal>) {
                met.add(Codes.NULL);
                met.invert();
            } else {
                throw new IllegalArgumentException(String.valueOf(condition));
            }
            for (int i = 0; i < all.words.length; i++) {
                all.words[i] &= met.words[i];
            }
        }
        return all;
    }

    private void add(int code) {
        words[code >>> 6] |= 1L << code;
    }

    private void invert() {
        for (int i = 0; i < words.length; i++) {
            words[i] = ~words[i];
        }
    }

    /** Whether a code is among them. */
    boolean has(int code) {
        return (words[code >>> 6] >>> code & 1) != 0;
    }

    /**
     * Keeps the positions whose code is among them, and answers how many. Without a branch: whether a cell passes is
     * nothing a processor can foretell.
     *
     * @param codes the codes at {@code positions}, so many
     */
    int keep(int[] codes, int[] positions, int count) {
        final long[] bits = words;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int code = codes[i];
            positions[kept] = positions[i];
            kept += (int) (bits[code >>> 6] >>> code) & 1;
        }
        return kept;
    }
}
