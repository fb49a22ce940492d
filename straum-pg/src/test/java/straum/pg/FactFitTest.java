package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Assumed;
import straum.domain.spec.Condition;
import straum.domain.spec.Condition.Operator;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.ColumnType.Kind;
import straum.domain.value.Literal;

/** What a view is told whose columns are not what it takes them for: the catalog as data, no server. */
class FactFitTest {
    private static final TableName EVENTS = new TableName("app", "events");
    private static final TableName ACCOUNTS = new TableName("app", "accounts");
    private static final Collation C = new Collation(950, "C", false, true, true);
    private static final Collation DEFAULT = new Collation(100, "default", true, true, false);
    private static final Collation GERMAN = new Collation(9000, "de-x-icu", false, true, false);
    private static final Collation LOOSE = new Collation(9001, "loose", false, false, false);
    private static final ColumnType MOOD = ColumnType.enumOf("mood", List.of("sad", "ok"));

    private final List<CatalogColumn> events = new ArrayList<>(List.of(
            column("at", ColumnType.TIMESTAMPTZ, null),
            column("kind", ColumnType.TEXT, C),
            column("german", ColumnType.TEXT, GERMAN),
            column("title", ColumnType.VARCHAR, DEFAULT),
            column("loose", ColumnType.TEXT, LOOSE),
            column("code", ColumnType.bpchar(3), DEFAULT),
            column("nm", ColumnType.NAME, C),
            column("n", ColumnType.INT4, null),
            column("small", ColumnType.INT2, null),
            column("f4", ColumnType.FLOAT4, null),
            column("f8", ColumnType.FLOAT8, null),
            column("ok", ColumnType.BOOL, null),
            column("day", ColumnType.DATE, null),
            column("wall", ColumnType.TIMESTAMP, null),
            column("id", ColumnType.UUID, null),
            column("price", ColumnType.numeric(2), null),
            column("mood", MOOD, null),
            new CatalogColumn("feeling", 90, 7001, -1, 7000, "feeling", MOOD, CatalogColumn.Generated.NO, null),
            column("took", ColumnType.INTERVAL, null),
            column("doc", ColumnType.other("jsonb"), null)));
    private final List<CatalogColumn> accounts = new ArrayList<>(List.of(
            column("id", ColumnType.INT4, null),
            column("region", ColumnType.TEXT, DEFAULT),
            column("posix", ColumnType.TEXT, new Collation(951, "POSIX", false, true, true)),
            column("mood", MOOD, null)));

    private static CatalogColumn column(String name, ColumnType type, @Nullable Collation collation) {
        int oid = type.kind() == Kind.ENUM ? 7000 : type.kind().ordinal() + 1;
        return new CatalogColumn(name, 1, oid, -1, oid, type.name(), type, CatalogColumn.Generated.NO, collation);
    }

    private List<String> said(Fact fact) {
        Map<TableName, CatalogTable> tables =
                Map.of(EVENTS, table(EVENTS, events), ACCOUNTS, table(ACCOUNTS, accounts));
        List<Unfit> unfit = new ArrayList<>();
        new FactFit(fact, new Catalog(18, "straum", "straum", null, tables, List.of()), unfit).check();
        return unfit.stream().map(Unfit::message).distinct().toList();
    }

    private static CatalogTable table(TableName name, List<CatalogColumn> columns) {
        return new CatalogTable(name, 1, 'r', 'p', 'f', false, true, true, 0, columns, List.of(), null);
    }

    private static Fact view(
            List<Key> keys,
            List<Ref> refs,
            List<Measure> measures,
            @Nullable Condition<String, Literal> where,
            Assumed assumed) {
        return new Fact("v", EVENTS, "at", List.of(new Width(3600)), keys, refs, measures, where, assumed);
    }

    private List<String> measured(Aggregate aggregate) {
        return said(view(List.of(), List.of(), List.of(new Measure("m", aggregate)), null, Assumed.NOTHING));
    }

    private List<String> measured(Aggregate.Kind kind, String input) {
        return measured(new Aggregate(kind, input));
    }

    private List<String> where(Condition<String, Literal> where) {
        return said(view(List.of(), List.of(), List.of(), where, Assumed.NOTHING));
    }

    private List<String> compared(String column, Operator operator, Literal value) {
        return where(new Condition.Compare<>(column, operator, value, false));
    }

    private static Literal text(String text) {
        return new Literal.Text(text);
    }

    private static Literal number(String text) {
        return new Literal.Number(text);
    }

