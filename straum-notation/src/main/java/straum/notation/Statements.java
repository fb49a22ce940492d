package straum.notation;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the tokens of a text into statements at their semicolons, and holds each to what the parser takes in without trouble:
 * its time grows with the square of how deep parentheses nest.
 */
final class Statements {
    /** How deep parentheses may nest. */
    static final int MAX_NESTING = 64;

    /** How many pairs of parentheses a statement may have. */
    static final int MAX_PARENTHESES = 4096;

    /** How many tokens a statement may have. */
    static final int MAX_TOKENS = 1 << 16;

    private final List<List<Token>> statements = new ArrayList<>();
    private List<Token> statement = new ArrayList<>();
    private final List<Token> open = new ArrayList<>();
    private int parentheses;

    private Statements() {}

    /**
     * The statements of a text, each with an END as its last token: its semicolon, or the text's end, which ends one only
     * where something stands before it.
     *
     * @throws Refusal when a statement is empty or past a limit, or parentheses do not pair
     */
    static List<List<Token>> of(List<Token> tokens) throws Refusal {
        Statements cut = new Statements();
        for (Token token : tokens) {
            if (token.isSymbol(";") || token.kind() == Token.Kind.END) {
                cut.end(token);
            } else {
                cut.add(token);
            }
        }
        return cut.statements;
    }

    private void add(Token token) throws Refusal {
        if (token.isSymbol("(")) {
            open.add(token);
            parentheses++;
        } else if (token.isSymbol(")")) {
            if (open.isEmpty()) {
                throw new Refusal(token.place(), "the parenthesis closes none", null);
            }
            open.remove(open.size() - 1);
        }
        if (open.size() > MAX_NESTING) {
            throw new Refusal(token.place(), "parentheses nest deeper than " + MAX_NESTING, null);
        }
        if (parentheses > MAX_PARENTHESES) {
            throw new Refusal(token.place(), "a statement has at most " + MAX_PARENTHESES + " parentheses", null);
        }
        if (statement.size() == MAX_TOKENS) {
            throw new Refusal(token.place(), "a statement has at most " + MAX_TOKENS + " words and marks", null);
        }
        statement.add(token);
    }

    private void end(Token end) throws Refusal {
        if (!open.isEmpty()) {
            throw new Refusal(open.get(open.size() - 1).place(), "the parenthesis is never closed", null);
        }
        if (statement.isEmpty()) {
            if (end.kind() == Token.Kind.END) {
                return;
            }
            throw new Refusal(end.place(), "the semicolon ends no statement", null);
        }
        statement.add(new Token(Token.Kind.END, "", end.source(), end.place()));
        statements.add(statement);
        statement = new ArrayList<>();
        parentheses = 0;
    }
}
