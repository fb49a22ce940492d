package straum.domain.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static straum.domain.testing.Specs.fact;
import static straum.domain.testing.Specs.table;

import java.util.List;
import org.junit.jupiter.api.Test;
import straum.domain.testing.Specs;

class SpecTest {
    @Test
    void theUsageViewReadsTwoTablesAndJoinsOneDim() {
        Spec spec = Specs.usage();

        assertThat(spec.dims()).containsExactly(new Dim(table("app.accounts"), List.of("id"), List.of("region")));
        assertThat(spec.tables())
                .containsExactly(
                        new Table(table("app.accounts"), List.of("id", "region")),
                        new Table(table("app.events"), List.of("at", "kind", "account_id", "amount")));
        assertThat(spec.table(table("app.events"))).isEqualTo(1);
        assertThat(spec.table(table("app.other"))).isEqualTo(-1);
        assertThat(spec.fact("usage")).isZero();
        assertThat(spec.fact("other")).isEqualTo(-1);
    }

    @Test
    void aColumnReadForManyReasonsIsReadOnce() {
        Fact fact = fact("v", "app.t", "at")
                .key("account_id")
                .leftJoin("a", "app.accounts", "id", "account_id")
                .key("at")
                .sum("total", "account_id")
                .build();

        assertThat(fact.rollupKey()).containsExactly("account_id", "at");
        assertThat(fact.columns()).containsExactly("at", "account_id");
    }

    @Test
    void aChainReadsTheColumnTheNextJoinGoesThrough() {
        Fact fact = fact("sales", "app.orders", "at")
                .leftJoin("c", "app.customers", "id", "customer_id")
                .leftJoin("r", "app.regions", "code", "c.region")
                .key("country", "r.country")
                .count("n")
                .build();
        Spec spec = Specs.of(fact);

        assertThat(fact.attributes(0)).containsExactly("region");
        assertThat(fact.attributes(1)).containsExactly("country");
        assertThat(fact.rollupKey()).containsExactly("customer_id");
        assertThat(spec.dims())
                .containsExactly(
                        new Dim(table("app.customers"), List.of("id"), List.of("region")),
                        new Dim(table("app.regions"), List.of("code"), List.of("country")));
    }

    @Test
    void aDimJoinedTwiceByOneKeyIsOneDimWithAllThatIsRead() {
        Fact fact = fact("transfers", "app.transfers", "at")
                .leftJoin("f", "app.accounts", "id", "from_id")
                .innerJoin("t", "app.accounts", "id", "to_id")
                .key("from_region", "f.region")
                .key("to_plan", "t.plan")
                .key("to_region", "t.region")
                .count("n")
                .build();
        Spec spec = Specs.of(fact);

        assertThat(spec.dims())
                .containsExactly(new Dim(table("app.accounts"), List.of("id"), List.of("region", "plan")));
        assertThat(spec.dim(fact.refs().get(0))).isEqualTo(spec.dim(fact.refs().get(1)));
        assertThat(spec.tables().get(0).columns()).containsExactly("id", "region", "plan");
    }

    @Test
    void aTableJoinedByTwoKeysIsTwoDimsAndOneTable() {
        Spec spec = Specs.of(fact("v", "app.t", "at")
                .leftJoin("a", "app.accounts", "id", "account_id")
                .leftJoin("b", "app.accounts", "email", "address")
                .key("a_region", "a.region")
                .key("b_region", "b.region")
                .count("n")
                .build());

        assertThat(spec.dims())
                .containsExactly(
                        new Dim(table("app.accounts"), List.of("id"), List.of("region")),
                        new Dim(table("app.accounts"), List.of("email"), List.of("region")));
        assertThat(spec.tables())
                .containsExactly(
                        new Table(table("app.accounts"), List.of("id", "region", "email")),
                        new Table(table("app.t"), List.of("at", "account_id", "address")));
    }

    @Test
    void theOrderInWhichAJoinIsWrittenDoesNotMatter() {
        Fact one = fact("one", "app.t", "at")
                .leftJoin("a", "app.rates", "day", "day", "currency", "currency")
                .key("rate", "a.rate")
                .count("n")
                .build();
        Fact other = fact("other", "app.t", "at")
                .leftJoin("a", "app.rates", "currency", "currency", "day", "day")
                .key("rate", "a.rate")
                .count("n")
                .build();

        assertThat(Specs.of(one, other).dims())
                .containsExactly(new Dim(table("app.rates"), List.of("currency", "day"), List.of("rate")));
    }

    @Test
    void viewsThatShareADimShareWhatTheyReadOfIt() {
        Fact one = fact("one", "app.t", "at")
                .leftJoin("a", "app.accounts", "id", "account_id")
                .key("region", "a.region")
                .count("n")
                .build();
        Fact other = fact("other", "app.u", "at")
                .leftJoin("a", "app.accounts", "id", "account_id")
                .key("plan", "a.plan")
                .count("n")
                .build();

        assertThat(Specs.of(one, other).dims())
                .containsExactly(new Dim(table("app.accounts"), List.of("id"), List.of("region", "plan")));
    }

