package straum.domain.store;

import java.util.function.BooleanSupplier;
import straum.domain.ask.AbandonedException;

/** Whether anybody still wants an ask's answer: looked at now and then, by what has been done for it. For one ask and its thread. */
final class Wanted {
    /** After so many cells it is looked at again. */
    private static final int MOST_UNASKED = 1 << 13;

    private final BooleanSupplier isGone;
    private int left;

    /** Wanted until told otherwise. */
    Wanted(BooleanSupplier isGone) {
        this.isGone = isGone;
    }

    /**
     * Says that as much is done as reading so many cells takes, or going so many ways of a join.
     *
     * @throws AbandonedException when nobody wants the answer any more
     */
    void spend(int cells) {
        left -= cells;
        if (left <= 0) {
            left = MOST_UNASKED;
            if (isGone.getAsBoolean()) {
                throw new AbandonedException();
            }
        }
    }
}
