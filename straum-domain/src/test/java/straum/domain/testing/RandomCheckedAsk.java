package straum.domain.testing;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.TimeKey;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Spec;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** Draws one ask of a view. */
final class RandomCheckedAsk {
    private static final List<String> ZONES = List.of(
            "UTC",
            "Europe/Prague",
            "America/New_York",
            "Asia/Amman",
            "Asia/Kolkata",
            "Australia/Lord_Howe",
            "Pacific/Apia");
    private static final int[] TIMES = {1, 2, 3, 5, 7, 24};
    private static final long[] AROUND = {
        1_794_528_000L, 1_794_560_700L, 1_794_614_400L, 1_794_700_800L, 1_795_200_000L, 0, -70_000_000_000L
    };
    private static final List<String> WHOLES = List.of("0", "1", "2", "3", "5", "-1");
    private static final List<String> NUMBERS = List.of("0", "1", "1.5", "-2.25", "3", "100", "0.5", "NaN");
    private static final List<Condition.Operator> OPERATORS = List.of(Condition.Operator.values());

    private final Random random;
    private final Set<Feature> features;
    private final Spec spec;
    private final int view;
    private final Fact fact;
    private final TestTypes types;
    private final ColumnType bucket;
    private final Map<Integer, RandomColumn> keys = new LinkedHashMap<>();
    private final List<CheckedAsk.Asked> measures = new ArrayList<>();

    RandomCheckedAsk(Random random, Set<Feature> features, Spec spec, int view) {
        this.random = random;
        this.features = features;
        this.spec = spec;
        this.view = view;
        this.fact = spec.facts().get(view);
        this.types = RandomStore.types(spec);
        this.bucket = CheckedAsk.keyType(spec, types, view, CheckedAsk.BUCKET);
        for (int key = 0; key < fact.keys().size(); key++) {
            Via via = fact.keys().get(key).via();
            String table = (via instanceof Via.Attribute attribute
                            ? fact.refs().get(attribute.ref()).table()
                            : fact.table())
                    .toString();
            keys.put(key, RandomColumn.of(table, via.column()));
        }
    }

    private boolean has(Feature feature, int onceIn) {
        return features.contains(feature) && random.nextInt(onceIn) == 0;
    }

    CheckedAsk draw() {
        List<CheckedAsk.Column> columns = new ArrayList<>();
        List<CheckedAsk.Grouping> groupBy = groupBy();
        for (int grouping = 0; grouping < groupBy.size(); grouping++) {
            if (random.nextInt(4) > 0) {
                columns.add(new CheckedAsk.Column.OfKey("k" + grouping, grouping));
            }
        }
        for (int measure = 0; measure < fact.measures().size(); measure++) {
            if (random.nextBoolean() || columns.isEmpty()) {
                columns.add(new CheckedAsk.Column.OfMeasure("m" + measures.size(), asked(measure)));
            }
        }
        List<CheckedAsk.Having> having = new ArrayList<>();
        while (has(Feature.HAVING, 5)) {
            having.add(having());
        }
        long limit = has(Feature.LIMIT, 4) ? random.nextInt(12) : Long.MAX_VALUE;
        long offset = has(Feature.LIMIT, 10) ? random.nextInt(4) : 0;
        long from = random.nextInt(3) > 0 ? Long.MIN_VALUE : edge();
        long to = random.nextInt(3) > 0 ? Long.MAX_VALUE : edge();
        if (from >= to) {
            from = Long.MIN_VALUE;
        }
        return new CheckedAsk(
                view, columns, groupBy, measures, where(), having, orderBy(columns), from, to, limit, offset);
    }

    private List<CheckedAsk.Grouping> groupBy() {
        List<CheckedAsk.Grouping> groupBy = new ArrayList<>();
        for (int key = CheckedAsk.BUCKET; key < fact.keys().size(); key++) {
            if (random.nextInt(3) == 0) {
                groupBy.add(
                        key == CheckedAsk.BUCKET
                                ? new CheckedAsk.Grouping.ByTime(time())
                                : new CheckedAsk.Grouping.ByKey(key));
            }
        }
        Collections.shuffle(groupBy, random);
        return groupBy;
    }

