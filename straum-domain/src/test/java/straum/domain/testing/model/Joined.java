package straum.domain.testing.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of a view before it is grouped: one of the fact, and what it joins so far.
 *
 * @param bucket the edge of the narrowest bucket it falls into, in epoch seconds
 * @param matches by ref; null where a left join found none, and where the join only asks whether there is one
 */
public record Joined(long bucket, Row row, List<@Nullable Row> matches) {
    /** This and what it joins by the next ref. */
    Joined with(@Nullable Row match) {
        List<@Nullable Row> more = new ArrayList<>(matches);
        more.add(match);
        return new Joined(bucket, row, more);
    }
}
