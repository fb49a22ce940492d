package straum.app;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.TimeKey;
import straum.domain.ask.UnanswerableException;

/** A server whose zones are Java's, but for what a test says. */
final class FakeZones implements Zones {
    /** The zones asked for. */
    final List<String> asked = new ArrayList<>();
    /** A zone it does not know. */
    @Nullable String unknown;
    /** An instant from which its clocks are an hour ahead of Java's, and one at which they are right again. */
    long wrongFrom = Long.MAX_VALUE;

    long wrongTo = Long.MAX_VALUE;
    /** Why it cannot be asked. */
    @Nullable SourceException failure;

    /** What goes on while it is asked. */
    Runnable meanwhile = () -> {};

    @Override
    public @Nullable Told at(String zone, long[] seconds) throws SourceException {
        asked.add(zone);
        meanwhile.run();
        if (failure != null) {
            throw failure;
        }
        if (zone.equals(unknown)) {
            return null;
        }
        long[] offsets = new long[seconds.length];
        long[] days = new long[seconds.length];
        TimeKey day = new TimeKey.Trunc(TimeKey.Unit.DAY, ZoneId.of(zone));
        for (int i = 0; i < seconds.length; i++) {
            offsets[i] = ZoneId.of(zone)
                    .getRules()
                    .getOffset(Instant.ofEpochSecond(seconds[i]))
                    .getTotalSeconds();
            if (seconds[i] >= wrongFrom && seconds[i] < wrongTo) {
                offsets[i] += 3600;
            }
            try {
                days[i] = day.of(seconds[i]);
            } catch (UnanswerableException e) {
                throw new AssertionError(e);
            }
        }
        return new Told(offsets, days);
    }
}
