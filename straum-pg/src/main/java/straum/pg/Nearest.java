package straum.pg;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The name somebody may have meant. */
final class Nearest {
    private Nearest() {}

    /** The name with the fewest letters changed, added, lost or swapped; null when none is near. */
    static @Nullable String to(String name, Collection<String> names) {
        String nearest = null;
        int least = Math.max(1, name.length() / 3) + 1;
        for (String candidate : names) {
            int distance = distance(name, candidate);
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** The edit distance with swaps of neighbours, each letter touched once (Damerau's, restricted). */
    private static int distance(String a, String b) {
        int[][] rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            rows[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            rows[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int best = Math.min(Math.min(rows[i - 1][j], rows[i][j - 1]) + 1, rows[i - 1][j - 1] + change);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    best = Math.min(best, rows[i - 2][j - 2] + 1);
                }
                rows[i][j] = best;
            }
        }
        return rows[a.length()][b.length()];
    }
}
