package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import straum.app.SourceException;
import straum.domain.spec.TableName;

/** What a failed start says of the commands holds true of what plan then prints. */
class UnfitsTest {
    private static final TableName EVENTS = new TableName("app", "events");
    private static final Unfit SETTING =
            new Unfit.Setting("wal_level is replica", "ALTER SYSTEM SET wal_level = 'logical';");
    private static final Unfit IDENTITY = new Unfit.NotFull(EVENTS, false);
    private static final Unfit UNPUBLISHED = new Unfit.NotPublished(EVENTS, "straum");
    private static final Unfit VIEW = new Unfit.NotATable(EVENTS, "a view");

    @Test
    void planIsNamedForTheSqlThatItPrintsToBeRun() {
        refused(IDENTITY)
                .hasMessageEndingWith(
                        "\nstraum plan with --dsn prints this SQL to be run at once, and straum check looks"
                                + " whether all is mended");
        assertThat(plan(IDENTITY)).contains("\n" + IDENTITY.sql() + "\n");
    }

    @Test
    void planIsNotNamedWhereItPrintsCommentsAlone() {
        refused(SETTING).hasMessageEndingWith("\n  " + SETTING.sql() + "\nstraum check looks whether all is mended");
        assertThat(plan(SETTING)).doesNotContain("\n" + SETTING.sql());
        refused(VIEW, UNPUBLISHED)
                .hasMessageEndingWith(UNPUBLISHED.sql() + "\nstraum check looks whether all is mended");
        assertThat(plan(VIEW, UNPUBLISHED)).doesNotContain("\n" + UNPUBLISHED.sql());
    }

    @Test
    void whatIsLeftToBeDoneByHandIsSaidBesideWhatPlanRuns() {
        refused(SETTING, IDENTITY)
                .hasMessageEndingWith(
                        "\nstraum plan with --dsn prints this SQL to be run at once, but for what is to be"
                                + " done by hand, which it prints as comments, and straum check looks whether all is mended");
    }

    @Test
    void whereNoSqlMendsItNoCommandIsNamed() {
        refused(VIEW).hasMessage(VIEW.message());
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refused(Unfit... unfit) {
        return assertThatThrownBy(() -> Unfits.refuse(List.of(unfit))).isInstanceOf(SourceException.class);
    }

    private static String plan(Unfit... unfit) {
        return SetupSql.missing(new Checkup("18.0", "shop", List.of(unfit), List.of()));
    }
}
