package straum.cli.disruption;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import straum.pg.testing.PostgresServer;

/**
 * Random disruptions for as long as it is told to, under transactions and asks: each check in turn is followed for minutes
 * and disturbed again and again, and between two of them something happens that has to begin anew. In the end answers
 * equal PostgreSQL's, none was untrue, and threads, open files, slots and the heap are back where they were. Exits with
 * 1 on any difference.
 *
 * <p>Arguments: minutes (60; parts of one may be given), seed (the clock's).
 */
public final class Soak {
    /** The heap may have so much more than at the first reading: classes, and code that was compiled. */
    private static final long HEAP_BYTES = 48L << 20;

    private static final Duration LONGEST_TURN = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Random random;
    private final Duration length;
    private final Duration turn;
    private final boolean withSlow;
    private final Map<String, Integer> done = new TreeMap<>();
    private long answers;
    private long transactions;
    private long starts;
    private int scenes;

    private Soak(Duration length, long seed) {
        random = new Random(seed);
        this.length = length;
        Duration share = length.dividedBy(Checks.all().size());
        turn = share.compareTo(LONGEST_TURN) < 0 ? share : LONGEST_TURN;
        withSlow = length.compareTo(Duration.ofMinutes(10)) >= 0;
    }

    /** Soaks. */
    public static void main(String[] arguments) {
        double minutes = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 60;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        System.out.printf("soak: %s minutes, seed %d%n", minutes, seed);
        int status = 0;
        try {
            new Soak(Duration.ofMillis((long) (minutes * 60_000)), seed).run();
        } catch (Exception | AssertionError e) {
            status = 1;
            System.out.println("soak: failed: " + e);
            e.printStackTrace();
        }
        System.exit(status);
    }

    private void run() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            for (Check check : Checks.all()) {
                // Whatever is loaded, opened and kept once is so from now on.
                follow(server, check, Instant.EPOCH);
            }
            Instant end = Instant.now().plus(length);
            Resources before = Resources.read();
            while (Instant.now().isBefore(end)) {
                for (Check check : Checks.all()) {
                    if (Instant.now().isBefore(end)) {
                        Instant until = Instant.now().plus(turn);
                        follow(server, check, until.isBefore(end) ? until : end);
                        anew(server, check);
                    }
                }
            }
            System.out.printf(
                    "soak: %d scenes, %d disruptions, %d transactions, %d starts, %d answers compared%n",
                    scenes, done.values().stream().mapToInt(Integer::intValue).sum(), transactions, starts, answers);
            done.forEach((name, count) -> System.out.printf("%5d  %s%n", count, name));
            checkBack(before);
        }
    }

    /** Follows one check and disturbs it until then, or once. */
    private void follow(PostgresServer server, Check check, Instant until) throws Exception {
        List<Disruption> choices = new ArrayList<>();
        for (Disruption each : Disruption.all()) {
            if (each.disturbance() != null && (withSlow || !each.slow())) {
                choices.add(each);
            }
        }
        try (Scene scene = new Scene(server, check, random.nextLong())) {
            scenes++;
            scene.follow();
            do {
                Disruption next = choices.get(random.nextInt(choices.size()));
                run(check, next, next.disturbance(), scene);
                // Some changes are noticed by a reading alone, which must not fall into the next disruption.
                scene.awaitNoticed();
                if (!scene.history().untrue().isEmpty()) {
                    break;
                }
            } while (Instant.now().isBefore(until));
            end(scene);
        }
    }

    /** Something that has to begin its own scene. */
    private void anew(PostgresServer server, Check check) throws Exception {
        List<Disruption> choices = Disruption.all().stream()
                .filter(each -> each.disturbance() == null
                        && (withSlow || !each.slow())
                        && CatalogDisruptions.suits(each.name(), check))
                .toList();
        Disruption next = choices.get(random.nextInt(choices.size()));
        try (Scene scene = new Scene(server, check, random.nextLong())) {
            scenes++;
            run(check, next, next.body(), scene);
            end(scene);
        }
    }

    private void run(Check check, Disruption disruption, Disruption.Body body, Scene scene) throws Exception {
        System.out.printf("soak: %s %s, %s%n", Instant.now(), check, disruption);
        done.merge(disruption.name(), 1, Integer::sum);
        try {
            body.run(scene);
        } catch (Exception | AssertionError e) {
            throw new AssertionError("under " + disruption + " of " + check + ": " + e.getMessage(), e);
        }
    }

    private void end(Scene scene) throws Exception {
        scene.settle();
        answers += scene.checked();
        transactions += scene.writes().committed();
        starts += scene.straum().status().starts();
    }

    /** What a process has. */
    private record Resources(long threads, long files, long heapBytes) {
        static Resources read() {
            System.gc();
            var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            return new Resources(
                    Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> !thread.getName().startsWith("Attach"))
                            .count(),
                    system.getOpenFileDescriptorCount(),
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
    }

    private static void checkBack(Resources before) {
        // A client's selector ends with its client, which the collector has to find; so it is asked again.
        Resources[] after = {Resources.read()};
        try {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> {
                        after[0] = Resources.read();
                        return after[0].threads() <= before.threads()
                                && after[0].files() <= before.files()
                                && after[0].heapBytes() <= before.heapBytes() + HEAP_BYTES;
                    });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "before " + before + ", and after " + after[0] + ": "
                            + Thread.getAllStackTraces().keySet(),
                    e);
        }
        System.out.println("soak: before " + before + ", after " + after[0]);
    }
}
