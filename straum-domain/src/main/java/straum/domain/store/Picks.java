package straum.domain.store;

/**
 * The cells picked of a bucket, in the order of their positions: a <em>run</em>, which is all from one position on, or
 * single ones. Columns read a run without looking at any position.
 *
 * <p>Reused from chunk to chunk; for one ask and its thread.
 */
final class Picks {
    private final int[] singles;
    private boolean isRun = true;
    private int first;
    private int count;

    /** None, with room for so many. */
    Picks(int most) {
        this.singles = new int[most];
    }

    /** Picks a run. */
    void run(int from, int size) {
        isRun = true;
        first = from;
        count = size;
    }

    /** How many are picked. */
    int count() {
        return count;
    }

    /** Whether they are a run. */
    boolean isRun() {
        return isRun;
    }

    /** The first position of a run. */
    int first() {
        return first;
    }

    /** The positions of single ones. */
    int[] singles() {
        return singles;
    }

    /** The position of one. */
    int get(int index) {
        return isRun ? first + index : singles[index];
    }

    /**
     * Keeps those whose mark is 1, and not those whose mark is 0. Without a branch: whether a cell is kept is nothing a
     * processor can foretell.
     */
    void keep(int[] marks) {
        keep(this, marks);
    }

    /** Picks those of others whose mark is 1, and not those whose mark is 0; of themselves, too. */
    void keep(Picks others, int[] marks) {
        final int[] into = singles;
        final int size = others.count;
        int kept = 0;
        if (others.isRun) {
            final int from = others.first;
            for (int i = 0; i < size; i++) {
                into[kept] = from + i;
                kept += marks[i];
            }
        } else {
            final int[] of = others.singles;
            for (int i = 0; i < size; i++) {
                into[kept] = of[i];
                kept += marks[i];
            }
        }
        isRun = others.isRun && kept == size;
        first = others.first;
        count = kept;
    }
}
