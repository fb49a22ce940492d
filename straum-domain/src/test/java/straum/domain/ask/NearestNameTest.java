package straum.domain.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
    private static final List<String> NAMES = List.of("kind", "account_id", "region", "events");

    @Test
    void oneSlipIsForgivenInAShortName() {
        assertThat(NearestName.of("kidn", NAMES)).as("swapped").isEqualTo("kind");
        assertThat(NearestName.of("kin", NAMES)).as("left out").isEqualTo("kind");
        assertThat(NearestName.of("kkind", NAMES)).as("put in").isEqualTo("kind");
        assertThat(NearestName.of("kint", NAMES)).as("mistaken").isEqualTo("kind");
        assertThat(NearestName.of("king", List.of("kine", "kind")))
                .as("the first of two")
                .isEqualTo("kine");
    }

    @Test
    void anotherNameIsNoSlip() {
        assertThat(NearestName.of("kite", NAMES)).isNull();
        assertThat(NearestName.of("price", NAMES)).isNull();
        assertThat(NearestName.of("", NAMES)).isNull();
        assertThat(NearestName.of("kind", List.of())).isNull();
    }

    @Test
    void aNameCutShortIsNear() {
        assertThat(NearestName.of("acc", NAMES)).isEqualTo("account_id");
        assertThat(NearestName.of("ac", NAMES)).isNull();
    }

    @Test
    void onlyTheCaseMayDiffer() {
        assertThat(NearestName.of("KIND", NAMES)).isEqualTo("kind");
    }
}
