package straum.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import straum.app.testing.MemoryDatabase;
import straum.domain.spec.Spec;
import straum.domain.spec.Width;
import straum.domain.testing.Specs;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;

/** What a start tells and looks at between its last table and the stream, while bound cells are made. */
class JoiningTest {
    private static final int ACCOUNTS = 9000;
    private static final Logger START = (Logger) LoggerFactory.getLogger(Start.class);

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        START.setLevel(Level.INFO);
        START.setAdditive(false);
        START.addAppender(log);
    }

    @AfterEach
    void listenNoMore() {
        START.detachAppender(log);
        START.setAdditive(true);
        START.setLevel(null);
    }

    @Test
    void howManyCellsAreJoinedCanBeReadMeanwhile() throws InterruptedException {
        World world = byRegion(Limits.NO_LIMIT);
        List<String> reasons = new ArrayList<>();
        List<Status.Joined> joined = new ArrayList<>();
        world.heap = () -> {
            world.advance(1000);
            Status status = world.app.status();
            if (status.joined() != null) {
                reasons.add(String.valueOf(status.reason()));
                joined.add(status.joined());
            }
            return null;
        };
        world.writer.step();
        assertThat(reasons)
                .containsExactly(
                        "loading: every table is read, and 4,096 of 9,000 cells are joined with their dims",
                        "loading: every table is read, and 8,192 of 9,000 cells are joined with their dims");
        assertThat(joined)
                .containsExactly(new Status.Joined(4096, 9000, 1, false), new Status.Joined(8192, 9000, 2, false));
        world.advance(1000);
        assertThat(world.app.status().joined()).isEqualTo(new Status.Joined(9000, 9000, 2, true));
    }

    @Test
    void theLogTellsEveryTenSecondsAndAtTheEnd() throws InterruptedException {
        World world = byRegion(Limits.NO_LIMIT);
        world.heap = () -> {
            if (world.app.status().joined() != null) {
                world.advance(10_000);
            }
            return null;
        };
        world.writer.step();
        assertThat(told("join"))
                .containsExactly(
                        "joining cells=4096 of=9000 seconds=10.0",
                        "joining cells=8192 of=9000 seconds=20.0",
                        "joined cells=9000 seconds=20.0");
    }

    @Test
    void nothingIsToldWhereNoViewHasBoundCells() throws InterruptedException {
        World world = new World();
        world.commit(world.event("2026-11-13 09:05:00Z", "purchase", "1", "10.00"));
        world.writer.step();
        assertThat(world.app.status().state()).isEqualTo(Status.State.READY);
        assertThat(world.app.status().joined()).isNull();
        assertThat(told("loaded")).hasSize(2);
        assertThat(told("join")).isEmpty();
    }

    /** Three cells an account: loaded at two widths, and joined at the narrower. */
    @Test
    void theLimitOfCellsIsLookedAtMeanwhile() throws InterruptedException {
        World world = byRegion(2 * ACCOUNTS + 4000);
        world.writer.step();
        assertThat(Objects.requireNonNull(world.app.status().lastFailure()).message())
                .startsWith("too many cells: with every table loaded and 4,096 of 9,000 cells joined, the views have"
                        + " 22,096, more than the 22,000 of --max-cells");
    }

    @Test
    void theHeapIsLookedAtMeanwhile() throws InterruptedException {
        World world = byRegion(Limits.NO_LIMIT);
        world.heap = () -> world.app.status().joined() == null ? null : "60 MiB of the 64 MiB are in use";
        world.writer.step();
        assertThat(Objects.requireNonNull(world.app.status().lastFailure()).message())
                .startsWith("the heap is too small: with every table loaded and 4,096 of 9,000 cells joined, 60 MiB");
        Status.Joined before = world.app.status().joined();
        world.advance(1000);
        assertThat(world.app.status().joined()).as("stands still").isEqualTo(before);
    }

    private List<String> told(String begin) {
        return log.list.stream()
                .filter(line -> line.getMessage().startsWith(begin))
                .map(line -> {
                    StringBuilder text = new StringBuilder(line.getMessage());
                    line.getKeyValuePairs()
                            .forEach(pair -> text.append(' ')
                                    .append(pair.key)
                                    .append('=')
                                    .append(pair.value));
                    return text.toString();
                })
                .toList();
    }

    /** An event of each account, all in one hour, counted by region, of which each account has its own. */
    private static World byRegion(long maxCells) {
        Spec spec = Specs.of(Specs.fact("regions", "app.events", "at")
                .widths(3600, Width.DAY)
                .leftJoin("a", "app.accounts", "id", "account_id")
                .key("region", "a.region")
                .count("events")
                .build());
        TestTypes types = TestTypes.of(spec)
                .column("app.events", "at", ColumnType.TIMESTAMPTZ)
                .column("app.events", "account_id", ColumnType.INT4)
                .column("app.accounts", "id", ColumnType.INT4)
                .column("app.accounts", "region", ColumnType.TEXT);
        Limits limits = new Limits(Duration.ofSeconds(30), 1 << 30, ACCOUNTS, 1 << 20, maxCells, 1000, 1 << 24);
        World world = new World(spec, types, limits);
        MemoryDatabase.Change[] changes = new MemoryDatabase.Change[2 * ACCOUNTS];
        int accounts = UsageModel.table(world.database, "app.accounts");
        for (int account = 0; account < ACCOUNTS; account++) {
            String id = Integer.toString(account);
            changes[2 * account] = new MemoryDatabase.Change(
                    Changes.Kind.INSERT, accounts, null, UsageModel.account(world.database, id, "region " + id));
            changes[2 * account + 1] = world.event("2026-11-13 09:05:00Z", null, id, null);
        }
        world.commit(changes);
        return world;
    }
}
