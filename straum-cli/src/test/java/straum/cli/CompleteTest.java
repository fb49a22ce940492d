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
                .containsExactly("bucket", "kind", "region", "events", "amount", "page", "\"Kind\"", "clicks");
    }

    @Test
    void outputsAreThoseOfTheViewNamedAfterTheCursor() {
        assertThat(words("SELECT | FROM usage")).containsExactly("bucket", "kind", "region", "events", "amount");
        assertThat(words("SELECT kind, | FROM usage WHERE kind = 'a'"))
                .containsExactly("bucket", "region", "events", "amount");
    }

    @Test
    void anOutputIsNotOfferedTwice() {
        assertThat(words("SELECT kind, events AS n, | FROM usage")).containsExactly("bucket", "region", "amount");
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
        assertThat(words("SELECT events FROM usage |")).containsExactly("WHERE", "GROUP BY");
    }

    @Test
    void conditionsAreOnTheBucketAndKeysAndNotOnMeasures() {
        assertThat(words("SELECT events FROM usage WHERE |")).containsExactly("bucket", "kind", "region");
        assertThat(words("SELECT events FROM usage WHERE kind = $1 AND |")).containsExactly("bucket", "kind", "region");
    }

    @Test
    void aKeyIsFollowedByWhatCanCompareIt() {
        assertThat(words("SELECT events FROM usage WHERE kind |"))
                .containsExactly("=", "IN (", "IS NULL", "IS NOT NULL");
        assertThat(words("SELECT events FROM usage WHERE bucket |")).containsExactly(">=", "<", "IS NOT NULL");
        assertThat(words("SELECT events FROM usage WHERE kind IS |")).containsExactly("NULL", "NOT NULL");
        assertThat(words("SELECT events FROM usage WHERE kind IS NOT |")).containsExactly("NULL");
        assertThat(words("SELECT events FROM usage WHERE kind = |")).isEmpty();
    }

    @Test
    void aConditionIsFollowedByAnotherOrTheGrouping() {
        assertThat(words("SELECT events FROM usage WHERE kind = 'a' |")).containsExactly("AND", "GROUP BY");
        assertThat(words("SELECT events FROM usage WHERE kind IN ($1, $2) |")).containsExactly("AND", "GROUP BY");
        assertThat(words("SELECT events FROM usage WHERE kind IS NULL |")).containsExactly("AND", "GROUP BY");
    }

    @Test
    void theGroupingOffersTheKeysSelectedFirstAndEachOnce() {
        assertThat(words("SELECT events FROM usage GROUP |")).containsExactly("BY");
        assertThat(words("SELECT region, events FROM usage GROUP BY |")).containsExactly("region", "bucket", "kind");
        assertThat(words("SELECT region, events FROM usage GROUP BY region, |")).containsExactly("bucket", "kind");
        assertThat(words("SELECT region, events FROM usage GROUP BY region |")).isEmpty();
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
        String text =
                "SELECT \"Kind\", clicks FROM \"Clicks\" WHERE page IN ('a''b', $1) AND bucket >= $$x$$ GROUP BY \"Kind\"; \\d";
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
