package straum.domain.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Via;
import straum.domain.value.Literal;

/**
 * An ask's WHERE, taken apart where it is a conjunction: what is on one column of the fact passes cells by a code, what
 * is on one attribute passes the ways of a join, and only the rest is looked at way by way.
 *
 * @param ofColumns by the fact's column
 * @param ofSeveral on several vias each, or on none
 */
record Where(
        Map<String, List<Condition<Via, Literal>>> ofColumns,
        Map<Via.Attribute, List<Condition<Via, Literal>>> ofAttributes,
        List<Condition<Via, Literal>> ofSeveral) {
    /** The WHERE of an ask of a fact, on its keys by their index; null for none. */
    static Where of(Fact fact, @Nullable Condition<Integer, Literal> condition) {
        Where where = new Where(new LinkedHashMap<>(), new LinkedHashMap<>(), new ArrayList<>());
        if (condition != null) {
            where.add(condition.map(key -> fact.keys().get(key).via(), value -> value));
        }
        return where;
    }

    private void add(Condition<Via, Literal> condition) {
        if (condition instanceof Condition.And<Via, Literal> and) {
            and.all().forEach(this::add);
            return;
        }
        Set<Via> subjects = condition.subjects();
        Via only = subjects.size() == 1 ? subjects.iterator().next() : null;
        if (only instanceof Via.Column column) {
            ofColumns.computeIfAbsent(column.column(), key -> new ArrayList<>()).add(condition);
        } else if (only instanceof Via.Attribute attribute) {
            ofAttributes.computeIfAbsent(attribute, key -> new ArrayList<>()).add(condition);
        } else {
            ofSeveral.add(condition);
        }
    }
}
