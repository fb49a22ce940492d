package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static straum.notation.Placeless.isNull;
import static straum.notation.Placeless.name;
import static straum.notation.Placeless.oneOf;
import static straum.notation.Placeless.operand;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.domain.ask.Ask;
import straum.domain.ask.AskError;
import straum.domain.ask.AskException;
import straum.domain.ask.Condition;
import straum.domain.value.Literal;
import straum.domain.value.Place;

class AskReaderTest {
    private static final Literal NULL = new Literal.Null();

    @Test
    void readsTheAskOfTheGuide() throws AskException {
        Ask ask = read(
                """
                SELECT region, events, amount FROM usage
                WHERE kind = $1 AND region IN ($2, $3)
                  AND bucket >= $4 AND bucket < $5
                GROUP BY region
                """,
                text("purchase"),
                text("eu"),
                text("us"),
                text("2026-11-13T09:00:00Z"),
                text("2026-11-13T10:00:00Z"));

        assertThat(Placeless.ask(ask))
                .isEqualTo(new Ask(
                        name("usage"),
                        List.of(output("region"), output("events"), output("amount")),
                        List.of(oneOf("kind", text("purchase")), oneOf("region", text("eu"), text("us"))),
                        operand(text("2026-11-13T09:00:00Z")),
                        operand(text("2026-11-13T10:00:00Z")),
                        false,
                        List.of(name("region"))));
        assertThat(ask.view().place()).isEqualTo(new Place(1, 36));
        assertThat(ask.outputs().get(2).name().place()).isEqualTo(new Place(1, 24));
        assertThat(ask.conditions().get(1)).isInstanceOfSatisfying(Condition.OneOf.class, oneOf -> {
            assertThat(oneOf.key().place()).isEqualTo(new Place(2, 21));
            assertThat(oneOf.values().get(1).place()).isEqualTo(new Place(2, 36));
        });
        assertThat(ask.from()).extracting(Condition.Operand::place).isEqualTo(new Place(3, 17));
        assertThat(ask.groupBy().get(0).place()).isEqualTo(new Place(4, 10));
    }

    @Test
    @SuppressWarnings("NullAway") // the bounds may be null, which is lost from the compiled record
    void readsEveryKindOfValueAndParenthesesAroundAnything() throws AskException {
        Ask ask = read("""
                select (kind) k, bucket as "B" from "usage"
                where ((a = -1.5)) and (true = (b)) and c in ('it''s', null, (3), +.5, FALSE)
                  and (d = $$x'y$$ and (e = date '2026-01-01' and f = '1'::int))
                  and g is null and (h) is not null and bucket is not null
                group by (1, bucket);
                """);

        assertThat(Placeless.ask(ask))
                .isEqualTo(new Ask(
                        name("usage"),
                        List.of(new Ask.Output(name("kind"), "k"), new Ask.Output(name("bucket"), "B")),
                        List.of(
                                oneOf("a", number("-1.5")),
                                oneOf("b", new Literal.Bool(true)),
                                oneOf("c", text("it's"), NULL, number("3"), number(".5"), new Literal.Bool(false)),
                                oneOf("d", text("x'y")),
                                oneOf("e", new Literal.Typed("date", "2026-01-01")),
                                oneOf("f", new Literal.Typed("int4", "1")),
                                isNull("g", false),
                                isNull("h", true)),
                        null,
                        null,
                        true,
                        List.of(name("kind"), name("bucket"))));
    }

    @Test
    void aPositionInGroupByIsTheNameOfTheOutputThere() throws AskException {
        Ask ask = read("SELECT region AS r, events FROM usage WHERE bucket IS NOT NULL GROUP BY 1");
        assertThat(ask.groupBy()).hasSize(1);
        assertThat(ask.groupBy().get(0).text()).isEqualTo("region");
        assertThat(ask.groupBy().get(0).place()).isEqualTo(new Place(1, 73));
    }

    @Test
    void aParameterMayBeUsedMoreThanOnceAndOutOfOrder() throws AskException {
        Ask ask = read("SELECT n FROM v WHERE a = $2 AND b IN ($1, $2)", NULL, number("7"));
        assertThat(Placeless.ask(ask).conditions())
                .containsExactly(oneOf("a", number("7")), oneOf("b", NULL, number("7")));
    }

    @Test
    void aMissingParameterIsRefusedAtItsPlace() {
        AskException refused = refused("SELECT n FROM v WHERE a = $1 AND b IN ($2, $3)", text("x"));
        assertThat(refused.error())
                .isEqualTo(new AskError.Parameters("the query uses $3 and 1 parameter was given", null));
        assertThat(refused.place()).isEqualTo(new Place(1, 40));
        assertThat(refused("SELECT n FROM v WHERE a = $1").error().message())
                .isEqualTo("the query uses $1 and 0 parameters were given");
    }

    @Test
    void anUnusedParameterIsRefusedByItsNumber() {
        AskException refused = refused("SELECT n FROM v WHERE a = $2", text("x"), text("y"), NULL);
        assertThat(refused.error())
                .isEqualTo(new AskError.Parameters("the query does not use $1, $3 of the parameters given", null));
        assertThat(refused.place()).isNull();
        assertThat(refused.error().type()).isEqualTo("parameters");
    }

