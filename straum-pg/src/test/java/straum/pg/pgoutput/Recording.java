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
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.domain.testing.Specs;
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
        return Specs.of(
                Specs.fact("usage", "app.events", "at")
                        .key("kind")
                        .leftJoin("a", "app.accounts", "id", "account_id")
                        .key("code", "a.code")
                        .key("mood", "a.mood")
                        .key("open", "a.open")
                        .count("ratios", "ratio")
                        .count("notes", "note")
                        .build(),
                Specs.fact("parts", "app.part", "at").count("rows").build());
    }

    /** A decoder at the very beginning, with the default limits. */
    static Decoder decoder() {
        return new Decoder(spec(), LAYOUTS, Lsn.ZERO, Limits.defaults(), new NewLabels());
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
