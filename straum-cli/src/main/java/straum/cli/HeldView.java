package straum.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One view as {@code GET /views} tells of it in JSON: as much as the prompt shows and completes.
 *
 * @param table the table its rows come from
 * @param widths of its buckets, the narrowest first, as {@code 1 hour}
 * @param firstBucket the first bucket; empty where there is none
 * @param lastBucket the last bucket; empty where there is none
 */
record HeldView(
        String name,
        String table,
        List<String> widths,
        String firstBucket,
        String lastBucket,
        List<Column> keys,
        List<Column> measures) {
    private static final JsonFactory JSON = new JsonFactory();

    /** One key or measure; its type is empty before the first load. */
    record Column(String name, String type) {}

    /**
     * Reads the body of {@code GET /views} and closes it. Fields it does not know it passes over.
     *
     * @throws CommandFailure when it is not what a Straum writes
     */
    static List<HeldView> read(Client.Response response) throws CommandFailure {
        List<HeldView> views = new ArrayList<>();
        try (response;
                JsonParser json = JSON.createParser(response.body())) {
            eachField(json, json.nextToken(), field -> {
                if (field.equals("views")) {
                    eachElement(json, () -> views.add(view(json)));
                } else {
                    json.skipChildren();
                }
            });
        } catch (IOException e) {
            throw CommandFailure.failed("what answers is no Straum, or of another version: " + e.getMessage());
        }
        return views;
    }

    /** What Tab has to know of it. */
    Complete.View names() {
        return new Complete.View(
                name,
                keys.stream().map(Column::name).toList(),
                measures.stream().map(Column::name).toList());
    }

    /** The view for people: where its rows come from, its buckets, and a line a key and measure. Ends with a newline. */
    String describe() {
        StringBuilder out = new StringBuilder("View ")
                .append(name)
                .append(" of ")
                .append(table)
                .append('\n');
        out.append("bucket of ").append(String.join(", ", widths));
        if (firstBucket.isEmpty()) {
            out.append(", none yet\n");
        } else {
            out.append(", from ")
                    .append(firstBucket)
                    .append(" to ")
                    .append(lastBucket)
                    .append('\n');
        }
        List<Column> all = Stream.concat(keys.stream(), measures.stream()).toList();
        int width =
                all.stream().mapToInt(column -> column.name().length()).max().orElse(0);
        keys.forEach(key -> line(out, "key", key, width));
        measures.forEach(measure -> line(out, "measure", measure, width));
        return out.toString();
    }

    private static void line(StringBuilder out, String role, Column column, int width) {
        String padded = column.name() + " ".repeat(width - column.name().length());
        out.append(String.format("%-7s %s  %s", role, padded, column.type()).stripTrailing())
                .append('\n');
    }

    private static HeldView view(JsonParser json) throws IOException {
        Map<String, String> texts = new HashMap<>();
        List<String> widths = new ArrayList<>();
        List<Column> keys = new ArrayList<>();
        List<Column> measures = new ArrayList<>();
        eachField(json, json.currentToken(), field -> {
            switch (field) {
                case "widths" -> eachElement(json, () -> widths.add(text(texts(json), "width")));
                case "keys" -> eachElement(json, () -> keys.add(column(json)));
                case "measures" -> eachElement(json, () -> measures.add(column(json)));
                default -> readText(json, field, texts);
            }
        });
        return new HeldView(
                text(texts, "name"),
                text(texts, "table"),
                widths,
                text(texts, "first_bucket"),
                text(texts, "last_bucket"),
                keys,
                measures);
    }

    private static Column column(JsonParser json) throws IOException {
        Map<String, String> texts = texts(json);
        return new Column(text(texts, "name"), text(texts, "type"));
    }

    /** The fields of an object that are texts. */
    private static Map<String, String> texts(JsonParser json) throws IOException {
        Map<String, String> texts = new HashMap<>();
        eachField(json, json.currentToken(), field -> readText(json, field, texts));
        return texts;
    }

    private static void readText(JsonParser json, String field, Map<String, String> texts) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_STRING) {
            texts.put(field, json.getText());
        } else {
            json.skipChildren();
        }
    }

    private static String text(Map<String, String> texts, String field) {
        return texts.getOrDefault(field, "");
    }

    /** Calls for each field of the object the parser stands at, with the parser at the field's value. */
    private static void eachField(JsonParser json, JsonToken start, FieldReader reader) throws IOException {
        if (start != JsonToken.START_OBJECT) {
            throw new IOException("an object was expected");
        }
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            json.nextToken();
            reader.read(field);
        }
    }

    /** Calls for each element of the array the parser stands at, with the parser at the element. */
    private static void eachElement(JsonParser json, ElementReader reader) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw new IOException("an array was expected");
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            reader.read();
        }
    }

    @FunctionalInterface
    private interface FieldReader {
        void read(String field) throws IOException;
    }

    @FunctionalInterface
    private interface ElementReader {
        void read() throws IOException;
    }
}
