package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import straum.app.SourceException;
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
