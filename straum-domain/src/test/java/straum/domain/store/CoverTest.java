package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import straum.domain.ask.TimeKey;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;

class CoverTest {
    @Test
    void aZoneIsNamedOnlyWhereThereIsOne() throws Exception {
        assertStraddles(ZoneOffset.UTC, ColumnType.TIMESTAMPTZ, "1970-01-01 00:00:00+00", "two hours");
        assertStraddles(ZoneOffset.UTC, ColumnType.TIMESTAMP, "1970-01-01 00:00:00", "two hours");
        assertStraddles(
                ZoneId.of("Europe/Prague"),
                ColumnType.TIMESTAMPTZ,
                "1970-01-01 00:00:00+00",
                "two hours of Europe/Prague");
    }

    private static void assertStraddles(ZoneId zone, ColumnType type, String bucket, String times) throws Exception {
        Level sixHours = new Level(new Width(21_600), new Layouts(0));
        sixHours.at(0);
        TimeKey hours = new TimeKey.Trunc(TimeKey.Unit.HOUR, zone);

        assertThatThrownBy(() ->
                        Cover.of(new Level[] {sixHours}, Long.MIN_VALUE, Long.MAX_VALUE, hours, new long[0], type))
                .isInstanceOf(UnanswerableException.class)
                .hasMessage("the bucket " + bucket + ", 6 hours wide, would straddle " + times
                        + ": buckets of 1 hour in that view could tell them");
    }
}
