package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import straum.domain.ask.AskException;

/** Whatever stands in a query, it is read or refused at a place of it. */
class AskFuzzTest {
    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS) // as long as it is asked to go on
    void anyQueryIsReadOrRefusedAtAPlaceOfIt() {
        Fuzz.run(random -> Fuzz.damaged(random, some -> RandomAsk.of(some).text()), text -> {
            try {
                AskReader.read(text);
                return true;
            } catch (AskException refused) {
                assertThat(refused.error().type()).isEqualTo("invalid-query");
                Texts.assertPlace(text, refused.place(), refused.error().message());
                return false;
            }
        });
    }
}
