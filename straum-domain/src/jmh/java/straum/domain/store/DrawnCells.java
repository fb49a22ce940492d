package straum.domain.store;

import java.util.Random;

/** Cells of keys of two codes, some of them drawn to be looked up, and as many that are not there. */
final class DrawnCells {
    /** How many are drawn. */
    static final int DRAWN = 1024;

    private static final int KINDS = 8;

    private final Layouts layouts = new Layouts(2);
    final Cells cells = new Cells(layouts);
    final int[][] there = new int[DRAWN][];
    final int[][] missing = new int[DRAWN][];

    DrawnCells(int size) {
        Random random = new Random(size);
        for (int i = 0; i < size; i++) {
            int[] key = key(i);
            cells.append(key, Cells.hash(key));
        }
        for (int i = 0; i < DRAWN; i++) {
            there[i] = key(random.nextInt(size));
            missing[i] = key(size + random.nextInt(size));
        }
    }

    static int[] key(int number) {
        return new int[] {1 + number % KINDS, 1 + number / KINDS};
    }

    /** Looks each of the keys up, hash included. */
    int find(int[][] keys) {
        int all = 0;
        for (int[] key : keys) {
            all += cells.find(key, Cells.hash(key));
        }
        return all;
    }
}
