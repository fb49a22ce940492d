package straum.app;

import java.time.ZoneId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of the server's time zones: each is asked for once a start, when an ask first names it, by the thread
 * that asks and by one at a time; never under the app's lock. Thread-safe.
 */
final class ZoneProbes {
    private static final Logger LOG = LoggerFactory.getLogger(ZoneProbes.class);

    /** How long an ask waits for another's probe. */
    private static final long WAIT_SECONDS = 5;

    /** For so long after a probe that failed none is tried: those that wait are told at once. */
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int RETRY_SECONDS = 2;

    /**
     * What is known of a zone.
     *
     * @param start since which start
     * @param differences from this machine's; null where the server does not know the zone
     */
    record Known(long start, @Nullable ZoneDifferences differences) {}

    private final Zones zones;
    private final LongSupplier nanos;
    private final Map<ZoneId, Known> known = new ConcurrentHashMap<>();
    private final ReentrantLock probing = new ReentrantLock();
    private @Nullable String failure;
    private long failedNanos;

    /** Knows nothing yet. */
    ZoneProbes(Zones zones, LongSupplier nanos) {
        this.zones = zones;
        this.nanos = nanos;
    }

    /** What is known of a zone since a start; null when it has to be asked for. Waits for nothing. */
    @Nullable Known known(ZoneId zone, long start) {
        Known of = known.get(zone);
        return of == null || of.start != start ? null : of;
    }

    /** Asks the server of a zone, unless another ask has just done so; why it cannot be asked, or null when it was. */
    Outcome.@Nullable NotReady probe(ZoneId zone, long start) {
        try {
            if (!probing.tryLock(WAIT_SECONDS, TimeUnit.SECONDS)) {
                return notReady(zone, "another zone is being compared");
            }
            try {
                return probeAlone(zone, start);
            } finally {
                probing.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return notReady(zone, "this Straum is about to end");
        }
    }

    private Outcome.@Nullable NotReady probeAlone(ZoneId zone, long start) throws InterruptedException {
        if (known(zone, start) != null) {
            return null;
        }
        if (failure != null && nanos.getAsLong() - failedNanos < REST_NANOS) {
            return notReady(zone, failure);
        }
        long[] seconds = ZoneDifferences.instants(zone);
        try {
            Zones.Told told = zones.at(zone.getId(), seconds);
            ZoneDifferences differences = told == null ? null : ZoneDifferences.of(zone, seconds, told);
            known.put(zone, new Known(start, differences));
            failure = null;
            LOG.atInfo()
                    .addKeyValue("zone", zone)
                    .addKeyValue("known", differences != null)
                    .addKeyValue(
                            "differing",
                            differences == null ? 0 : differences.spans().size())
                    .log("zone compared with the server's");
            return null;
        } catch (SourceException e) {
            failure = String.valueOf(e.getMessage());
            failedNanos = nanos.getAsLong();
            LOG.atWarn().addKeyValue("zone", zone).setCause(e).log("zone not compared with the server's");
            return notReady(zone, failure);
        }
    }

    private static Outcome.NotReady notReady(ZoneId zone, String reason) {
        return new Outcome.NotReady(
                "the zone " + zone + " has to be compared with the server's first, and cannot be just now: " + reason,
                RETRY_SECONDS);
    }
}
