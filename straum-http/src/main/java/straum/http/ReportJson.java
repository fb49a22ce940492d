package straum.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import straum.app.Failure;
import straum.app.Opened;
import straum.app.Status;
import straum.domain.store.Held;
import straum.domain.value.ColumnType;

/** {@code /status} and {@code /views} for programs. */
final class ReportJson {
    /** Seconds from 1970 to 2000, where PostgreSQL's times begin. */
    private static final long EPOCH_SECONDS = 946_684_800L;

    /** Writes one document. */
    @FunctionalInterface
    private interface Document {
        void write(JsonGenerator json) throws IOException;
    }

    private ReportJson() {}

    /** The running state, with the heap as it is now. */
    static Reply status(Status status, String version) {
        return reply(json -> {
            json.writeStartObject();
            json.writeStringField("state", state(status));
            string(json, "reason", status.reason());
            string(json, "as_of", status.asOf());
            json.writeFieldName("lag_seconds");
            seconds(json, status.lagSeconds());
            string(json, "applied_lsn", status.appliedLsn());
            string(json, "server_lsn", status.serverLsn());
            number(json, "retained_wal_bytes", status.retainedWalBytes());
            json.writeNumberField("starts", status.starts());
            string(json, "process_started_at", status.processStartedAt());
            string(json, "ready_since", status.readySince());
            lastFailure(json, status.lastFailure());
            load(json, status.load(), status.joined());
            json.writeObjectFieldStart("applied");
            json.writeNumberField("commits", status.appliedCommits());
            json.writeNumberField("rows", status.appliedRows());
            json.writeEndObject();
            json.writeObjectFieldStart("asks");
            json.writeNumberField("answered", status.asksAnswered());
            json.writeNumberField("refused", status.asksRefused());
            json.writeNumberField("waiting", status.asksWaiting());
            json.writeEndObject();
            postgres(json, status.server());
            json.writeObjectFieldStart("memory");
            json.writeNumberField("store_bytes", status.storeBytes());
            json.writeNumberField("heap_used_bytes", heapUsed());
            json.writeNumberField("heap_max_bytes", Runtime.getRuntime().maxMemory());
            json.writeEndObject();
            json.writeStringField("version", version);
            json.writeEndObject();
        });
    }

    /** What the store holds. */
    static Reply held(Held held) {
        return reply(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("views");
            for (Held.View view : held.views()) {
                view(json, view);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("dims");
            for (Held.HeldDim dim : held.dims()) {
                json.writeStartObject();
                string(json, "table", dim.table());
                json.writeArrayFieldStart("key");
                for (String column : dim.key()) {
                    json.writeString(column);
                }
                json.writeEndArray();
                json.writeNumberField("rows", dim.rows());
                json.writeNumberField("bytes", dim.bytes());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    /** The state's name. */
    static String state(Status status) {
        return status.state().name().toLowerCase(Locale.ROOT);
    }

    /** The bytes of the heap in use, garbage included. */
    static long heapUsed() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** An edge as its type's values are printed in answers; null when there is none. */
    static @Nullable String edge(@Nullable Long epochSeconds, @Nullable ColumnType type) {
        if (epochSeconds == null || type == null) {
            return null;
        }
        long micros = Math.multiplyExact(epochSeconds - EPOCH_SECONDS, 1_000_000L);
        StringBuilder out = new StringBuilder();
        type.printIso(ByteBuffer.allocate(Long.BYTES).putLong(micros).array(), 0, Long.BYTES, out);
        return out.toString();
    }

    private static void lastFailure(JsonGenerator json, @Nullable Failure failure) throws IOException {
        if (failure == null) {
            json.writeNullField("last_failure");
            return;
        }
        json.writeObjectFieldStart("last_failure");
        string(json, "at", failure.at());
        json.writeStringField("message", failure.message());
        string(json, "next_start_at", failure.nextStartAt());
        json.writeEndObject();
    }

    private static void load(JsonGenerator json, List<Status.TableLoad> tables, Status.@Nullable Joined joined)
            throws IOException {
        json.writeObjectFieldStart("load");
        json.writeArrayFieldStart("tables");
        for (Status.TableLoad table : tables) {
            json.writeStartObject();
            string(json, "table", table.table());
            json.writeNumberField("rows", table.rows());
            number(json, "estimated_rows", table.estimatedRows() < 0 ? null : table.estimatedRows());
            json.writeFieldName("seconds");
            seconds(json, table.seconds());
            json.writeBooleanField("done", table.done());
            json.writeEndObject();
        }
        json.writeEndArray();
        if (joined == null) {
            json.writeNullField("joined");
        } else {
            json.writeObjectFieldStart("joined");
            json.writeNumberField("cells", joined.cells());
            json.writeNumberField("of", joined.of());
            json.writeFieldName("seconds");
            seconds(json, joined.seconds());
            json.writeBooleanField("done", joined.done());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void postgres(JsonGenerator json, Opened.@Nullable Server server) throws IOException {
        if (server == null) {
            json.writeNullField("postgres");
            return;
        }
        json.writeObjectFieldStart("postgres");
        json.writeStringField("version", server.version());
        json.writeStringField("database", server.database());
        json.writeStringField("publication", server.publication());
        json.writeStringField("slot", server.slot());
        json.writeStringField("wal", "logical");
        json.writeEndObject();
    }

    private static void view(JsonGenerator json, Held.View view) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", view.name());
        string(json, "table", view.table());
        json.writeArrayFieldStart("widths");
        for (Held.HeldLevel level : view.levels()) {
            json.writeStartObject();
            string(json, "width", level.width());
            json.writeNumberField("seconds", level.width().seconds());
            json.writeNumberField("buckets", level.buckets());
            json.writeNumberField("cells", level.cells());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("cells", view.cells());
        json.writeNumberField("value_cells", view.valueCells());
        json.writeNumberField("bound_cells", view.boundCells());
        json.writeNumberField("rows", view.rows());
        string(json, "first_bucket", edge(view.firstBucket(), view.bucketType()));
        string(json, "last_bucket", edge(view.lastBucket(), view.bucketType()));
        columns(json, "keys", view.keys());
        columns(json, "measures", view.measures());
        json.writeNumberField("bytes", view.bytes());
        json.writeEndObject();
    }

    private static void columns(JsonGenerator json, String name, List<Held.HeldColumn> columns) throws IOException {
        json.writeArrayFieldStart(name);
        for (Held.HeldColumn column : columns) {
            json.writeStartObject();
            json.writeStringField("name", column.name());
            string(json, "type", column.type() == null ? null : column.type().name());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes what the value prints, or null. */
    private static void string(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        json.writeFieldName(name);
        if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value.toString());
        }
    }

    private static void number(JsonGenerator json, String name, @Nullable Long value) throws IOException {
        json.writeFieldName(name);
        if (value == null) {
            json.writeNull();
        } else {
            json.writeNumber(value);
        }
    }

    private static void seconds(JsonGenerator json, @Nullable Double value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else {
            json.writeNumber(seconds(value));
        }
    }

    /** Seconds to the millisecond, rounded up, so that no lag reads less than it is. */
    static String seconds(double value) {
        BigDecimal exact = BigDecimal.valueOf(value).setScale(3, RoundingMode.CEILING);
        return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }

    private static Reply reply(Document document) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        try (JsonGenerator json = Json.FACTORY.createGenerator(out)) {
            document.write(json);
            json.writeRaw('\n');
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Reply.of(200, Format.JSON.contentType(), Map.of(), out.toByteArray());
    }
}
