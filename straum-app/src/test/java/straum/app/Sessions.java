package straum.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import straum.app.testing.MemoryDatabase;

/** What the other sessions of a database of {@link UsageModel} do, at random. */
final class Sessions {
    private final MemoryDatabase database;
    private final Random random;
    private final int events;
    private final int accounts;

    /** The sessions of a database. */
    Sessions(MemoryDatabase database, Random random) {
        this.database = database;
        this.random = random;
        this.events = UsageModel.table(database, "app.events");
        this.accounts = UsageModel.table(database, "app.accounts");
    }

    /** Does one thing, and answers what. */
    String act() {
        int what = database.misfit() != null && random.nextInt(6) == 0 ? 94 : random.nextInt(100);
        if (what < 50) {
            database.commit(changes(), random.nextInt(3) > 0);
            return "commits";
        }
        if (what < 56) {
            database.commitUnseen(changes(), random.nextInt(3) > 0);
            return "commits unseen";
        }
        if (what < 60) {
            database.show(entry -> random.nextBoolean());
            return "come into sight";
        }
        if (what < 70) {
            database.flush();
            return "flushes";
        }
        if (what < 80) {
            database.write(8 * (3 + random.nextInt(random.nextInt(20) == 0 ? 20_000 : 20)), random.nextBoolean());
            return "keepalives";
        }
        if (what < 91) {
            database.fillPage(random.nextInt(3) > 0);
            return "full pages";
        }
        if (what < 94) {
            database.changeUnsaid(changes());
            return "unsaid changes";
        }
        if (what < 95) {
            database.misfit(database.misfit() == null ? "app.events has no column amount" : null);
            return "misfits";
        }
        if (what < 97) {
            database.lie(List.of(lie()));
            return "lies";
        }
        database.crash();
        return "crashes";
    }

    private MemoryDatabase.Change lie() {
        return new MemoryDatabase.Change(
                Changes.Kind.DELETE,
                events,
                UsageModel.event(database, "2026-11-13 09:00:00Z", "never", "1", "1.00"),
                null);
    }

    private List<MemoryDatabase.Change> changes() {
        List<MemoryDatabase.Change> changes = new ArrayList<>();
        List<List<@Nullable String>> ofEvents = new ArrayList<>(database.rows(events));
        List<List<@Nullable String>> ofAccounts = new ArrayList<>(database.rows(accounts));
        int size = random.nextInt(5);
        for (int i = 0; i < size; i++) {
            boolean fact = random.nextInt(4) > 0;
            changes.add(change(fact ? events : accounts, fact ? ofEvents : ofAccounts));
        }
        return changes;
    }

    private MemoryDatabase.Change change(int table, List<List<@Nullable String>> rows) {
        int what = random.nextInt(20);
        if (what == 0 && random.nextInt(4) == 0) {
            rows.clear();
            return new MemoryDatabase.Change(Changes.Kind.TRUNCATE, table, null, null);
        }
        List<@Nullable String> after = table == events ? event() : account();
        if (what < 10 || rows.isEmpty()) {
            rows.add(after);
            return new MemoryDatabase.Change(Changes.Kind.INSERT, table, null, after);
        }
        List<@Nullable String> before = rows.remove(random.nextInt(rows.size()));
        if (what < 14) {
            return new MemoryDatabase.Change(Changes.Kind.DELETE, table, before, null);
        }
        rows.add(after);
        return new MemoryDatabase.Change(Changes.Kind.UPDATE, table, before, after);
    }

    private List<@Nullable String> event() {
        return UsageModel.event(
                database,
                one("2026-11-13 09:05:00Z", "2026-11-13 10:59:59.999999Z", "2026-11-14 00:00:00Z", "infinity", null),
                one("purchase", "refund", null),
                one("1", "2", "3", null),
                one("12.50", "-0.01", "99999999.99", null));
    }

    private List<@Nullable String> account() {
        return UsageModel.account(database, one("1", "2", null), one("eu", "us", null));
    }

    private @Nullable String one(@Nullable String... of) {
        return of[random.nextInt(of.length)];
    }
}
