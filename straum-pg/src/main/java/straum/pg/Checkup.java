package straum.pg;

import java.util.List;

/**
 * What a check of a server and its catalog found.
 *
 * @param version the server's
 * @param database its name
 * @param unfit what has to be mended before it can be followed, each after what has to be mended before it; nothing when it
 *     can
 * @param warnings what may hurt, whether Straum can follow or not
 */
public record Checkup(String version, String database, List<Unfit> unfit, List<Warning> warnings) {
    public Checkup {
        unfit = List.copyOf(unfit);
        warnings = List.copyOf(warnings);
    }

    /** What straum plan can do about it, for people; empty where it can do nothing. */
    public String hint() {
        return Unfits.plan(unfit);
    }
}
