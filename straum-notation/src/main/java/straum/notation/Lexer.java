package straum.notation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import straum.domain.value.Place;

/**
 * Cuts a text into tokens as PostgreSQL's scanner does (manual, 4.1; parser/scan.l), with the exact place of each, and
 * refuses by name what it does not read the same way. Comments are passed over.
 */
final class Lexer {
    /** The longest name PostgreSQL keeps whole, in bytes of UTF-8 (NAMEDATALEN − 1); it cuts a longer one. */
    static final int NAME_BYTES = 63;

    /** The highest parameter the protocol has room for. */
    static final int MAX_PARAMETER = 65_535;

    private static final String OPERATOR_CHARACTERS = "+-*/<>=~!@#%^&|`?";
    /** An operator with one of these in it may end in {@code +} or {@code -} (manual, 4.1.3). */
    private static final String LOOSE_ENDS = "~!@#%^&|`?";

    private static final Pattern NUMBER = Pattern.compile("(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?");
    private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*)?\\$");

    private final String text;
    /** The hint where a parameter seems to be meant. */
    private final String parameters;

    private final List<Token> tokens = new ArrayList<>();
    /** Where the scan is: the index of a UTF-16 unit, and the line and column of it. */
    private int at;

    private int line = 1;
    private int column = 1;
    /** Where the last token ends. */
    private Place end = new Place(1, 1);

    private Lexer(String text, boolean isSpec) {
        this.text = text;
        this.parameters =
                isSpec ? "a spec has no parameters: write the value itself" : "parameters are $1, $2, and so on";
    }

    /**
     * The tokens of a text, the last of them an END at the text's end.
     *
     * @param maxBytes the most it may take in UTF-8
     * @param what what the text is, for the refusal of a longer one: {@code an ask}
     */
    static List<Token> tokens(String text, int maxBytes, String what) throws Refusal {
        if (isLonger(text, maxBytes)) {
            String most = maxBytes >= 1 << 20 ? (maxBytes >> 20) + " MiB" : (maxBytes >> 10) + " KiB";
            throw new Refusal(new Place(1, 1), what + " is at most " + most + " long, and this text is longer", null);
        }
        Lexer lexer = new Lexer(text, what.equals("a spec"));
        try {
            return lexer.scan();
        } catch (Refusal refusal) {
            throw Unclosed.refusal(refusal, lexer.tokens);
        }
    }

    static boolean isLonger(String text, int maxBytes) {
        long bytes = 0;
        for (int i = 0; i < text.length() && bytes <= maxBytes; i++) {
            char c = text.charAt(i);
            // Half of a surrogate pair is counted as 2: the pair takes 4.
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes > maxBytes;
    }

    private List<Token> scan() throws Refusal {
        while (skipBlanks()) {
            int c = text.codePointAt(at);
            if (c == '\'') {
                text();
            } else if (c == '"') {
                quotedName();
            } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
                number();
            } else if (c == '$') {
                dollar();
            } else if (isNameStart(c)) {
                word();
            } else if (OPERATOR_CHARACTERS.indexOf(c) >= 0) {
                operator();
            } else {
                mark(c);
            }
        }
        tokens.add(new Token(Token.Kind.END, "", "", end));
        return tokens;
    }

    /** Passes over white space and comments, and says whether anything follows. */
    private boolean skipBlanks() throws Refusal {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
                advance(1);
            } else if (text.startsWith("--", at)) {
                int end = at;
                while (end < text.length() && !Place.isLineEnd(text, end)) {
                    end++;
                }
                advance(end - at);
            } else if (text.startsWith("/*", at)) {
                skipComment();
            } else {
                return true;
            }
        }
        return false;
    }

    /** Comments nest (manual, 4.1.5). */
    private void skipComment() throws Refusal {
        Place start = place();
        int depth = 0;
        do {
            if (text.startsWith("/*", at)) {
                depth++;
                advance(2);
            } else if (text.startsWith("*/", at)) {
                depth--;
                advance(2);
            } else if (at < text.length()) {
                advance(1);
            } else {
                throw new Refusal(start, "the comment is never closed", "each /* needs a */ of its own");
            }
        } while (depth > 0);
    }

    private void text() throws Refusal {
        int end = closing('\'');
        if (end < 0) {
            throw new Refusal(place(), "the text is never closed", "a quote within a text is written twice: 'it''s'");
        }
        String inner = text.substring(at + 1, end - 1).replace("''", "'");
        add(Token.Kind.TEXT, inner, end);
    }

    private void quotedName() throws Refusal {
        int end = closing('"');
        if (end < 0) {
            throw new Refusal(place(), "the quoted name is never closed", "a text is written in single quotes");
        }
        String name = text.substring(at + 1, end - 1).replace("\"\"", "\"");
        if (name.isEmpty()) {
            throw new Refusal(place(), "a name in double quotes is not empty", null);
        }
        add(Token.Kind.QUOTED, checkedName(name), end);
    }

    /** The index behind the quote that closes the one at the scan's place, or −1; a doubled one does not close. */
    private int closing(char quote) {
        int end = at + 1;
        while (true) {
            end = text.indexOf(quote, end);
            if (end < 0) {
                return -1;
            }
            if (end + 1 == text.length() || text.charAt(end + 1) != quote) {
                return end + 1;
            }
            end += 2;
        }
    }

    private void number() throws Refusal {
        int end = match(NUMBER);
        if (end < text.length() && isNamePart(text.codePointAt(end))) {
            while (end < text.length() && isNamePart(text.codePointAt(end))) {
                end += Character.charCount(text.codePointAt(end));
            }
            Token number = new Token(Token.Kind.NUMBER, "", text.substring(at, end), place());
            throw new Refusal(
                    place(), number.shown() + " is no number", "numbers are written in decimal: 15, 1.5, 1.5e3");
        }
        add(Token.Kind.NUMBER, text.substring(at, end), end);
    }

    private void dollar() throws Refusal {
        if (isDigit(peek(1))) {
            int end = at + 1;
            while (end < text.length() && isNamePart(text.charAt(end))) {
                end++;
            }
            String digits = text.substring(at + 1, end);
            boolean fits = digits.length() <= 9 && digits.chars().allMatch(Lexer::isDigit);
            int number = fits ? Integer.parseInt(digits) : 0;
            if (number < 1 || number > MAX_PARAMETER) {
                Token parameter = new Token(Token.Kind.PARAMETER, "", "$" + digits, place());
                throw new Refusal(place(), parameter.shown() + " is no parameter", parameters);
            }
            add(Token.Kind.PARAMETER, Integer.toString(number), end);
            return;
        }
        int opened = match(DOLLAR_QUOTE);
        if (opened < 0) {
            throw new Refusal(place(), "a dollar sign has no place here", parameters);
        }
        String tag = text.substring(at, opened);
        int close = text.indexOf(tag, opened);
        if (close < 0) {
            throw new Refusal(place(), "the text is never closed", "it ends with the " + tag + " it begins with");
        }
        add(Token.Kind.TEXT, text.substring(opened, close), close + tag.length());
    }

    private void word() throws Refusal {
        int end = at;
        while (end < text.length() && isNamePart(text.codePointAt(end))) {
            end += Character.charCount(text.codePointAt(end));
        }
        String word = text.substring(at, end);
        refusePrefix(word, end);
        add(Token.Kind.WORD, checkedName(folded(word)), end);
    }

    /** PostgreSQL folds the letters of ASCII alone in a UTF-8 database (parser/scansup.c, downcase_identifier). */
    static String folded(String word) {
        StringBuilder folded = new StringBuilder(word);
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                folded.setCharAt(i, (char) (c + ('a' - 'A')));
            }
        }
        return folded.toString();
    }

    /** Refuses a text or name with a prefix, whose escapes are not read. */
    private void refusePrefix(String word, int end) throws Refusal {
        String prefix = word.toUpperCase(Locale.ROOT);
        if (text.startsWith("'", end)
                && (prefix.equals("E") || prefix.equals("B") || prefix.equals("X") || prefix.equals("N"))) {
            throw new Refusal(
                    place(),
                    "a text written " + prefix + "'...' is not read",
                    "write '...'; a quote within is doubled");
        }
        if (prefix.equals("U") && (text.startsWith("&'", end) || text.startsWith("&\"", end))) {
            String quotes = text.charAt(end + 1) == '"' ? "\"...\"" : "'...'";
            throw new Refusal(place(), "U&" + quotes + " is not read", "write the characters themselves: " + quotes);
        }
    }

    private String checkedName(String name) throws Refusal {
        if (isLonger(name, NAME_BYTES)) {
            throw new Refusal(
                    place(),
                    "the name is longer than " + NAME_BYTES + " bytes",
                    "PostgreSQL would cut it: write it as PostgreSQL keeps it");
        }
        return name;
    }

    private void operator() throws Refusal {
        int end = at;
        while (end < text.length()
                && OPERATOR_CHARACTERS.indexOf(text.charAt(end)) >= 0
                && !text.startsWith("--", end)
                && !text.startsWith("/*", end)) {
            end++;
            if (end - at > NAME_BYTES) {
                throw new Refusal(place(), "the operator is longer than " + NAME_BYTES + " characters", null);
            }
        }
        boolean loose = text.substring(at, end).chars().anyMatch(c -> LOOSE_ENDS.indexOf(c) >= 0);
        while (!loose && end - at > 1 && (text.charAt(end - 1) == '+' || text.charAt(end - 1) == '-')) {
            end--;
        }
        String operator = text.substring(at, end);
        if (operator.startsWith("?")) {
            throw new Refusal(place(), "? has no place here", parameters);
        }
        if (operator.startsWith("`")) {
            throw new Refusal(place(), "a backtick quotes nothing", "a name is quoted in double quotes: \"name\"");
        }
        add(Token.Kind.SYMBOL, operator, end);
    }

    private void mark(int c) throws Refusal {
        if (c == ':' && peek(1) == ':') {
            add(Token.Kind.SYMBOL, "::", at + 2);
        } else if (c == '(' || c == ')' || c == ',' || c == ';' || c == '.') {
            add(Token.Kind.SYMBOL, Character.toString(c), at + 1);
        } else if (c == ':') {
            throw new Refusal(place(), ": has no place here", parameters);
        } else if (c == '[' || c == ']') {
            throw new Refusal(
                    place(),
                    Character.toString(c) + " has no place here",
                    "a name is quoted in double quotes: \"name\"");
        } else if (c == '{' || c == '}' || c == '\\') {
            throw new Refusal(place(), Character.toString(c) + " has no place here", null);
        } else {
            throw new Refusal(
                    place(),
                    String.format(Locale.ROOT, "the character U+%04X has no place here", c),
                    "only within quotes: 'text', \"name\"");
        }
    }

    private void add(Token.Kind kind, String meaning, int end) throws Refusal {
        Place place = place();
        String source = text.substring(at, end);
        if (kind == Token.Kind.TEXT || kind == Token.Kind.QUOTED) {
            refuseUnencodable(source);
        }
        tokens.add(new Token(kind, meaning, source, place));
        advance(end - at);
        this.end = place();
    }

    /** PostgreSQL's texts and names hold any character but NUL, and halves of a surrogate pair are none. */
    private void refuseUnencodable(String source) throws Refusal {
        boolean nul = source.indexOf('\0') >= 0;
        boolean half = source.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        if (nul || half) {
            throw new Refusal(place(), "PostgreSQL has no " + (nul ? "NUL character" : "half characters"), null);
        }
    }

    /** The index behind what the pattern matches at the scan's place, or −1. */
    private int match(Pattern pattern) {
        var matcher = pattern.matcher(text).region(at, text.length());
        return matcher.lookingAt() ? matcher.end() : -1;
    }

    private int peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : -1;
    }

    private Place place() {
        return new Place(line, column);
    }

    private void advance(int units) {
        int end = at + units;
        while (at < end) {
            if (Place.isLineEnd(text, at)) {
                line++;
                column = 1;
            } else if (!Character.isLowSurrogate(text.charAt(at)) || !isPair(at - 1)) {
                column++;
            }
            at++;
        }
    }

    private boolean isPair(int index) {
        return index >= 0 && Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    /**
     * PostgreSQL takes every character beyond ASCII into a name, no-break spaces and zero-width ones too. Only letters are
     * here: an invisible character in a name would never be found.
     */
    private static boolean isNameStart(int c) {
        return c == '_' || (c < 0x80 ? (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') : Character.isLetter(c));
    }

    private static boolean isNamePart(int c) {
        return isNameStart(c) || isDigit(c) || c == '$' || (c >= 0x80 && (Character.isDigit(c) || isMark(c)));
    }

    private static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
    }
}