    private List<String> joined(Ref.Kind kind, @Nullable Condition<String, Literal> own, String... on) {
        List<Ref.On> pairs = new ArrayList<>();
        for (int i = 0; i < on.length; i += 2) {
            pairs.add(new Ref.On(on[i], new Via.Column(on[i + 1])));
        }
        return said(view(
                List.of(),
                List.of(new Ref("a", ACCOUNTS, kind, pairs, own)),
                List.of(),
                null,
                new Assumed(null, List.of("region"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SUM | n small price f4 f8",
                "AVG | n small price f4 f8",
                "BOOL_AND | ok",
                "BOOL_OR | ok",
                "MIN | n small price f4 f8 kind nm mood at day wall",
                "MAX | n small price f4 f8 kind nm mood at day wall",
                "PERCENTILE_DISC | n small price f4 f8 kind nm mood feeling at day wall id",
                "COUNT | at kind german title loose code nm n small f4 f8 ok day wall id price mood feeling took doc",
                "COUNT_DISTINCT | at kind german title code nm n small f4 f8 ok day wall id price mood feeling took",
            })
    void anAggregateTakesTheTypesItIsDefinedFor(Aggregate.Kind kind, String fitting) {
        for (CatalogColumn column : events) {
            assertThat(measured(kind, column.name()).isEmpty())
                    .as(kind + " of " + column.name())
                    .isEqualTo(Arrays.asList(fitting.split(" ")).contains(column.name()));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SUM | ok | the column app.events.ok is of type bool, and the view v sums it: that takes an integer, a"
                        + " numeric or a floating-point number",
                "AVG | took | the column app.events.took is of type interval, and the view v averages it: that takes an"
                        + " integer, a numeric or a floating-point number",
                "MIN | id | the column app.events.id is of type uuid, and the view v takes its min: that takes a number, a"
                        + " text, an enum, a date or a timestamp",
                "MAX | ok | the column app.events.ok is of type bool, and the view v takes its max: that takes a number, a"
                        + " text, an enum, a date or a timestamp",
                "MAX | feeling | the column app.events.feeling is of type feeling, and the view v takes its max: that takes"
                        + " the enum itself, for PostgreSQL has no max of a domain over one",
                "PERCENTILE_DISC | doc | the column app.events.doc is of type jsonb, and the view v takes its"
                        + " percentile_disc: that takes a number, a text, an enum, a uuid, a date or a timestamp",
                "BOOL_OR | n | the column app.events.n is of type int4, and the view v takes its bool_or: that takes a bool",
                "COUNT_DISTINCT | doc | the column app.events.doc is of type jsonb, and the view v counts its distinct"
                        + " values: a column of that type can only be counted",
                "COUNT_DISTINCT | loose | the column app.events.loose has the nondeterministic collation loose, by which"
                        + " different texts can be equal, so the view v cannot compare it",
                "SUM | nn | the view v reads app.events.nn, and the table has no such column; is it nm?",
            })
    void anAggregateOfAnotherTypeIsRefusedWithWhatItTakes(Aggregate.Kind kind, String input, String said) {
        assertThat(measured(kind, input)).containsExactly(said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"german", "title", "code", "loose"})
    void anOrderOfTextUnderAnotherCollationIsRefusedUnlessItSaysC(String input) {
        for (Aggregate.Kind kind : List.of(Aggregate.Kind.MIN, Aggregate.Kind.MAX)) {
            assertThat(measured(kind, input)).hasSize(1);
            assertThat(measured(new Aggregate(kind, input, 0, true))).isEmpty();
        }
        assertThat(measured(new Aggregate(Aggregate.Kind.PERCENTILE_DISC, input, 0.5, false)))
                .hasSize(1);
        assertThat(measured(new Aggregate(Aggregate.Kind.PERCENTILE_DISC, input, 0.5, true)))
                .isEmpty();
    }

    @Test
    void anOrderOfTextIsToldHowToBeWritten() {
        events.add(column("Text", ColumnType.TEXT, GERMAN));

        assertThat(measured(Aggregate.Kind.MIN, "title"))
                .containsExactly(
                        "the view v orders app.events.title, whose collation is the database's default, and text is"
                                + " ordered by its bytes here: write min(title COLLATE \"C\")");
        assertThat(measured(new Aggregate(Aggregate.Kind.PERCENTILE_DISC, "Text", 0.95, false)))
                .containsExactly(
                        "the view v orders app.events.Text, whose collation is de-x-icu, and text is ordered by its"
                                + " bytes here: write percentile_disc(0.95) WITHIN GROUP (ORDER BY \"Text\" COLLATE \"C\")");
        assertThat(compared("german", Operator.LESS, text("it's")))
                .containsExactly(
                        "the view v orders app.events.german, whose collation is de-x-icu, and text is ordered by its"
                                + " bytes here: write german COLLATE \"C\" < 'it''s'");
    }

    @Test
    void aCollationOfWhatHasNoneIsRefused() {
        assertThat(measured(new Aggregate(Aggregate.Kind.MIN, "n", 0, true)))
                .containsExactly(
                        "the view v writes COLLATE of app.events.n, whose type int4 has no collation: leave it out");
        assertThat(where(new Condition.Compare<>("mood", Operator.LESS, text("ok"), true)))
                .containsExactly(
                        "the view v writes COLLATE of app.events.mood, whose type mood has no collation: leave it out");
    }

    @ParameterizedTest
    @EnumSource(Operator.class)
    void aTextIsComparedByBytesAlone(Operator operator) {
        assertThat(compared("kind", operator, text("m"))).isEmpty();
        assertThat(compared("nm", operator, text("m"))).isEmpty();
        assertThat(compared("title", operator, text("m")).isEmpty()).isEqualTo(!operator.orders());
        assertThat(compared("code", operator, text("m")).isEmpty()).isEqualTo(!operator.orders());
        assertThat(compared("loose", operator, text("m"))).hasSize(1);
        for (String column : List.of("kind", "nm", "title", "code", "loose")) {
            assertThat(where(new Condition.Compare<>(column, operator, text("m"), true)))
                    .as(column)
                    .isEmpty();
        }
    }

    @Test
    void aNondeterministicCollationIsRefusedWhereverTextsAreCompared() {
        String refused =
                "the column app.events.loose has the nondeterministic collation loose, by which different texts can"
                        + " be equal, so the view v cannot compare it";
        assertThat(where(new Condition.In<>("loose", List.of(text("a"))))).containsExactly(refused);
        assertThat(where(new Condition.Like<>("loose", text("a%")))).containsExactly(refused);
        assertThat(where(new Condition.Is<>(new Condition.Not<>(new Condition.Like<>("loose", text("a"))), true)))
                .containsExactly(refused);
        assertThat(where(new Condition.IsNull<>("loose"))).isEmpty();
        assertThat(joined(Ref.Kind.LEFT, null, "region", "loose")).contains(refused);
        assertThat(said(view(
                        List.of(new Key("loose", new Via.Column("loose"))),
                        List.of(),
                        List.of(),
                        null,
                        Assumed.NOTHING)))
                .containsExactly(refused);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "n | t 'x' | app.events.n is of type int4, and 'x' is not a value of it: it holds whole numbers from"
                        + " -2147483648 to 2147483647",
                "small | n 32768 | app.events.small is of type int2, and 32768 is not a value of it: it holds whole numbers"
                        + " from -32768 to 32767",
                "small | n 1.5 | app.events.small is of type int2, and 1.5 is not a value of it: it holds whole numbers from"
                        + " -32768 to 32767",
                "kind | n 1 | app.events.kind is of type text, and 1 is not a value of it: write it in single quotes",
                "at | t '2026-11-13 09:00:00' | app.events.at is of type timestamptz, and '2026-11-13 09:00:00' is not a"
                        + " value of it: write it with its time and zone: '2026-11-13 09:00:00Z'",
                "at | t 'now' | app.events.at is of type timestamptz, and 'now' is not a value of it: write it with its time"
                        + " and zone: '2026-11-13 09:00:00Z'",
                "day | t 'today' | app.events.day is of type date, and 'today' is not a value of it: write it as"
                        + " '2026-11-13'",
                "day | timestamp '2026-11-13' | app.events.day is of type date, and timestamp '2026-11-13' is not a value of"
                        + " it: write it as '2026-11-13'",
                "wall | t '2026-11-13 09:00:00Z' | app.events.wall is of type timestamp, and '2026-11-13 09:00:00Z' is not a"
                        + " value of it: write it without a zone: '2026-11-13 09:00:00'",
                "at | timestamp '2026-11-13 09:00:00' | app.events.at is of type timestamptz, and timestamp '2026-11-13"
                        + " 09:00:00' is not a value of it: write it with its time and zone: '2026-11-13 09:00:00Z'",
                "mood | t 'happy' | app.events.mood is of type mood, and 'happy' is not a value of it: its labels are sad,"
                        + " ok",
                "code | text 'ab' | app.events.code is of type bpchar, and text 'ab' is not a value of it: write the"
                        + " text without a type before it",
                "nm | text 'ab' | app.events.nm is of type name, and text 'ab' is not a value of it: write the text"
                        + " without a type before it",
                "f4 | n 0.1 | app.events.f4 is of type float4, and PostgreSQL compares it with the number 0.1 as float8, in"
                        + " which no float4 is equal to it: write '0.1' in quotes, or '0.1'::float4",
                "f4 | n 16777217 | app.events.f4 is of type float4, and PostgreSQL compares it with the number 16777217 as"
                        + " float8, in which no float4 is equal to it: write '16777217' in quotes, or '16777217'::float4",
                "took | t '1 day' | app.events.took is of type interval, whose values cannot be compared: only"
                        + " app.events.took IS NULL and IS NOT NULL can be said of it",
            })
    void aValueThatPostgresqlReadsAsAnotherTypesIsRefused(String column, String value, String said) {
        String form = value.substring(0, value.indexOf(' '));
        String written = value.substring(value.indexOf(' ') + 1);
        String bare = written.replaceAll("^'|'$", "");
        Literal literal =
                form.equals("n") ? number(bare) : form.equals("t") ? text(bare) : new Literal.Typed(form, bare);
        String message = "in a condition of the view v, " + said;

        assertThat(compared(column, Operator.EQUAL, literal)).containsExactly(message);
        assertThat(where(new Condition.In<>(column, List.of(new Literal.Null(), literal))))
                .containsExactly(message);
    }

    @Test
    void aValueThatPostgresqlReadsAsTheColumnsTypeFits() {
        assertThat(compared("f4", Operator.LESS, number("0.5"))).isEmpty();
        assertThat(compared("f4", Operator.LESS, number("-16777216"))).isEmpty();
        assertThat(compared("f4", Operator.LESS, text("0.1"))).isEmpty();
        assertThat(compared("f4", Operator.LESS, new Literal.Typed("float4", "0.1")))
                .isEmpty();
        assertThat(compared("f8", Operator.LESS, number("0.1"))).isEmpty();
        assertThat(compared("n", Operator.EQUAL, number("1.0"))).isEmpty();
        assertThat(compared("n", Operator.EQUAL, new Literal.Null())).isEmpty();
        assertThat(compared("wall", Operator.GREATER_OR_EQUAL, new Literal.Typed("date", "2026-11-13")))
                .isEmpty();
        assertThat(compared("at", Operator.LESS, text("2026-11-13 09:00:00+01")))
                .isEmpty();
        assertThat(compared("title", Operator.EQUAL, new Literal.Typed("text", "a")))
                .isEmpty();
        assertThat(compared("ok", Operator.EQUAL, new Literal.Bool(true))).isEmpty();
        assertThat(compared("ok", Operator.EQUAL, text("off"))).isEmpty();
        assertThat(compared("mood", Operator.GREATER, text("sad"))).isEmpty();
        assertThat(where(new Condition.IsNull<>("doc"))).isEmpty();
        assertThat(where(new Condition.Is<>(new Condition.Holds<>("ok"), false)))
                .isEmpty();
        assertThat(where(new Condition.Like<>("code", text("a  %")))).isEmpty();
    }

    @Test
    void aBpcharWithoutALengthIsNotMatched() {
        events.add(column("padded", ColumnType.bpchar(-1), DEFAULT));
        assertThat(compared("padded", Operator.EQUAL, text("a"))).isEmpty();
        assertThat(where(new Condition.Like<>("padded", text("a%"))))
                .containsExactly("in a condition of the view v, app.events.padded is of type bpchar without a length,"
                        + " whose spaces at the end are not kept, and LIKE would tell them: compare it with = or IN, or"
                        + " declare the column as char(n) or text");
    }

    @Test
    void onlyABoolIsAConditionAndOnlyTextIsLikeAPattern() {
        assertThat(where(new Condition.Holds<>("n")))
                .containsExactly(
                        "in a condition of the view v, app.events.n is of type int4, and only a bool is a condition by"
                                + " itself: compare it, or write app.events.n IS NOT NULL");
        assertThat(where(new Condition.Like<>("mood", text("s%"))))
                .containsExactly(
                        "in a condition of the view v, app.events.mood is of type mood, and LIKE only matches text:"
                                + " compare it with = or IN");
    }

    @Test
    void aDomainOverAnEnumIsNotComparedBecausePostgresqlDoesNot() {
        assertThat(compared("feeling", Operator.EQUAL, text("ok")))
                .containsExactly(
                        "the column app.events.feeling is of type feeling, and the view v compares it: PostgreSQL has"
                                + " no comparison of a domain over an enum");
        assertThat(joined(Ref.Kind.LEFT, null, "mood", "feeling"))
                .contains(
                        "the column app.events.feeling is of type feeling, and the view v joins by it: PostgreSQL has no"
                                + " comparison of a domain over an enum");
        assertThat(where(new Condition.IsNull<>("feeling"))).isEmpty();
    }

    @Test
    void aMissingColumnOfAnyConditionIsNamedWithTheNearest() {
        assertThat(where(new Condition.Or<>(List.of(
                        new Condition.IsNull<>("knid"),
                        new Condition.Compare<>("n", Operator.EQUAL, text("x"), false)))))
                .containsExactly("the view v reads app.events.knid, and the table has no such column; is it kind?");
        assertThat(joined(Ref.Kind.ANTI, new Condition.Holds<>("regoin"), "id", "n"))
                .contains("the view v reads app.accounts.regoin, and the table has no such column; is it region?");
        Measure filtered = new Measure(
                "m",
                new Aggregate(Aggregate.Kind.COUNT_ROWS, null),
                new Condition.IsNull<>(new Via.Attribute(0, "posixx")));
        assertThat(said(view(
                        List.of(),
                        List.of(new Ref("a", ACCOUNTS, Ref.Kind.LEFT, List.of(new Ref.On("id", new Via.Column("n"))))),
                        List.of(filtered),
                        null,
                        Assumed.NOTHING)))
                .containsExactly(
                        "the view v reads app.accounts.posixx, and the table has no such column; is it posix?");
    }

    @Test
    void conditionsOfJoinsAndFiltersAreCheckedLikeThoseOfTheView() {
        Condition<String, Literal> own = new Condition.Compare<>("region", Operator.LESS, text("m"), false);
        String ordered =
                "the view v orders app.accounts.region, whose collation is the database's default, and text is ordered"
                        + " by its bytes here: write region COLLATE \"C\" < 'm'";

        assertThat(joined(Ref.Kind.SEMI, own, "id", "n")).containsExactly(ordered);
        assertThat(joined(Ref.Kind.INNER, own, "id", "n")).contains(ordered);
    }

    @Test
    void textsOfTwoCollationsDoNotJoin() {
        assertThat(joined(Ref.Kind.SEMI, null, "posix", "kind"))
                .containsExactly(
                        "the view v joins app.events.kind of the collation C to app.accounts.posix of the collation"
                                + " POSIX, and PostgreSQL cannot tell by which to compare them");
        assertThat(joined(Ref.Kind.SEMI, null, "region", "kind")).isEmpty();
        assertThat(joined(Ref.Kind.SEMI, null, "region", "german")).isEmpty();
    }

    @Test
    void aNameInGroupByIsNoColumnOfATableThatExistsAsksFor() {
        String captured =
                "the view v groups by region, which PostgreSQL reads as the column app.accounts.region, and not as"
                        + " the output of that name: group by its expression or its position";

        assertThat(joined(Ref.Kind.LEFT, null, "id", "n")).containsExactly(captured);
        assertThat(joined(Ref.Kind.INNER, null, "id", "n")).containsExactly(captured);
        assertThat(joined(Ref.Kind.SEMI, null, "id", "n")).isEmpty();
        assertThat(joined(Ref.Kind.ANTI, null, "id", "n")).isEmpty();
    }

    @Test
    void aTypeThatCanOnlyBeCountedIsNoKeyAndJoinsNothing() {
        assertThat(said(view(
                        List.of(new Key("k", new Via.Column("took"))), List.of(), List.of(), null, Assumed.NOTHING)))
                .containsExactly(
                        "the column app.events.took is of type interval, and the view v cannot have it as a key: of a"
                                + " column of that type there can only be count and count(DISTINCT)");
        assertThat(said(view(
                        List.of(new Key("k", new Via.Column("doc"))), List.of(), List.of(), null, Assumed.NOTHING)))
                .containsExactly(
                        "the column app.events.doc is of type jsonb, and the view v cannot have it as a key: a column"
                                + " of that type can only be counted");
    }
}
