package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import straum.domain.ask.Ask;
import straum.domain.ask.AskException;
import straum.domain.spec.Condition;
import straum.domain.value.Literal;
import straum.notation.AskReader;

class KeptAsksTest {
    private static final String QUERY = "SELECT events FROM usage WHERE kind = $1 AND bucket IS NOT NULL";

    private final List<String> read = new ArrayList<>();
    private final KeptAsks asks = new KeptAsks(
            query -> {
                read.add(query);
                return AskReader.read(query);
            },
            10_000);

    @Test
    void aTextIsReadOnceAndBoundForEachCall() throws AskException {
        Ask purchases = asks.read(QUERY, List.of(new Literal.Text("purchase")));
        Ask views = asks.read(QUERY, List.of(new Literal.Text("view")));

        assertThat(read).containsExactly(QUERY);
        assertThat(value(purchases)).isEqualTo(new Literal.Text("purchase"));
        assertThat(value(views)).isEqualTo(new Literal.Text("view"));
    }

    @Test
    void aRefusalIsKeptAsWell() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> asks.read("SELECT", List.of())).isInstanceOf(AskException.class);
        }
        assertThat(read).containsExactly("SELECT");
    }

    @Test
    void aMissingParameterIsToldOfEveryCallAndNotKept() throws AskException {
        assertThatThrownBy(() -> asks.read(QUERY, List.of())).isInstanceOf(AskException.class);
        assertThat(value(asks.read(QUERY, List.of(new Literal.Null())))).isEqualTo(new Literal.Null());
        assertThat(read).containsExactly(QUERY);
    }

    @Test
    void whatIsKeptIsBounded() throws AskException {
        for (int i = 0; i < 1000; i++) {
            asks.read("SELECT events FROM usage WHERE kind = " + i, List.of());
        }
        assertThat(read).hasSize(1000);
        assertThat(asks.characters()).isLessThanOrEqualTo(10_000);
    }

    private static Literal value(Ask ask) {
        return ((Condition.Compare<?, straum.domain.ask.Operand>) ask.where())
                .value()
                .value();
    }
}
