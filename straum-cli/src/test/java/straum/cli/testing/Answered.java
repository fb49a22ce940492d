package straum.cli.testing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import straum.app.Lsn;

/**
 * An answer as a client reads it.
 *
 * @param rows each value as text: numbers with all their digits, text without its quotes, null for null
 */
public record Answered(Instant asOf, Lsn lsn, List<String> columns, List<List<@Nullable String>> rows) {
    /** A numeric has at most 131,072 digits before its point and 16,383 behind it. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNumberLength(200_000).build())
            .build();

    /** The answer in a JSON document. */
    public static Answered read(String json) {
        try (JsonParser parser = JSON.createParser(json)) {
            return new Reader(parser).read();
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + json, e);
        }
    }

    /** The text of one JSON value; null for null. */
    public static @Nullable String value(String json) {
        try (JsonParser parser = JSON.createParser(json)) {
            return parser.nextToken() == JsonToken.VALUE_NULL ? null : parser.getText();
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + json, e);
        }
    }

    /** The one value of an answer of one row and one column, as a number. */
    public long number() {
        if (rows.size() != 1 || rows.get(0).size() != 1) {
            throw new AssertionError("one value expected: " + rows);
        }
        return Long.parseLong(Objects.requireNonNull(rows.get(0).get(0), "null"));
    }

    private static final class Reader {
        private final JsonParser parser;
        private @Nullable String asOf;
        private @Nullable String lsn;
        private final List<String> columns = new ArrayList<>();
        private final List<List<@Nullable String>> rows = new ArrayList<>();

        Reader(JsonParser parser) {
            this.parser = parser;
        }

        Answered read() throws IOException {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                switch (parser.currentName()) {
                    case "as_of" -> asOf = parser.nextTextValue();
                    case "lsn" -> lsn = parser.nextTextValue();
                    case "columns" -> readColumns();
                    case "rows" -> readRows();
                    default -> throw new IOException("an answer with " + parser.currentName());
                }
            }
            return new Answered(
                    Instant.parse(Objects.requireNonNull(asOf)), Lsn.parse(Objects.requireNonNull(lsn)), columns, rows);
        }

        private void readColumns() throws IOException {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String member = parser.currentName();
                    String value = parser.nextTextValue();
                    if (member.equals("name")) {
                        columns.add(value);
                    }
                }
            }
        }

        private void readRows() throws IOException {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.START_ARRAY) {
                List<@Nullable String> row = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    row.add(parser.currentToken() == JsonToken.VALUE_NULL ? null : parser.getText());
                }
                rows.add(row);
            }
        }
    }
}
