package straum.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Answer;
import straum.domain.value.ColumnType;

/**
 * An answer as JSON. Values are as PostgreSQL's {@code to_json} writes them (manual, 9.16), but for {@code Z} where that
 * writes {@code +00:00}: numbers with all their digits, NaN and the infinities as strings, times in ISO 8601, null as null.
 */
final class AnswerJson implements Pieces {
    /** How a column's values are written. */
    private enum Form {
        BOOL,
        /** A number, or a string when it is none: NaN and the infinities. */
        NUMBER,
        /** A string of what the value prints. */
        PRINTED,
        /** A string of the value's own bytes, which are UTF-8. */
        UTF8
    }

    private final Answer answer;
    private final String lsn;
    private final String asOf;
    private final List<Answer.Column> columns;
    private final Form[] forms;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    private final JsonGenerator json;
    private final StringBuilder printed = new StringBuilder();
    private char[] characters = new char[64];
    private int row = -1;

    /**
     * The answer's text.
     *
     * @param lsn of the answer, as it is written
     * @param asOf likewise
     * @param asStrings whether int8 and numeric are strings, for clients whose numbers end at 2^53
     */
    AnswerJson(Answer answer, String lsn, String asOf, boolean asStrings) {
        this.answer = answer;
        this.lsn = lsn;
        this.asOf = asOf;
        this.columns = answer.columns();
        this.forms = new Form[columns.size()];
        for (int i = 0; i < forms.length; i++) {
            forms[i] = form(columns.get(i).type().kind(), asStrings);
        }
        try {
            this.json = Json.FACTORY.createGenerator(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Form form(ColumnType.Kind kind, boolean asStrings) {
        return switch (kind) {
            case BOOL -> Form.BOOL;
            case INT2, INT4, FLOAT4, FLOAT8 -> Form.NUMBER;
            case INT8, NUMERIC -> asStrings ? Form.PRINTED : Form.NUMBER;
            case TEXT, VARCHAR, NAME, ENUM -> Form.UTF8;
            case BPCHAR, UUID, DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL, TIME, BYTEA, OID, INET, OTHER -> Form.PRINTED;
        };
    }

    @Override
    public byte @Nullable [] next() {
        if (json.isClosed()) {
            return null;
        }
        out.reset();
        try {
            if (row < 0) {
                writeHead();
                row = 0;
            }
            int rows = answer.rows();
            while (row < rows && out.size() < PIECE) {
                writeRow(row++);
            }
            if (row == rows) {
                json.writeEndArray();
                json.writeEndObject();
                json.writeRaw('\n');
                json.close();
            } else {
                json.flush();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    private void writeHead() throws IOException {
        json.writeStartObject();
        json.writeStringField("as_of", asOf);
        json.writeStringField("lsn", lsn);
        json.writeArrayFieldStart("columns");
        for (Answer.Column column : columns) {
            json.writeStartObject();
            json.writeStringField("name", column.name());
            json.writeStringField("type", column.type().name());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("rows");
    }

    private void writeRow(int number) throws IOException {
        json.writeStartArray();
        for (int column = 0; column < forms.length; column++) {
            Answer.Column values = columns.get(column);
            if (values.isNull(number)) {
                json.writeNull();
            } else {
                write(forms[column], values.type(), values.values()[number]);
            }
        }
        json.writeEndArray();
    }

    private void write(Form form, ColumnType type, byte[] value) throws IOException {
        if (form == Form.BOOL) {
            json.writeBoolean(value[0] != 0);
        } else if (form == Form.UTF8) {
            json.writeUTF8String(value, 0, value.length);
        } else {
            int length = print(type, value);
            if (form == Form.NUMBER && isDigit(characters[length - 1])) {
                json.writeNumber(characters, 0, length);
            } else {
                json.writeString(characters, 0, length);
            }
        }
    }

    /** Prints into {@link #characters} and answers how many they are. */
    private int print(ColumnType type, byte[] value) {
        printed.setLength(0);
        type.printIso(value, 0, value.length, printed);
        int length = printed.length();
        if (length > characters.length) {
            characters = new char[Math.max(length, characters.length * 2)];
        }
        printed.getChars(0, length, characters, 0);
        return length;
    }

    /** Every number PostgreSQL prints ends in a digit; NaN and Infinity do not. */
    private static boolean isDigit(char last) {
        return last >= '0' && last <= '9';
    }
}