    /** Words of PostgreSQL, of JSqlParser and of other dialects: PostgreSQL takes them all as names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "current",
                "sample",
                "final",
                "use",
                "date",
                "timestamp",
                "interval",
                "between",
                "values",
                "key",
                "filter",
                "over",
                "within",
                "first",
                "last",
                "nulls",
                "by",
                "view",
                "buckets",
                "measure",
                "count",
                "exists",
                "at",
                "time",
                "zone",
                "unknown",
                "row",
                "rows",
                "day",
                "year",
                "limit_",
                "top",
                "skip",
                "qualify",
                "pivot",
                "percent",
                "start",
                "connect",
                "prior",
                "rownum",
                "sysdate",
                "action",
                "index",
                "set",
                "session",
                "public",
                "optimize",
                "format",
                "replace",
                "update",
                "insert",
                "delete",
                "merge",
                "if",
                "group_concat",
                "div",
                "mod",
                "regexp",
                "rlike",
                "straight_join",
                "apply",
                "outer_",
                "semi",
                "anti",
                "global",
                "any_value",
                "overwrite",
                "text",
                "char",
                "int",
                "double",
                "precision",
                "without",
                "sélection",
                "Ümläut",
                "日本",
                "a$b",
                "_x1"
            })
    @SuppressWarnings("NullAway") // the bounds may be null, which is lost from the compiled record
    void takesUnquotedWhatPostgresqlTakesUnquoted(String word) throws AskException {
        String folded = Lexer.folded(word);
        Ask ask = read("SELECT " + word + ", x AS " + word + "_ FROM " + word + " WHERE " + word + " = 1 AND " + word
                + " IN ('a') AND (" + word + " IS NULL) GROUP BY " + word);
        assertThat(Placeless.ask(ask))
                .isEqualTo(new Ask(
                        name(folded),
                        List.of(output(folded), new Ask.Output(name("x"), folded + "_")),
                        List.of(oneOf(folded, number("1")), oneOf(folded, text("a")), isNull(folded, false)),
                        null,
                        null,
                        false,
                        List.of(name(folded))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"select", "user", "left", "order", "window", "Kind", "a b", "a\"\"b", "a.b", "--", "'", "1"})
    void takesAnyNameInDoubleQuotes(String name) throws AskException {
        String quoted = '"' + name + '"';
        Ask ask = read("SELECT " + quoted + " FROM " + quoted + " WHERE " + quoted + " = 1 GROUP BY " + quoted);
        String meant = name.replace("\"\"", "\"");
        assertThat(ask.view().text()).isEqualTo(meant);
        assertThat(ask.outputs().get(0).as()).isEqualTo(meant);
        assertThat(ask.conditions().get(0).key().text()).isEqualTo(meant);
        assertThat(ask.groupBy().get(0).text()).isEqualTo(meant);
    }

    @Test
    void anyWordNamesAnOutputAfterAs() throws AskException {
        Ask ask = read("SELECT a AS select, b AS user, c AS from, d day_ FROM v");
        assertThat(ask.outputs()).extracting(Ask.Output::as).containsExactly("select", "user", "from", "day_");
    }

    @Test
    void foldsTheLettersOfAsciiAlone() throws AskException {
        assertThat(read("SELECT KIND, ÄÖ, \"KIND\" AS k FROM Usage").outputs())
                .extracting(output -> output.name().text())
                .containsExactly("kind", "ÄÖ", "KIND");
    }

    @Test
    void anEmptyTextIsNoAsk() {
        for (String text : List.of("", " \n\t", "/* nothing */")) {
            AskException refused = refused(text);
            assertThat(refused.error().message()).isEqualTo("there is no ask in the text");
            assertThat(refused.place()).isEqualTo(new Place(1, 1));
        }
    }

    @Test
    void aTextPastTheLimitIsRefused() throws AskException {
        String ask = "SELECT n FROM v -- ";
        String longest = ask + "x".repeat(AskReader.MAX_BYTES - ask.length());
        assertThat(read(longest).view().text()).isEqualTo("v");
        assertThat(refused(longest + "x").error().message())
                .isEqualTo("an ask is at most 64 KiB long, and this text is longer");
        String umlauts = ask + "ä".repeat((AskReader.MAX_BYTES - ask.length()) / 2 + 1);
        assertThat(refused(umlauts).place()).isEqualTo(new Place(1, 1));
    }

    @Test
    void aLongListIsReadAndADeepOneRefused() throws AskException {
        Condition condition = read("SELECT n FROM v WHERE a IN (1" + ", 1".repeat(4999) + ")")
                .conditions()
                .get(0);
        assertThat(((Condition.OneOf) condition).values()).hasSize(5000);
        assertThat(read("SELECT n FROM v WHERE a = 1" + " AND a = 1".repeat(2999))
                        .conditions())
                .hasSize(3000);
        assertThat(read("SELECT n FROM v WHERE " + "(".repeat(64) + "a = 1" + ")".repeat(64))
                        .conditions())
                .hasSize(1);
        assertThat(refused("SELECT n FROM v WHERE " + "(".repeat(65) + "a = 1" + ")".repeat(65)))
                .satisfies(refused -> {
                    assertThat(refused.error().message()).isEqualTo("parentheses nest deeper than 64");
                    assertThat(refused.place()).isEqualTo(new Place(1, 87));
                });
        assertThat(refused("SELECT n FROM v WHERE a IN ((1)" + ", (1)".repeat(4096) + ")")
                        .error()
                        .message())
                .isEqualTo("a statement has at most 4096 parentheses");
        assertThat(refused("SELECT n" + ", n".repeat(1664) + " FROM v").error().message())
                .isEqualTo("there are more than 1664 outputs");
    }

    private static Ask read(String query, Literal... parameters) throws AskException {
        return AskReader.read(query, Arrays.asList(parameters));
    }

    private static AskException refused(String query, Literal... parameters) {
        AskException refused = catchThrowableOfType(AskException.class, () -> read(query, parameters));
        assertThat(refused).as("refused").isNotNull();
        return refused;
    }

    private static Ask.Output output(String name) {
        return new Ask.Output(name(name), name);
    }

    private static Literal text(String text) {
        return new Literal.Text(text);
    }

    private static Literal number(String text) {
        return new Literal.Number(text);
    }
}
