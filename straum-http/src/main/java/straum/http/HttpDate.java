package straum.http;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The {@code Date} of responses (RFC 9110, 6.6.1), printed once a second. Thread-safe. */
final class HttpDate {
    private record Printed(long second, String text) {}

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private final InstantSource clock;
    private volatile Printed last = new Printed(0, FORMAT.format(Instant.EPOCH));

    /** The date by that clock. */
    HttpDate(InstantSource clock) {
        this.clock = clock;
    }

    /** Now. */
    String now() {
        Instant now = clock.instant();
        Printed printed = last;
        if (printed.second() != now.getEpochSecond()) {
            printed = new Printed(now.getEpochSecond(), FORMAT.format(now));
            last = printed;
        }
        return printed.text();
    }
}
