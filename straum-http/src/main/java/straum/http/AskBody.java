package straum.http;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.value.Literal;

/**
 * What the body of an ask says: {@code {"query": "SELECT ...", "params": [...]}}, or the query alone. Nothing in it is
 * passed over: what is not known, said twice, or after the end, is refused with its place.
 */
record AskBody(String query, List<Literal> parameters) {
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    /** The characters shown of a name that is none. */
    private static final int MAX_SHOWN = 60;

    AskBody {
        parameters = List.copyOf(parameters);
    }

    /** A body that is the query and nothing else. */
    static AskBody query(byte[] body, HttpSettings.Sizes sizes) throws ProblemException {
        return of(text(body), List.of(), sizes);
    }

    /** A body that is a JSON object (RFC 8259). */
    static AskBody json(byte[] body, HttpSettings.Sizes sizes) throws ProblemException {
        String text = text(body);
        try (JsonParser parser = Json.FACTORY.createParser(text)) {
            return new JsonReader(text, parser, sizes).read();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static AskBody of(String query, List<Literal> parameters, HttpSettings.Sizes sizes)
            throws ProblemException {
        if (query.isBlank()) {
            throw new ProblemException(Problem.invalidBody("the body has no query"));
        }
        long bytes = utf8Length(query);
        if (bytes > sizes.query()) {
            throw new ProblemException(Problem.queryTooLong(bytes, sizes.query()));
        }
        return new AskBody(query, parameters);
    }

    /** The text of the bytes, which are UTF-8 and nothing else, without a byte order mark. */
    private static String text(byte[] body) throws ProblemException {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(body);
        CharBuffer out = CharBuffer.allocate(body.length);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError()) {
            throw new ProblemException(
                    Problem.invalidBody("the body is not UTF-8: its byte " + (in.position() + 1) + " cannot be read"));
        }
        out.flip();
        return (out.length() > 0 && out.charAt(0) == BYTE_ORDER_MARK ? out.position(1) : out).toString();
    }

    private static long utf8Length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }

    /** Reads one JSON body. */
    private static final class JsonReader {
        private final String text;
        private final JsonParser parser;
        private final HttpSettings.Sizes sizes;
        private @Nullable String query;
        private @Nullable List<Literal> parameters;

        JsonReader(String text, JsonParser parser, HttpSettings.Sizes sizes) {
            this.text = text;
            this.parser = parser;
            this.sizes = sizes;
        }

        AskBody read() throws ProblemException, IOException {
            try {
                return document();
            } catch (StreamConstraintsException beyond) {
                throw wrong(
                        "a number has more than " + Json.MAX_NUMBER_LENGTH + " digits, which can be sent as a string");
            } catch (JsonParseException malformed) {
                throw wrong("it cannot be read as JSON", malformed.getLocation().getCharOffset());
            }
        }

        private AskBody document() throws ProblemException, IOException {
            if (text.isBlank()) {
                throw new ProblemException(Problem.invalidBody("the body is empty"));
            }
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw wrong("a JSON object is wanted: {\"query\": \"SELECT ...\", \"params\": [...]}");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                member(parser.currentName());
            }
            if (parser.nextToken() != null) {
                throw wrong("nothing may follow the object");
            }
            return of(query == null ? "" : query, parameters == null ? List.of() : parameters, sizes);
        }

        private void member(String name) throws ProblemException, IOException {
            switch (name) {
                case "query" -> {
                    if (query != null) {
                        throw wrong("query is given twice");
                    }
                    if (parser.nextToken() != JsonToken.VALUE_STRING) {
                        throw wrong("query is not a string");
                    }
                    query = string();
                }
                case "params" -> {
                    if (parameters != null) {
                        throw wrong("params is given twice");
                    }
                    if (parser.nextToken() != JsonToken.START_ARRAY) {
                        throw wrong("params is not an array");
                    }
                    parameters = literals();
                }
                default -> throw wrong("there is no member \"" + shortened(name) + "\", only \"query\" and \"params\"");
            }
        }

        private static String shortened(String name) {
            return name.length() <= MAX_SHOWN ? name : name.substring(0, MAX_SHOWN) + "...";
        }

        private List<Literal> literals() throws ProblemException, IOException {
            List<Literal> literals = new ArrayList<>();
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                if (literals.size() == sizes.parameters()) {
                    throw wrong("at most " + sizes.parameters() + " parameters are read");
                }
                literals.add(literal(token, literals.size() + 1));
            }
            return literals;
        }

        /** A parameter; a number by its digits, which Jackson keeps as long as nobody asks for a value. */
        private Literal literal(@Nullable JsonToken token, int number) throws ProblemException, IOException {
            if (token == null) {
                throw wrong("params does not end");
            }
            return switch (token) {
                case VALUE_STRING -> new Literal.Text(string());
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Literal.Number(parser.getText());
                case VALUE_TRUE -> new Literal.Bool(true);
                case VALUE_FALSE -> new Literal.Bool(false);
                case VALUE_NULL -> new Literal.Null();
                default -> throw wrong("$" + number + " is neither a string, a number, a boolean nor null");
            };
        }

        /** The string at hand, which is one PostgreSQL can hold: no half of a surrogate pair, no U+0000. */
        private String string() throws ProblemException, IOException {
            String string = parser.getText();
            for (int i = 0; i < string.length(); i++) {
                char c = string.charAt(i);
                if (Character.isHighSurrogate(c)
                        && i + 1 < string.length()
                        && Character.isLowSurrogate(string.charAt(i + 1))) {
                    i++;
                } else if (Character.isSurrogate(c) || c == 0) {
                    throw wrong(String.format("\\u%04X alone is no character of a text", (int) c));
                }
            }
            return string;
        }

        private ProblemException wrong(String why) {
            return wrong(why, parser.currentTokenLocation().getCharOffset());
        }

        /** A refusal that names the place, in characters. */
        private ProblemException wrong(String why, long offset) {
            int at = (int) Math.max(0, Math.min(offset, text.length()));
            int line = 1;
            int start = 0;
            for (int i = 0; i < at; i++) {
                if (text.charAt(i) == '\n') {
                    line++;
                    start = i + 1;
                }
            }
            int column = text.codePointCount(start, at) + 1;
            return new ProblemException(
                    Problem.invalidBody("the body is wrong at line " + line + ", column " + column + ": " + why));
        }
    }
}
