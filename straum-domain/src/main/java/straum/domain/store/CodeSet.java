package straum.domain.store;

import java.util.List;
import straum.domain.ask.CheckedAsk.Test;

/** The codes of a column that meet an ask's conditions on it. Made for one ask; a code above its limit cannot come. */
final class CodeSet {
    private final long[] words;

    private CodeSet(int limit) {
        this.words = new long[(limit >>> 6) + 1];
    }

    /** The codes that meet all of the conditions. */
    static CodeSet of(List<Test> conditions, Codes codes) {
        CodeSet all = new CodeSet(codes.limit());
        all.invert();
        for (Test condition : conditions) {
            CodeSet met = new CodeSet(codes.limit());
            if (condition instanceof Test.OneOf oneOf) {
                for (byte[] value : oneOf.values()) {
                    int code = codes.find(value);
                    if (code != Codes.UNKNOWN) {
                        met.add(code);
                    }
                }
            } else if (condition instanceof Test.IsNull isNull) {
                met.add(Codes.NULL);
                if (isNull.negated()) {
                    met.invert();
                }
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
