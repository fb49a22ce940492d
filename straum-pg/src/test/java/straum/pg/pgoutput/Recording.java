package straum.pg.pgoutput;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import straum.app.Limits;
import straum.app.Lsn;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.spec.SpecException;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;

/** The messages in {@code recorded.hex}, and the spec and layouts they are read by. */
final class Recording {
    static final TableName ACCOUNTS = new TableName("app", "accounts");
    static final TableName EVENTS = new TableName("app", "events");
    static final TableName PART = new TableName("app", "part");

    static final ColumnType MOOD = ColumnType.enumOf("mood", List.of("sad", "ok", "happy"));

    /** Of each table id, name and so on: in the order of {@link Spec#tables}, accounts, events, part. */
    static final List<Layout> LAYOUTS = List.of(
            new Layout(
                    0,
                    ACCOUNTS,
                    List.of(
                            new LayoutColumn("id", 23, -1, ColumnType.INT4),
                            new LayoutColumn("code", 1042, 12, ColumnType.bpchar(8)),
                            new LayoutColumn("mood", 16396, -1, MOOD),
                            new LayoutColumn("open", 16, -1, ColumnType.BOOL))),
            new Layout(
                    1,
                    EVENTS,
                    List.of(
                            new LayoutColumn("at", 1184, -1, ColumnType.TIMESTAMPTZ),
                            new LayoutColumn("kind", 25, -1, ColumnType.TEXT),
                            new LayoutColumn("account_id", 23, -1, ColumnType.INT4),
                            new LayoutColumn("ratio", 701, -1, ColumnType.FLOAT8),
                            new LayoutColumn("note", 25, -1, ColumnType.TEXT))),
            new Layout(2, PART, List.of(new LayoutColumn("at", 1184, -1, ColumnType.TIMESTAMPTZ))));

    private Recording() {}

    /** A spec that reads the tables as {@link #LAYOUTS} say. */
    static Spec spec() {
        List<Width> widths = List.of(new Width(3600));
        Ref accounts = new Ref("a", ACCOUNTS, Ref.Kind.LEFT, List.of(new Ref.On("id", new Via.Column("account_id"))));
        Fact usage = new Fact(
                "usage",
                EVENTS,
                "at",
                widths,
                List.of(
                        new Key("kind", new Via.Column("kind")),
                        new Key("code", new Via.Attribute(0, "code")),
                        new Key("mood", new Via.Attribute(0, "mood")),
                        new Key("open", new Via.Attribute(0, "open"))),
                List.of(accounts),
                List.of(count("ratios", "ratio"), count("notes", "note")));
        Fact parts = new Fact("parts", PART, "at", widths, List.of(), List.of(), List.of(count("rows", "at")));
        try {
            return Spec.of(List.of(usage, parts));
        } catch (SpecException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Measure count(String name, String column) {
        return new Measure(name, new Aggregate(Aggregate.Kind.COUNT, column));
    }

    /** A decoder at the very beginning, with the default limits. */
    static Decoder decoder() {
        return new Decoder(spec(), LAYOUTS, Lsn.ZERO, Limits.defaults());
    }

    /** The messages, in order. */
    static List<byte[]> messages() {
        try (InputStream in = Objects.requireNonNull(Recording.class.getResourceAsStream("recorded.hex"))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(HexFormat.of()::parseHex)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