    @Test
    void aTableThatIsFactAndDimAtOnceIsReadOnceForBoth() {
        Fact messages = fact("messages", "app.messages", "at")
                .leftJoin("p", "app.messages", "id", "parent_id")
                .key("topic", "p.topic")
                .count("n")
                .build();
        Spec spec = Specs.of(messages);

        assertThat(spec.tables())
                .containsExactly(new Table(table("app.messages"), List.of("id", "topic", "at", "parent_id")));
        assertThat(spec.dims()).hasSize(1);
    }

    @Test
    void aJoinThatReadsNothingIsADimWithoutAttributes() {
        Spec spec = Specs.of(fact("v", "app.t", "at")
                .innerJoin("a", "app.active", "id", "account_id")
                .count("n")
                .build());

        assertThat(spec.dims()).containsExactly(new Dim(table("app.active"), List.of("id"), List.of()));
    }

    @Test
    void twoViewsOfOneNameAreRefused() {
        Fact fact = fact("v", "app.t", "at").count("n").build();

        assertThat(refusal(fact, fact)).isEqualTo(new SpecError.ViewTwice("v"));
    }

    @Test
    void aViewWithoutAMeasureIsRefused() {
        assertThat(refusal(fact("v", "app.t", "at").key("kind").build())).isEqualTo(new SpecError.NoMeasure("v"));
    }

    @Test
    void aViewNamedAsATableTheSpecReadsIsRefused() {
        assertThat(refusal(fact("t", "public.t", "at").count("n").build()))
                .isEqualTo(new SpecError.NamedAsTable("t", table("public.t")));
        assertThat(refusal(
                        fact("v", "app.t", "at")
                                .innerJoin("w", "public.w", "id", "w_id")
                                .count("n")
                                .build(),
                        fact("w", "app.t", "at").count("n").build()))
                .isEqualTo(new SpecError.NamedAsTable("w", table("public.w")));
    }

    @Test
    void aViewMayHaveTheNameOfATableInAnotherSchema() {
        assertThat(Specs.of(fact("t", "app.t", "at").count("n").build()).facts())
                .hasSize(1);
    }

    @Test
    void aFilterReadsOnlyColumnsOfTheFactThatKeysRead() throws SpecException {
        assertThat(Spec.of(List.of(filtered(new Via.Column("kind")))).facts()).hasSize(1);
        assertThat(refusal(filtered(new Via.Column("other"))))
                .isEqualTo(new SpecError.FilteredByNoKey("v", "n", "other"));
    }

    @Test
    void nothingIsReadThroughExistsOrThroughALaterJoin() {
        assertThatIllegalArgumentException().isThrownBy(() -> Spec.of(List.of(filtered(new Via.Attribute(1, "x")))));
        assertThatIllegalArgumentException().isThrownBy(() -> Spec.of(List.of(filtered(new Via.Attribute(2, "x")))));
        for (Ref.Kind kind : Ref.Kind.values()) {
            Ref through = new Ref(
                    "b", table("app.b"), kind, List.of(new Ref.On("id", new Via.Attribute(kind.reads() ? 1 : 0, "x"))));
            assertThatIllegalArgumentException().as("%s", kind).isThrownBy(() -> Spec.of(List.of(joined(through))));
        }
    }

    @Test
    void aSemiJoinsConditionIsReadOfItsTable() throws SpecException {
        Ref semi = new Ref(
                "b",
                table("app.b"),
                Ref.Kind.SEMI,
                List.of(new Ref.On("id", new Via.Column("x"))),
                new Condition.Holds<>("ok"));

        Spec spec = Spec.of(List.of(joined(semi)));

        assertThat(spec.dims()).contains(new Dim(table("app.b"), List.of("id"), List.of("ok")));
    }

    /** A view with a key, a join, EXISTS, and a filter that reads the via. */
    private static Fact filtered(Via via) {
        Fact fact = joined(new Ref("b", table("app.b"), Ref.Kind.SEMI, List.of(new Ref.On("id", new Via.Column("x")))));
        Measure measure = new Measure("n", new Aggregate(Aggregate.Kind.COUNT_ROWS, null), new Condition.Holds<>(via));
        return new Fact(
                fact.name(), fact.table(), fact.time(), fact.widths(), fact.keys(), fact.refs(), List.of(measure));
    }

    private static Fact joined(Ref second) {
        Fact fact = fact("v", "app.t", "at")
                .key("kind")
                .leftJoin("a", "app.a", "id", "a_id")
                .count("n")
                .build();
        return new Fact(
                fact.name(),
                fact.table(),
                fact.time(),
                fact.widths(),
                fact.keys(),
                List.of(fact.refs().get(0), second),
                fact.measures());
    }

    @Test
    void aJoinKnowsNoDimOfAnotherSpec() {
        Ref ref = fact("v", "app.t", "at")
                .leftJoin("a", "app.other", "id", "account_id")
                .count("n")
                .build()
                .refs()
                .get(0);

        assertThatIllegalArgumentException().isThrownBy(() -> Specs.usage().dim(ref));
    }

    static SpecError refusal(Fact... facts) {
        return catchThrowableOfType(SpecException.class, () -> Spec.of(List.of(facts)))
                .error();
    }
}
