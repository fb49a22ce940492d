package straum.domain.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import straum.domain.testing.Specs;

class SpecProperties {
    /** Invariant 15: keys, measures and the bucket of a view share one namespace. */
    @Property
    void aViewHasEachNameOnceAndBucketIsNoneOfThem(
            @ForAll("names") @Size(max = 4) List<String> keys,
            @ForAll("names") @Size(min = 1, max = 4) List<String> measures) {
        Specs.FactBuilder view = Specs.fact("v", "app.t", "at");
        keys.forEach(key -> view.key(key, "column_" + key));
        measures.forEach(view::count);
        List<String> all = new ArrayList<>(keys);
        all.addAll(measures);
        boolean onceEach = new TreeSet<>(all).size() == all.size();

        SpecError error = error(view.build());

        assertThat(error == null).isEqualTo(onceEach && !all.contains("bucket"));
        if (error != null) {
            assertThat(error).isInstanceOfAny(SpecError.NameTwice.class, SpecError.NamedBucket.class);
        }
    }

    /** Invariant 8: each width of a view is a whole multiple of the one before it. */
    @Property
    void aViewsWidthsNestOneInTheNext(@ForAll("widths") @Size(min = 1, max = 4) List<Integer> widths) {
        int[] seconds = widths.stream().mapToInt(Integer::intValue).toArray();
        boolean nest = true;
        for (int i = 1; i < seconds.length; i++) {
            nest &= seconds[i] > seconds[i - 1] && seconds[i] % seconds[i - 1] == 0;
        }

        SpecError error =
                error(Specs.fact("v", "app.t", "at").widths(seconds).count("n").build());

        assertThat(error == null).isEqualTo(nest);
        if (error != null) {
            assertThat(error).isInstanceOf(SpecError.BadBucket.class);
        }
    }

    private static @Nullable SpecError error(Fact fact) {
        try {
            Spec.of(List.of(fact));
            return null;
        } catch (SpecException refused) {
            return refused.error();
        }
    }

    @Provide
    Arbitrary<List<String>> names() {
        return Arbitraries.of("kind", "region", "events", "amount", "n", "at", "bucket")
                .list();
    }

    @Provide
    Arbitrary<List<Integer>> widths() {
        return Arbitraries.of(1, 60, 90, 900, 1800, 3600, 5400, 7200, 43_200, 86_400)
                .list();
    }
}
