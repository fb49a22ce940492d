package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import straum.app.SourceException;
import straum.domain.spec.Spec;
import straum.domain.testing.Specs;
import straum.pg.testing.PostgresServer;

/**
 * What check, plan and the SQL without a database do on the versions before the newest, where the catalog is another one:
 * 14 has no publication of schemas, no row filters and no column lists, and none before 18 publishes generated columns.
 */
class OlderServersIT {
    static IntStream older() {
        List<Integer> majors = PostgresServer.MAJORS;
        return majors.subList(0, majors.size() - 1).stream().mapToInt(major -> major);
    }

    /** N6 and the rest of the setup, on a server each. */
    @ParameterizedTest
    @MethodSource("older")
    void n6WhatIsMissingIsNamedAndMendedAndAGeneratedColumnRefused(int major) throws Exception {
        try (PostgresServer server = PostgresServer.start(major);
                Shop shop = new Shop(server)) {
            assertThat(unfit(shop)).isEmpty();
            spoil(shop, major);
            assertThat(unfit(shop)).hasSizeGreaterThanOrEqualTo(3).allMatch(unfit -> unfit.sql() != null);
            shop.execute(SetupSql.missing(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION)));
            assertThat(unfit(shop)).isEmpty();

            spoil(shop, major);
            shop.execute(SetupSql.guarded(Specs.usage(), Shop.PUBLICATION, PostgresServer.USER));
            assertThat(unfit(shop)).isEmpty();
            Postgres source = shop.source();
            shop.start(source);
            shop.insertEvents(3);
            assertThat(shop.follow(source)).hasSize(1);
            source.stop();

            shop.execute("ALTER TABLE app.events DROP kind, ADD kind text GENERATED ALWAYS AS ('x') STORED");
            assertThat(unfit(shop)).singleElement().satisfies(unfit -> {
                assertThat(unfit.message()).contains("the view usage reads app.events.kind, a generated column");
                assertThat(unfit.sql()).isNull();
            });
            assertThatThrownBy(() -> shop.source().open())
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("app.events.kind, a generated column");
        }
    }

    /** 14 sends the old rows of a partition as the root's without the defaults that they have not been written with. */
    @Test
    void aColumnsDefaultThatPartitionsRowsWereNotWrittenWithHasToBeWrittenWhereItIsSentAsNull() throws Exception {
        Spec spec =
                Specs.of(Specs.fact("v", "app.p", "at").key("g").count("rows").build());
        try (PostgresServer server = PostgresServer.start(14);
                Shop shop = new Shop(server)) {
            shop.execute(
                    "CREATE TABLE app.p (id int, at timestamptz) PARTITION BY LIST (id)",
                    "CREATE TABLE app.p1 PARTITION OF app.p FOR VALUES IN (1)",
                    "CREATE TABLE app.p2 PARTITION OF app.p DEFAULT PARTITION BY RANGE (id)",
                    "CREATE TABLE app.p21 PARTITION OF app.p2 DEFAULT",
                    "INSERT INTO app.p SELECT n, '2026-11-13Z' FROM generate_series(1, 3) n",
                    "ALTER TABLE app.p ADD g text DEFAULT 'there', ADD unread int DEFAULT 7",
                    "ALTER PUBLICATION straum ADD TABLE app.p",
                    "ALTER PUBLICATION straum SET (publish_via_partition_root = true)");
            for (String table : List.of("p", "p1", "p21")) {
                shop.execute("ALTER TABLE app." + table + " REPLICA IDENTITY FULL");
            }
            Checkup checkup = Postgres.check(shop.dsn(), spec, Shop.PUBLICATION);
            assertThat(checkup.unfit())
                    .extracting(Unfit::sql)
                    .containsExactly("VACUUM FULL \"app\".\"p1\";", "VACUUM FULL \"app\".\"p21\";");
            assertThat(SetupSql.missing(checkup))
                    .contains("-- not done here: the partition app.p1 has rows from before");
            assertThatThrownBy(() -> shop.source(spec).open())
                    .hasMessageContaining("sends it as null when they change");

            checkup.unfit().forEach(unfit -> shop.execute(Objects.requireNonNull(unfit.sql())));
            assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit())
                    .isEmpty();
        }
    }

    private static List<Unfit> unfit(Shop shop) throws SourceException {
        return Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION).unfit();
    }

    /** Three mistakes, in the ways that the version has. */
    private static void spoil(Shop shop, int major) {
        String tables = major >= 15 ? "app.events WHERE (kind = 'us'), app.accounts (id)" : "app.events";
        Stream.of(
                        "ALTER TABLE app.accounts REPLICA IDENTITY DEFAULT",
                        "ALTER PUBLICATION straum SET TABLE " + tables,
                        "ALTER PUBLICATION straum SET (publish = 'insert')")
                .forEach(shop::execute);
    }
}
