package straum.domain.ask;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the name somebody may have meant by one that does not exist. */
public final class NearestName {
    /** Names further apart than this are different names, not a slip. */
    private static final int FAR = 3;

    /** A name cut short after so many letters can still be told. */
    private static final int CUT = 3;

    private NearestName() {}

    /** The name the fewest slips away, the first of several; null where none is near. */
    public static @Nullable String of(String written, List<String> names) {
        String nearest = null;
        int least = Math.min(FAR, Math.max(1, written.length() / 3)) + 1;
        for (String name : names) {
            int slips = distance(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT), least);
            if (slips < least) {
                nearest = name;
                least = slips;
            }
        }
        return nearest;
    }

    /** How far apart two names are, up to a limit; one cut short counts as one slip. */
    private static int distance(String written, String name, int limit) {
        if (written.length() >= CUT && name.startsWith(written) && !name.equals(written)) {
            return 1;
        }
        return Math.abs(name.length() - written.length()) < limit ? slips(written, name) : limit;
    }

    /** Letters left out, put in, mistaken or swapped with their neighbour (optimal string alignment distance). */
    private static int slips(String a, String b) {
        int[] twoBefore = new int[b.length() + 1];
        int[] before = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] free = twoBefore;
            twoBefore = before;
            before = row;
            row = free;
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int mistaken = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(mistaken, 1 + Math.min(before[j], row[j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], 1 + twoBefore[j - 2]);
                }
            }
        }
        return row[b.length()];
    }
}
