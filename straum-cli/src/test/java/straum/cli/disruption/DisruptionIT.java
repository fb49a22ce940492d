package straum.cli.disruption;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import straum.pg.testing.PostgresServer;

/**
 * Whatever happens to Straum's network, server, tables and transactions: its answers equal PostgreSQL's again, none was
 * untrue meanwhile, {@code /readyz} told the truth, and nothing leaks.
 *
 * <p>{@value #HANDFUL} combinations a day, the same ones all day; {@code -Dstraum.disruptions=40} of them, or
 * {@code all}, as {@code -Plong} has it. {@code -Dstraum.seed=N} chooses as that day does, and
 * {@code "-Dstraum.combination=join, connections cut"} runs one alone, or all that hold these words.
 */
@Isolated("it counts the threads of this process")
class DisruptionIT {
    private static final int HANDFUL = 12;

    private static PostgresServer server;

    /** A check under a disruption, and what its choices hang on. */
    record Combination(Check check, Disruption disruption, long seed) {
        String name() {
            return check + ", " + disruption;
        }

        @Override
        public String toString() {
            return "-Dstraum.seed=" + seed + " \"-Dstraum.combination=" + name() + "\"";
        }
    }

    @BeforeAll
    static void startServer() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    static List<Combination> combinations() {
        long seed = Long.getLong("straum.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());
        String one = System.getProperty("straum.combination");
        String count = System.getProperty("straum.disruptions", "" + HANDFUL);
        List<Combination> all = new ArrayList<>();
        for (Check check : Checks.all()) {
            for (Disruption disruption : Disruption.all()) {
                if (CatalogDisruptions.suits(disruption.name(), check)) {
                    all.add(new Combination(check, disruption, seed));
                }
            }
        }
        if (one != null) {
            return all.stream().filter(each -> each.name().contains(one)).toList();
        }
        if (count.equals("all")) {
            return all;
        }
        List<Combination> quick = new ArrayList<>(
                all.stream().filter(each -> !each.disruption().slow()).toList());
        Collections.shuffle(quick, new Random(seed));
        return quick.subList(0, Math.min(Integer.parseInt(count), quick.size()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("combinations")
    void isBorne(Combination combination) throws Exception {
        System.out.println("disruption: " + combination);
        try (Scene scene = new Scene(server, combination.check(), combination.seed())) {
            combination.disruption().body().run(scene);
            scene.settle();
        } catch (Exception | AssertionError e) {
            System.out.println("disruption not borne: " + combination + ": " + e.getMessage());
            throw new AssertionError(combination + "\n" + e.getMessage(), e);
        }
    }
}
