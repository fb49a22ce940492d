package straum.domain.ask;

import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Misfit;

/** Reads the values of an ask as their columns' types. */
final class TypedValue {
    private TypedValue() {}

    /**
     * The canonical bytes.
     *
     * @param name the column's name in the ask
     * @throws AskException when it is null or does not fit the type
     */
    static byte[] of(String name, ColumnType type, Operand operand) throws AskException {
        byte[] value = operand.value() instanceof Literal.Null ? null : type.read(operand.value());
        if (value == null) {
            throw new AskException(new AskError.WrongType(name, Misfit.of(type, operand.value())), operand.place());
        }
        return value;
    }
}
