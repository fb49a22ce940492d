package straum.notation;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import straum.domain.spec.SpecException;

/** Whatever stands in a text, it is read as a spec or refused at a place of it. */
class SpecFuzzTest {
    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS) // as long as it is asked to go on
    void anyTextIsReadOrRefusedAtAPlaceOfIt() {
        Fuzz.run(SpecFuzzTest::text, text -> {
            try {
                SpecReader.read(text);
                return true;
            } catch (SpecException refused) {
                Texts.assertPlace(text, refused.place(), refused.error().message());
                return false;
            }
        });
    }

    /** A damaged spec, or any words. */
    private static String text(Random random) {
        return random.nextInt(16) == 0
                ? words(random)
                : Fuzz.damaged(random, some -> RandomSpec.of(some).text());
    }

    private static String words(Random random) {
        StringBuilder words = new StringBuilder(random.nextBoolean() ? "CREATE VIEW v AS SELECT " : "");
        int count = random.nextInt(40);
        for (int i = 0; i < count; i++) {
            words.append(Texts.WORDS.get(random.nextInt(Texts.WORDS.size()))).append(' ');
        }
        return words.toString();
    }
}
