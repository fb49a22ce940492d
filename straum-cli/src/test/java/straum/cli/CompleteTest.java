package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CompleteTest {
    private static final List<Complete.View> VIEWS = List.of(
            new Complete.View("usage", List.of("kind", "region"), List.of("events", "amount")),
            new Complete.View("Clicks", List.of("page", "Kind"), List.of("clicks")));

    @Test
    void aStatementBeginsWithSelect() {
        assertThat(words("|")).containsExactly("SELECT");
        assertThat(words("SELECT events FROM usage; |")).containsExactly("SELECT");
    }

    @Test
    void aKeywordTakesTheCaseOfTheWordBegun() {
        assertThat(words("SEL|")).containsExactly("SELECT");
        assertThat(words("sel|")).containsExactly("select");
        assertThat(words("select events from usage gr|")).containsExactly("group by");
    }

    @Test
    void theOfferReplacesTheWordBegun() {
        assertThat(Complete.at("SELECT ev", 9, VIEWS)).isEqualTo(new Complete.Offer(7, List.of("events")));
        assertThat(Complete.at("SELECT ", 7, VIEWS).start()).isEqualTo(7);
    }

    @Test
    void outputsAreTheBucketKeysAndMeasuresOfAllViewsWhileNoneIsNamed() {
        assertThat(words("SELECT |"))
                .containsExactly(
                        "bucket",
                        "kind",
                        "region",
                        "events",
                        "amount",
                        "page",
                        "\"Kind\"",
                        "clicks",
                        "measure(",
                        "date_bin(",
                        "date_trunc(");
    }

    @Test
    void outputsAreThoseOfTheViewNamedAfterTheCursor() {
        assertThat(words("SELECT | FROM usage"))
                .containsExactly(
                        "bucket", "kind", "region", "events", "amount", "measure(", "date_bin(", "date_trunc(");
        assertThat(words("SELECT kind, | FROM usage WHERE kind = 'a'"))
                .containsExactly("bucket", "region", "events", "amount", "measure(", "date_bin(", "date_trunc(");
    }

    @Test
    void anOutputIsNotOfferedTwice() {
        assertThat(words("SELECT kind, events AS n, | FROM usage"))
                .containsExactly("bucket", "region", "amount", "measure(", "date_bin(", "date_trunc(");
    }

    @Test
    void afterAnOutputComesFrom() {
        assertThat(words("SELECT events |")).containsExactly("FROM", "AS");
        assertThat(words("SELECT events AS |")).isEmpty();
    }

    @Test
    void onlyViewsThatHaveWhatIsSelectedAreOffered() {
        assertThat(words("SELECT events FROM |")).containsExactly("usage");
        assertThat(words("SELECT bucket, clicks FROM |")).containsExactly("\"Clicks\"");
        assertThat(words("SELECT bucket FROM |")).containsExactly("usage", "\"Clicks\"");
    }

    @Test
    void allViewsAreOfferedWhereNoneHasWhatIsSelected() {
        assertThat(words("SELECT nothing FROM |")).containsExactly("usage", "\"Clicks\"");
    }

    @Test
    void afterTheViewComesAClause() {
        assertThat(words("SELECT events FROM usage |"))
                .containsExactly("WHERE", "GROUP BY", "HAVING", "ORDER BY", "LIMIT", "OFFSET");
    }

    @Test
    void conditionsAreOnTheBucketAndKeysAndNotOnMeasures() {
        assertThat(words("SELECT events FROM usage WHERE |")).containsExactly("bucket", "kind", "region", "NOT");
        for (String begun : List.of("kind = $1 AND", "kind = $1 OR", "kind = $1 AND (", "(")) {
            assertThat(words("SELECT events FROM usage WHERE " + begun + " |"))
                    .as(begun)
                    .containsExactly("bucket", "kind", "region", "NOT");
        }
        assertThat(words("SELECT events FROM usage WHERE NOT |")).containsExactly("bucket", "kind", "region");
    }

    @Test
    void aKeyIsFollowedByWhatCanCompareIt() {
        assertThat(words("SELECT events FROM usage WHERE kind |"))
                .containsExactly(
                        "=",
                        "<>",
                        "<",
                        "<=",
                        ">",
                        ">=",
                        "IN (",
                        "BETWEEN",
                        "LIKE",
                        "NOT",
                        "IS NULL",
                        "IS NOT NULL",
                        "IS");
        assertThat(words("SELECT events FROM usage WHERE bucket |")).containsExactly(">=", "<", "IS NOT NULL");
        assertThat(words("SELECT events FROM usage WHERE kind IS |"))
                .containsExactly("NULL", "NOT NULL", "TRUE", "FALSE", "DISTINCT FROM", "NOT DISTINCT FROM");
        assertThat(words("SELECT events FROM usage WHERE kind IS NOT |"))
                .containsExactly("NULL", "TRUE", "FALSE", "DISTINCT FROM");
        assertThat(words("SELECT events FROM usage WHERE kind NOT |")).containsExactly("IN (", "BETWEEN", "LIKE");
        assertThat(words("SELECT events FROM usage WHERE kind = |")).isEmpty();
    }

    @Test
    void aConditionIsFollowedByAnotherOrAnotherClause() {
        for (String condition : List.of("kind = 'a'", "kind IN ($1, $2)", "kind IS NULL", "kind BETWEEN 'a' AND 'b'")) {
            assertThat(words("SELECT events FROM usage WHERE " + condition + " |"))
                    .as(condition)
                    .containsExactly("AND", "OR", "GROUP BY", "HAVING", "ORDER BY", "LIMIT", "OFFSET");
        }
    }

    @Test
    void betweenHasTwoValues() {
        assertThat(words("SELECT events FROM usage WHERE kind BETWEEN |")).isEmpty();
        assertThat(words("SELECT events FROM usage WHERE kind BETWEEN 'a' |")).containsExactly("AND");
        assertThat(words("SELECT events FROM usage WHERE kind BETWEEN 'a' AND |"))
                .isEmpty();
        assertThat(words("SELECT events FROM usage WHERE kind BETWEEN 'a' AND 'b' AND |"))
                .containsExactly("bucket", "kind", "region", "NOT");
    }

    @Test
    void measureTakesAMeasureAndAFilter() {
        assertThat(words("SELECT meas|")).containsExactly("measure(");
        assertThat(words("SELECT measure(| FROM usage")).containsExactly("events", "amount");
        assertThat(words("SELECT measure(events) |")).containsExactly("FILTER (WHERE", "AS");
        assertThat(words("SELECT measure(events) FILTER (WHERE | FROM usage"))
                .containsExactly("bucket", "kind", "region", "NOT");
        assertThat(words("SELECT measure(events) FILTER (WHERE bucket | FROM usage"))
                .containsExactly(">=", "<");
        assertThat(words("SELECT measure(events) FILTER (WHERE kind = $1 | FROM usage"))
                .containsExactly("AND", "OR", ")");
        assertThat(words("SELECT measure(events) FILTER (WHERE kind = $1) |")).containsExactly("AS");
        assertThat(words("SELECT measure(events) FILTER (WHERE kind = $1) AS x, |"))
                .contains("bucket", "events", "measure(");
    }

    @Test
    void timesTakeAWidthOrUnitAndTheBucket() {
        assertThat(words("SELECT date|")).containsExactly("date_bin(", "date_trunc(");
        assertThat(words("SELECT date_bin(|")).containsExactly("'1 hour'", "'1 day'", "'7 days'");
        assertThat(words("SELECT date_trunc(|"))
                .containsExactly("'hour'", "'day'", "'week'", "'month'", "'quarter'", "'year'");
        assertThat(words("SELECT date_trunc('day', |")).containsExactly("bucket");
        assertThat(words("SELECT date_trunc('day', bucket) |")).containsExactly("AS");
    }

    @Test
    void theGroupingOffersTheTimesPutOut() {
        assertThat(words("SELECT kind, date_trunc('day', bucket) AS day FROM usage GROUP BY |"))
                .containsExactly("day", "kind", "bucket", "region");
    }

    @Test
    void havingComparesMeasures() {
        assertThat(words("SELECT events FROM usage HAVING |")).containsExactly("events", "amount", "measure(");
        assertThat(words("SELECT events FROM usage HAVING events |")).containsExactly("=", "<>", "<", "<=", ">", ">=");
        assertThat(words("SELECT events FROM usage HAVING measure(events) |"))
                .containsExactly("=", "<>", "<", "<=", ">", ">=", "FILTER (WHERE");
        assertThat(words("SELECT events FROM usage HAVING events > 10 |"))
                .containsExactly("AND", "ORDER BY", "LIMIT", "OFFSET");
        assertThat(words("SELECT events FROM usage HAVING events > 10 AND |"))
                .containsExactly("events", "amount", "measure(");
    }

    @Test
    void theOrderIsOfOutputs() {
        String select = "SELECT kind, measure(events) AS n, region AS r FROM usage GROUP BY 1, 3 ORDER ";
        assertThat(words(select + "|")).containsExactly("BY");
        assertThat(words(select + "BY |")).containsExactly("kind", "n", "r");
        assertThat(words(select + "BY n DESC, |")).containsExactly("kind", "r");
        assertThat(words(select + "BY n |"))
                .containsExactly("ASC", "DESC", "NULLS FIRST", "NULLS LAST", "LIMIT", "OFFSET");
        assertThat(words(select + "BY n DESC |")).containsExactly("NULLS FIRST", "NULLS LAST", "LIMIT", "OFFSET");
        assertThat(words(select + "BY n NULLS |")).containsExactly("FIRST", "LAST");
        assertThat(words(select + "BY n NULLS LAST |")).containsExactly("LIMIT", "OFFSET");
    }

    @Test
    void aLimitIsFollowedByAnOffsetAndTheOtherWayRound() {
        assertThat(words("SELECT events FROM usage LIMIT |")).isEmpty();
        assertThat(words("SELECT events FROM usage LIMIT 10 |")).containsExactly("OFFSET");
        assertThat(words("SELECT events FROM usage OFFSET 10 |")).containsExactly("LIMIT");
    }

    @Test
    void theGroupingOffersTheKeysSelectedFirstAndEachOnce() {
        assertThat(words("SELECT events FROM usage GROUP |")).containsExactly("BY");
        assertThat(words("SELECT region, events FROM usage GROUP BY |")).containsExactly("region", "bucket", "kind");
        assertThat(words("SELECT region, events FROM usage GROUP BY region, |")).containsExactly("bucket", "kind");
        assertThat(words("SELECT region, events FROM usage GROUP BY region |"))
                .containsExactly("HAVING", "ORDER BY", "LIMIT", "OFFSET");
    }

    @Test
    void nothingIsOfferedInsideATextOrAComment() {
        assertThat(words("SELECT events FROM usage WHERE kind = 'pu|")).isEmpty();
        assertThat(words("SELECT events /* fr|")).isEmpty();
    }

    @Test
    void aNameBegunInQuotesIsOfferedInQuotes() {
        assertThat(Complete.at("SELECT clicks FROM \"Cl", 22, VIEWS))
                .isEqualTo(new Complete.Offer(19, List.of("\"Clicks\"")));
    }

    @Test
    void theShellsOwnCommandsAreOffered() {
        assertThat(words("\\|")).containsExactly("\\?", "\\d", "\\q", "\\timing");
        assertThat(words("\\t|")).containsExactly("\\timing");
        assertThat(words("\\d |")).containsExactly("usage", "\"Clicks\"");
        assertThat(words("\\d us|")).containsExactly("usage");
        assertThat(words("\\timing |")).isEmpty();
    }

    @Test
    void everyPlaceOfAStatementHasAnOfferThatReachesBackNoFurtherThanItsWord() {
        String text = "SELECT \"Kind\", measure(clicks) FILTER (WHERE page LIKE 'a%' OR NOT bucket < $1) AS n,"
                + " date_trunc('day', bucket) AS day FROM \"Clicks\" WHERE page IN ('a''b', $1) AND bucket >= $$x$$"
                + " GROUP BY \"Kind\", day HAVING clicks > 1 ORDER BY n DESC NULLS LAST LIMIT 3 OFFSET 4; \\d";
        for (int cursor = 0; cursor <= text.length(); cursor++) {
            Complete.Offer offer = Complete.at(text, cursor, VIEWS);
            assertThat(offer.start()).isBetween(0, cursor);
            String begun = text.substring(offer.start(), cursor);
            assertThat(offer.words()).allMatch(word -> word.regionMatches(true, 0, begun, 0, begun.length()));
        }
    }

    /** What is offered at the bar in the text. */
    private static List<String> words(String textWithCursor) {
        int cursor = textWithCursor.indexOf('|');
        return Complete.at(textWithCursor.replace("|", ""), cursor, VIEWS).words();
    }
}
