package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import straum.domain.spec.TableName;
import straum.domain.testing.Specs;

class SetupSqlTest {
    private static final TableName EVENTS = new TableName("app", "events");

    @Test
    void theGuardedSqlNamesEveryTableOnce() {
        String sql = SetupSql.guarded(Specs.usage(), "straum", "straum");

        assertThat(sql)
                .contains("ARRAY['\"app\".\"accounts\"', '\"app\".\"events\"']")
                .contains("DO $straum$\n");
    }

    @Test
    void aNameCannotEndTheQuotesItStandsIn() {
        String sql = SetupSql.guarded(Specs.usage(), "it's $straum$ \\ x", "straum");

        assertThat(sql)
                .contains("E'it''s $straum$ \\\\ x'")
                .contains("DO $straum1$\n")
                .contains("END\n$straum1$;");
    }

    @Test
    void identitiesComeFirstAndGrantsLast() {
        Checkup checkup = new Checkup(
                "18.0",
                "shop",
                List.of(
                        new Unfit.NoSelect(EVENTS, "straum"),
                        new Unfit.NotPublished(EVENTS, "straum"),
                        new Unfit.NotFull(EVENTS, false)),
                List.of());

        assertThat(SetupSql.missing(checkup)).isEqualTo("""
                        BEGIN;
                        -- Rather fail than have the tables' users queue behind this.
                        SET LOCAL lock_timeout = '10s';
                        -- Each UPDATE and DELETE of these then writes its whole old row to the WAL too.
                        ALTER TABLE ONLY "app"."events" REPLICA IDENTITY FULL;
                        ALTER PUBLICATION "straum" ADD TABLE "app"."events";
                        GRANT SELECT ON "app"."events" TO "straum";
                        COMMIT;
                        """);
    }

    @Test
    void whatNoSqlMendsStandsThereAsAComment() {
        Checkup checkup = new Checkup(
                "18.0",
                "shop",
                List.of(new Unfit.NoColumn(EVENTS, "kidn", "usage", "kind")),
                List.of(Warning.of("max_slot_wal_keep_size is not set")));

        assertThat(SetupSql.missing(checkup)).isEqualTo("""
                        -- not to be mended by SQL: the view usage reads app.events.kidn, and the table has no such column; is it kind?
                        -- warning: max_slot_wal_keep_size is not set
                        """);
    }

    /** PostgreSQL refuses it, and with it all else that is missing. */
    @Test
    void aTableThatIsUnloggedYetIsNotPublishedHere() {
        Checkup checkup = new Checkup(
                "18.0",
                "shop",
                List.of(
                        new Unfit.NotPublished(EVENTS, "straum"),
                        new Unfit.Unlogged(EVENTS),
                        new Unfit.NoSelect(EVENTS, "straum")),
                List.of());

        assertThat(SetupSql.missing(checkup)).isEqualTo("""
                        -- not done here before its table can be published: the table app.events is not in the publication straum: ALTER PUBLICATION "straum" ADD TABLE "app"."events";
                        -- not done here: the table app.events is unlogged, so its changes are not in the WAL: ALTER TABLE "app"."events" SET LOGGED;
                        BEGIN;
                        -- Rather fail than have the tables' users queue behind this.
                        SET LOCAL lock_timeout = '10s';
                        GRANT SELECT ON "app"."events" TO "straum";
                        COMMIT;
                        """);
    }

    @Test
    void nothingMissingIsNoSql() {
        assertThat(SetupSql.missing(new Checkup("18.0", "shop", List.of(), List.of())))
                .isEmpty();
    }
}
