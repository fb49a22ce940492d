package straum.http;

import java.util.ArrayList;
import java.util.List;
import straum.domain.ask.Answer;
import straum.domain.value.ColumnType;

/** An answer as a table for people: values as PostgreSQL prints them, laid out as psql lays them out. */
final class AnswerText {
    private AnswerText() {}

    /** The answer's table. */
    static Table of(Answer answer) {
        List<Table.Column> columns = new ArrayList<>();
        for (Answer.Column column : answer.columns()) {
            columns.add(new Table.Column(column.name(), isNumber(column.type().kind())));
        }
        return new Table(columns, new Cells(answer));
    }

    /** What psql puts to the right (column_type_alignment in print.c). */
    private static boolean isNumber(ColumnType.Kind kind) {
        return switch (kind) {
            case INT2, INT4, INT8, NUMERIC, FLOAT4, FLOAT8 -> true;
            case BOOL, TEXT, VARCHAR, BPCHAR, NAME, ENUM, UUID, DATE, TIMESTAMP, TIMESTAMPTZ -> false;
            case INTERVAL, TIME, BYTEA, OID, INET, OTHER -> false;
        };
    }

    private record Cells(Answer answer) implements Table.Cells {
        @Override
        public int rows() {
            return answer.rows();
        }

        @Override
        public void print(int row, int column, StringBuilder out) {
            Answer.Column values = answer.columns().get(column);
            if (!values.isNull(row)) {
                byte[] value = values.values()[row];
                values.type().print(value, 0, value.length, out);
            }
        }
    }
}
