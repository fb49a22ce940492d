package straum.notation;

import java.util.ArrayList;
import java.util.List;

/** Cuts the tokens of a text into statements at their semicolons, and holds parentheses to their pairs. */
final class Statements {
    /** How deep parentheses may nest. */
    static final int MAX_NESTING = 64;

    private Statements() {}

    /**
     * The statements of a text, each with an END as its last token: its semicolon, or the text's end, which closes one only
     * where something stands before it.
     *
     * @throws Refusal when parentheses do not pair or nest too deep
     */
    static List<List<Token>> of(List<Token> tokens) throws Refusal {
        List<List<Token>> statements = new ArrayList<>();
        List<Token> open = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.isSymbol("(")) {
                open.add(token);
                if (open.size() > MAX_NESTING) {
                    throw new Refusal(token.place(), "parentheses nest deeper than " + MAX_NESTING, null);
                }
            } else if (token.isSymbol(")")) {
                if (open.isEmpty()) {
                    throw new Refusal(token.place(), "the parenthesis closes none", null);
                }
                open.remove(open.size() - 1);
            } else if (token.isSymbol(";") || token.kind() == Token.Kind.END) {
                if (!open.isEmpty()) {
                    throw new Refusal(open.get(open.size() - 1).place(), "the parenthesis is never closed", null);
                }
                if (token.isSymbol(";") || start < i) {
                    List<Token> statement = new ArrayList<>(tokens.subList(start, i));
                    statement.add(new Token(Token.Kind.END, "", token.source(), token.place()));
                    statements.add(statement);
                }
                start = i + 1;
            }
        }
        return statements;
    }
}
