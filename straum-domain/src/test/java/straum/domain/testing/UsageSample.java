package straum.domain.testing;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/**
 * The rows of {@link Specs#usage} that figures are taken over, made in memory: 30 days of events in time order, of 8
 * kinds, most of them few, and 10,000 accounts in 5 regions. An event is what its number makes it, whoever asks.
 */
public final class UsageSample {
    /** How many events there are, and how many of them an hour has. */
    public static final int EVENTS = 10_000_000;

    public static final int EVENTS_AN_HOUR = EVENTS / (30 * 24);

    /** About one cell to ten rows at the hour width. */
    public static final UsageSample DENSE = new UsageSample(500, 1);

    /** Hardly two rows share a cell. */
    public static final UsageSample SPARSE = new UsageSample(10_000, 4);

    private static final int ACCOUNTS = 10_000;
    /** Microseconds from PostgreSQL's epoch to 2026-10-01. */
    private static final long BEGIN = 9_770L * 86_400 * 1_000_000;

    private static final long MICROS_APART = 30L * 86_400 * 1_000_000 / EVENTS;

    private static final String[] KINDS = {
        "view",
        "view",
        "view",
        "view",
        "view",
        "click",
        "click",
        "click",
        "signup",
        "purchase",
        "purchase",
        "refund",
        "login",
        "logout",
        "error"
    };
    private static final String[] REGIONS = {"eu", "us", "apac", "latam", "mea"};

    private final int accounts;
    private final int skew;
    private final byte[][] amounts = new byte[10_000][];

    /**
     * A sample.
     *
     * @param accounts how many accounts the events are spread over
     * @param skew the power the spread is drawn with: 1 is even, more gives the first accounts most of the events
     */
    private UsageSample(int accounts, int skew) {
        this.accounts = accounts;
        this.skew = skew;
        ColumnType type = ColumnType.numeric(2);
        for (int cents = 0; cents < amounts.length; cents++) {
            String text = cents / 100 + "." + cents / 10 % 10 + cents % 10;
            amounts[cents] = Objects.requireNonNull(type.read(new Literal.Text(text)));
        }
    }

    /** The events numbered from one number to below another, in the layout of the spec's table. */
    public Rows events(int from, int to) {
        Table table = table("app.events");
        Rows rows = new Rows(table.columns().size());
        int at = table.column("at");
        int kind = table.column("kind");
        int account = table.column("account_id");
        int amount = table.column("amount");
        for (int number = from; number < to; number++) {
            rows.addRow();
            set(rows, at, ColumnType.bytesOf(BEGIN + number * MICROS_APART, Long.BYTES));
            set(rows, kind, text(KINDS[(int) (unit(number, 1) * KINDS.length)]));
            int drawn = (int) (accounts * Math.pow(unit(number, 2), skew));
            set(rows, account, ColumnType.bytesOf(drawn, Integer.BYTES));
            set(rows, amount, amounts[(int) (unit(number, 3) * amounts.length)]);
        }
        return rows;
    }

    /** All accounts, in the layout of the spec's table. */
    public static Rows accounts() {
        Table table = table("app.accounts");
        Rows rows = new Rows(table.columns().size());
        for (int id = 0; id < ACCOUNTS; id++) {
            addAccount(table, rows, id, id);
        }
        return rows;
    }

    /** The first accounts, so many, and after them the same in other regions. */
    public static Rows accountsAndMoved(int count) {
        Table table = table("app.accounts");
        Rows rows = new Rows(table.columns().size());
        for (int moved = 0; moved < 2; moved++) {
            for (int id = 0; id < count; id++) {
                addAccount(table, rows, id, id + moved);
            }
        }
        return rows;
    }

    private static void addAccount(Table table, Rows rows, int id, int region) {
        rows.addRow();
        set(rows, table.column("id"), ColumnType.bytesOf(id, Integer.BYTES));
        set(rows, table.column("region"), text(REGIONS[region % REGIONS.length]));
    }

    private static Table table(String name) {
        Spec spec = Specs.usage();
        return spec.tables().get(spec.table(Specs.table(name)));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void set(Rows rows, int column, byte[] value) {
        rows.set(column, value, 0, value.length);
    }

    /** From 0 to below 1, evenly, of a number and which of its draws it is. */
    private static double unit(int number, int draw) {
        long mixed = (number * 4L + draw) * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
        return ((mixed ^ mixed >>> 31) >>> 11) * 0x1p-53;
    }
}
