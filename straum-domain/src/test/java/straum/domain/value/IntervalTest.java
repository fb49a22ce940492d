package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalTest {
    /** The seconds are those of {@code extract(epoch FROM interval '...')} on PostgreSQL 15. */
    @ParameterizedTest
    @CsvSource({
        "1 hour, 3600",
        "1h, 3600",
        "1 hr, 3600",
        "2 hrs, 7200",
        "90 min, 5400",
        "1 m, 60",
        "5 mins, 300",
        "1 minute, 60",
        "30 s, 30",
        "30 sec, 30",
        "30 secs, 30",
        "1 second, 1",
        "1 sec 5 min, 301",
        "1 hour 30 minutes, 5400",
        "01:00:00, 3600",
        "01:00, 3600",
        "1:30, 5400",
        "1:2:3, 3723",
        "1:59:59, 7199",
        "001:00:00, 3600",
        "25:00:00, 90000",
        "1 day, 86400",
        "1 d, 86400",
        "2 days, 172800",
        "24 hours, 86400",
        "1 day 01:00:00, 90000",
        "3600, 3600",
        "3600s, 3600",
        "1 HOUR, 3600",
        "1 DAY, 86400",
        "01 hour, 3600",
        "0 s, 0",
        "1 week, 604800",
        "1 w, 604800"
    })
    void readsWhatPostgresqlReadsAsItDoes(String text, long seconds) {
        assertThat(Interval.seconds(text)).isEqualTo(seconds);
    }

    @Test
    void takesPostgresqlsBlanks() {
        assertThat(Interval.seconds(" \t1 \n hour\r30\fmin ")).isEqualTo(5400);
        assertThat(Interval.seconds(" 3600 ")).isEqualTo(3600);
        assertThat(Interval.seconds("\n01:00 ")).isEqualTo(3600);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 mon", "1 month", "3 months", "1 y", "1 year", "1 year 1 day", "1 month 01:00"})
    void aMonthOrAYearIsLongerThanAnyWidth(String text) {
        assertThat(Interval.seconds(text)).isEqualTo(Long.MAX_VALUE);
    }

    /** PostgreSQL refuses some of these, and reads others, which are not needed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "hour", "1hour30minutes", "1 hour 1 hour", "1 hour 1 h", "1 hour 01:00", "00:60:00",
                        "00:00:60",
                "-1 hour", "+1 hour", "1 hour ago", "1.5 hours", "PT1H", "1 ms", "1 fortnight", "1 hour,", "1_000 s",
                "99999999999 s", "1:2:3:4", "1:", "30 1 hour", "1 hours 30", "\u00a01 hour", "１ hour"
            })
    void anyOtherSpellingIsNotRead(String text) {
        assertThat(Interval.seconds(text)).isEqualTo(Interval.NOT_READ);
    }
}
