package straum.domain.ask;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.value.Literal;

/** The measures an ask needs, each once a filter: what is put out and compared twice is computed once. */
final class AskedMeasures {
    private final List<CheckedAsk.Asked> all = new ArrayList<>();

    /** The place among them of a measure under a filter, added if it is new. */
    int add(int measure, @Nullable Condition<Integer, Literal> filter) {
        CheckedAsk.Asked asked = new CheckedAsk.Asked(measure, filter);
        int place = all.indexOf(asked);
        if (place < 0) {
            all.add(asked);
            return all.size() - 1;
        }
        return place;
    }

    /** In the order in which they were added. */
    List<CheckedAsk.Asked> all() {
        return all;
    }
}
