package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisibilityTest {
    /** P5: past 2^31 and 2^32 the ids of 32 bits begin anew. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "100:100: | 99 | true",
                "100:100: | 100 | false",
                "100:105:100,103 | 99 | true",
                "100:105:100,103 | 100 | false",
                "100:105:100,103 | 101 | true",
                "100:105:100,103 | 103 | false",
                "100:105:100,103 | 104 | true",
                "100:105:100,103 | 105 | false",
                "2147483647:2147483650:2147483647,2147483649 | 2147483646 | true",
                "2147483647:2147483650:2147483647,2147483649 | 2147483648 | true",
                "2147483647:2147483650:2147483647,2147483649 | 2147483649 | false",
                "2147483647:2147483650:2147483647,2147483649 | 2147483650 | false",
                "4294967295:4294967300:4294967295,4294967298 | 4294967294 | true",
                "4294967295:4294967300:4294967295,4294967298 | 4294967295 | false",
                "4294967295:4294967300:4294967295,4294967298 | 1 | true",
                "4294967295:4294967300:4294967295,4294967298 | 2 | false",
                "4294967295:4294967300:4294967295,4294967298 | 4 | false",
                "4294967299:4294967299: | 2 | true",
                "4294967299:4294967299: | 4294967290 | true",
            })
    void idsAreComparedWhateverTheirEpoch(String snapshot, String xid, boolean seen) {
        assertThat(Visibility.parse(snapshot).sees(Integer.parseUnsignedInt(xid)))
                .isEqualTo(seen);
    }
}
