package straum.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import straum.domain.spec.Fact;

/**
 * One view as {@code GET /views} tells of it in JSON: as much as the prompt shows and completes.
 *
 * @param columns the bucket, the keys and the measures, in this order
 */
record HeldView(String name, List<Column> columns) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Column HEADER = new Column("name", "is a", "type");

    /**
     * One name an ask can use.
     *
     * @param role {@code bucket}, {@code key} or {@code measure}
     * @param type PostgreSQL's name of its type; empty before the first load
     */
    record Column(String name, String role, String type) {}

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
        return new Complete.View(name, names("key"), names("measure"));
    }

    /** The view as a table of its columns, for people; ends with a newline. */
    String describe() {
        List<Column> rows = new ArrayList<>(columns);
        rows.add(0, HEADER);
        int names = rows.stream().mapToInt(row -> row.name().length()).max().orElse(0);
        int roles = rows.stream().mapToInt(row -> row.role().length()).max().orElse(0);
        int types = rows.stream().mapToInt(row -> row.type().length()).max().orElse(0);
        StringBuilder out = new StringBuilder("View ").append(name).append('\n');
        String line = " %-" + names + "s | %-" + roles + "s | %s%n";
        for (int i = 0; i < rows.size(); i++) {
            Column row = rows.get(i);
            out.append(String.format(line, row.name(), row.role(), row.type()));
            if (i == 0) {
                out.append("-".repeat(names + 2)).append('+');
                out.append("-".repeat(roles + 2)).append('+');
                out.append("-".repeat(types + 2)).append('\n');
            }
        }
        return out.toString();
    }

    private List<String> names(String role) {
        return columns.stream()
                .filter(column -> column.role().equals(role))
                .map(Column::name)
                .toList();
    }

    private static HeldView view(JsonParser json) throws IOException {
        StringBuilder name = new StringBuilder();
        StringBuilder bucketType = new StringBuilder();
        List<Column> keys = new ArrayList<>();
        List<Column> measures = new ArrayList<>();
        eachField(json, json.currentToken(), field -> {
            switch (field) {
                case "name" -> name.append(json.getText());
                case "bucket_type" -> bucketType.append(text(json));
                case "keys" -> eachElement(json, () -> keys.add(column(json, "key")));
                case "measures" -> eachElement(json, () -> measures.add(column(json, "measure")));
                default -> json.skipChildren();
            }
        });
        List<Column> columns = new ArrayList<>();
        columns.add(new Column(Fact.BUCKET, "bucket", bucketType.toString()));
        columns.addAll(keys);
        columns.addAll(measures);
        return new HeldView(name.toString(), columns);
    }

    private static Column column(JsonParser json, String role) throws IOException {
        StringBuilder name = new StringBuilder();
        StringBuilder type = new StringBuilder();
        eachField(json, json.currentToken(), field -> {
            switch (field) {
                case "name" -> name.append(json.getText());
                case "type" -> type.append(text(json));
                default -> json.skipChildren();
            }
        });
        return new Column(name.toString(), role, type.toString());
    }

    private static String text(JsonParser json) throws IOException {
        return json.currentToken() == JsonToken.VALUE_NULL ? "" : json.getText();
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