    private TimeKey time() {
        if (!features.contains(Feature.TIME_KEYS) || random.nextInt(3) == 0) {
            return new TimeKey.Bucket();
        }
        if (random.nextBoolean()) {
            return new TimeKey.Bin((long) fact.width().seconds() * TIMES[random.nextInt(TIMES.length)], edge());
        }
        TimeKey.Unit[] units = TimeKey.Unit.values();
        int first = 3600 % fact.width().seconds() == 0 ? 0 : 1;
        boolean zoned = bucket.equals(ColumnType.TIMESTAMPTZ) && random.nextBoolean();
        return new TimeKey.Trunc(
                units[first + random.nextInt(units.length - first)],
                zoned ? ZoneId.of(ZONES.get(random.nextInt(ZONES.size()))) : ZoneOffset.UTC);
    }

    private int asked(int measure) {
        measures.add(new CheckedAsk.Asked(measure, has(Feature.ASK_FILTER, 3) ? filter() : null));
        return measures.size() - 1;
    }

    private @Nullable Condition<Integer, Literal> filter() {
        List<Condition<Integer, Literal>> all = new ArrayList<>();
        if (!keys.isEmpty() && random.nextInt(4) > 0) {
            all.add(new RandomCondition<>(random, keys).draw());
        }
        while (all.isEmpty() || random.nextInt(3) == 0) {
            Condition.Operator operator =
                    random.nextBoolean() ? Condition.Operator.GREATER_OR_EQUAL : Condition.Operator.LESS;
            Condition<Integer, Literal> bound =
                    new Condition.Compare<>(CheckedAsk.BUCKET, operator, new Literal.Text(text(edge())), false);
            all.add(random.nextInt(4) == 0 ? new Condition.Not<>(bound) : bound);
        }
        return all.size() == 1
                ? all.get(0)
                : random.nextInt(4) == 0 ? new Condition.Or<>(all) : new Condition.And<>(all);
    }

    private String text(long edge) {
        StringBuilder text = new StringBuilder();
        bucket.print(ColumnType.bytesOf((edge - 946_684_800) * 1_000_000, 8), 0, 8, text);
        return text.toString();
    }

    private @Nullable Condition<Integer, Literal> where() {
        if (keys.isEmpty()) {
            return null;
        }
        RandomCondition<Integer> of = new RandomCondition<>(random, keys);
        List<Condition<Integer, Literal>> all = new ArrayList<>();
        while (random.nextInt(4) == 0) {
            all.add(features.contains(Feature.CONDITIONS) && random.nextBoolean() ? of.draw() : of.drawPlain());
        }
        return all.isEmpty() ? null : all.size() == 1 && random.nextBoolean() ? all.get(0) : new Condition.And<>(all);
    }

    private CheckedAsk.Having having() {
        int measure = random.nextInt(fact.measures().size());
        int asked = measures.isEmpty() || random.nextInt(3) == 0 ? asked(measure) : random.nextInt(measures.size());
        int of = measures.get(asked).measure();
        ColumnType type = CheckedAsk.measureType(spec, types, view, of);
        Aggregate aggregate = fact.measures().get(of).aggregate();
        List<String> texts = new ArrayList<>();
        if (aggregate.kind().orders() && aggregate.input() != null) {
            for (String text :
                    RandomColumn.of(fact.table().toString(), aggregate.input()).values()) {
                if (text != null) {
                    texts.add(text);
                }
            }
        } else {
            texts.addAll(
                    switch (type.kind()) {
                        case INT8 -> WHOLES;
                        case BOOL -> List.of("true", "false");
                        default -> NUMBERS;
                    });
        }
        byte[] value = random.nextInt(12) == 0 ? null : TestRows.value(type, texts.get(random.nextInt(texts.size())));
        return new CheckedAsk.Having(asked, OPERATORS.get(random.nextInt(OPERATORS.size())), value);
    }

    private List<CheckedAsk.Order> orderBy(List<CheckedAsk.Column> columns) {
        List<Integer> by =
                new ArrayList<>(IntStream.range(0, columns.size()).boxed().toList());
        Collections.shuffle(by, random);
        List<CheckedAsk.Order> orderBy = new ArrayList<>();
        for (int column : by) {
            if (!has(Feature.ORDER_BY, 2)) {
                break;
            }
            orderBy.add(new CheckedAsk.Order(column, random.nextBoolean(), random.nextBoolean()));
        }
        return orderBy;
    }

    private long edge() {
        return fact.width().floor(AROUND[random.nextInt(AROUND.length)] + random.nextInt(3 * Width.DAY) - Width.DAY);
    }
}
