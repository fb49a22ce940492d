package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static straum.notation.Placeless.NOWHERE;
import static straum.notation.Placeless.and;
import static straum.notation.Placeless.equal;
import static straum.notation.Placeless.in;
import static straum.notation.Placeless.isNull;
import static straum.notation.Placeless.name;
import static straum.notation.Placeless.not;
import static straum.notation.Placeless.operand;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.domain.ask.Ask;
import straum.domain.ask.AskError;
import straum.domain.ask.AskException;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.spec.Condition;
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
                .isEqualTo(asked(
                        List.of(output("region"), output("events"), output("amount")),
                        "usage",
                        and(equal("kind", text("purchase")), in("region", text("eu"), text("us"))),
                        new Ask.Range(
                                operand(text("2026-11-13T09:00:00Z")), operand(text("2026-11-13T10:00:00Z")), false),
                        new Ask.Item.Named(name("region"))));
        assertThat(ask.view().place()).isEqualTo(new Place(1, 36));
        assertThat(ask.outputs().get(2).place()).isEqualTo(new Place(1, 24));
        Condition.In<Name, Operand> in =
                (Condition.In<Name, Operand>) conditions(ask).get(1);
        assertThat(in.subject().place()).isEqualTo(new Place(2, 21));
        assertThat(in.values().get(1).place()).isEqualTo(new Place(2, 36));
        assertThat(ask.range().from()).extracting(Operand::place).isEqualTo(new Place(3, 17));
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
                .isEqualTo(asked(
                        List.of(new Ask.Output.Named(name("kind"), "k"), new Ask.Output.Named(name("bucket"), "B")),
                        "usage",
                        and(
                                equal("a", number("-1.5")),
                                equal("b", new Literal.Bool(true)),
                                in("c", text("it's"), NULL, number("3"), number(".5"), new Literal.Bool(false)),
                                equal("d", text("x'y")),
                                equal("e", new Literal.Typed("date", "2026-01-01")),
                                equal("f", new Literal.Typed("int4", "1")),
                                isNull("g"),
                                not(isNull("h"))),
                        new Ask.Range(null, null, true),
                        new Ask.Item.Output(0, NOWHERE),
                        new Ask.Item.Named(name("bucket"))));
    }

    @Test
    void aPositionInGroupByIsTheOutputThere() throws AskException {
        Ask ask = read("SELECT region AS r, events FROM usage WHERE bucket IS NOT NULL GROUP BY 1");
        assertThat(ask.groupBy()).containsExactly(new Ask.Item.Output(0, new Place(1, 73)));
    }

    @Test
    void aParameterMayBeUsedMoreThanOnceAndOutOfOrder() throws AskException {
        Ask ask = read("SELECT n FROM v WHERE a = $2 AND b IN ($1, $2)", NULL, number("7"));
        assertThat(conditions(Placeless.ask(ask))).containsExactly(equal("a", number("7")), in("b", NULL, number("7")));
    }

    @Test
    void aMissingParameterIsRefusedAtItsPlace() {
        AskException refused = refused("SELECT n FROM v WHERE a = $1 AND b IN ($2, $3)", text("x"));
        assertThat(refused.error())
                .isEqualTo(new AskError.Parameters(
                        "the query uses $2 and 1 parameter was given",
                        "give a value for each parameter that the query names, $1 first"));
        assertThat(refused.place()).isEqualTo(new Place(1, 40));
        assertThat(refused("SELECT n FROM v WHERE a = $1").error().message())
                .isEqualTo("the query uses $1 and 0 parameters were given");
    }

    @Test
    void anUnusedParameterIsRefusedByItsNumber() {
        AskException refused = refused("SELECT n FROM v WHERE a = $2", text("x"), text("y"), NULL);
        assertThat(refused.error())
                .isEqualTo(new AskError.Parameters(
                        "the query does not use $1, $3 of the parameters given",
                        "a parameter stands in the query without quotes: kind = $1"));
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
                .isEqualTo(asked(
                        List.of(output(folded), new Ask.Output.Named(name("x"), folded + "_")),
                        folded,
                        and(equal(folded, number("1")), in(folded, text("a")), isNull(folded)),
                        new Ask.Range(null, null, false),
                        new Ask.Item.Named(name(folded))));
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
        assertThat(conditions(ask).get(0).subjects()).extracting(Name::text).containsExactly(meant);
        assertThat(Placeless.ask(ask).groupBy()).containsExactly(new Ask.Item.Named(name(meant)));
    }

    @Test
    void anyWordNamesAnOutputAfterAs() throws AskException {
        Ask ask = read("SELECT a AS select, b AS user, c AS from, d day_ FROM v");
        assertThat(ask.outputs()).extracting(Ask.Output::as).containsExactly("select", "user", "from", "day_");
    }

    @Test
    void foldsTheLettersOfAsciiAlone() throws AskException {
        assertThat(read("SELECT KIND, ÄÖ, \"KIND\" AS k FROM Usage").outputs())
                .extracting(output -> ((Ask.Output.Named) output).name().text())
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
        Ask list = read("SELECT n FROM v WHERE a IN (1" + ",-1,'a',+2,NULL,TRUE".repeat(3000) + ") AND b = 2");
        assertThat(((Condition.In<Name, Operand>) conditions(list).get(0)).values())
                .hasSize(15001);
        assertThat(conditions(read("SELECT n FROM v WHERE a = 1" + " AND a = 1".repeat(1999))))
                .hasSize(2000);
        assertThat(conditions(read("SELECT n FROM v WHERE " + "(".repeat(64) + "a = 1" + ")".repeat(64))))
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
        assertThat(refused("SELECT n FROM v WHERE a IN ((1)" + ", 1".repeat(2049) + ")")
                        .error()
                        .message())
                .isEqualTo("a statement has at most 2048 commas, lists of values apart");
        assertThat(refused("SELECT n FROM v WHERE a" + " OR a".repeat(9000))
                        .error()
                        .message())
                .isEqualTo("a statement has at most 8192 words and marks, lists of values apart");
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
        return new Ask.Output.Named(name(name), name);
    }

    /** An ask without HAVING, ORDER BY and limits. */
    @SuppressWarnings("NullAway") // what may be null of an ask, which is lost from the compiled record
    private static Ask asked(
            List<Ask.Output> outputs,
            String view,
            @Nullable Condition<Name, Operand> where,
            Ask.Range range,
            Ask.Item... groupBy) {
        return new Ask(name(view), outputs, where, range, List.of(groupBy), List.of(), List.of(), null, null);
    }

    /** What WHERE asks of keys, each conjunct. */
    private static List<Condition<Name, Operand>> conditions(Ask ask) {
        return ask.where() instanceof Condition.And<Name, Operand> and ? and.all() : List.of(ask.where());
    }

    private static Literal text(String text) {
        return new Literal.Text(text);
    }

    private static Literal number(String text) {
        return new Literal.Number(text);
    }
}
