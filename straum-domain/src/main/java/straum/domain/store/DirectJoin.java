package straum.domain.store;

import java.util.Arrays;
import straum.domain.spec.Ref;

/**
 * A join from one column to one dim, of whose keys none has two rows: an id is a code of that column, and has one way or
 * none, which its {@link Heads} tell.
 */
final class DirectJoin implements Join {
    private static final int[] NO_ROOM = {};

    private final Heads heads;
    private final int factColumn;
    private final Ref.Kind kind;
    /** The attributes asked, by their index in the dim. */
    private final int[] asked;
    /** Those under a condition. */
    private final int[] tested;
    /** Beside {@link #tested}. */
    private final CodeSet[] conditions;

    private int[] codes = NO_ROOM;
    private int[] meets = NO_ROOM;

    /**
     * A join.
     *
     * @param heads of the dim
     * @param factColumn the column of the cells' key that it goes through
     * @param step the only one
     * @param asked the attributes asked, by their index in the dim
     */
    DirectJoin(Heads heads, int factColumn, Step step, int[] asked) {
        this.heads = heads;
        this.factColumn = factColumn;
        this.kind = step.kind();
        this.asked = asked;
        this.tested = new int[step.conditionCount()];
        this.conditions = new CodeSet[tested.length];
        int count = 0;
        for (int i = 0; i < step.attributes().length; i++) {
            CodeSet condition = step.conditions()[i];
            if (condition != null) {
                tested[count] = step.attributes()[i];
                conditions[count++] = condition;
            }
        }
    }

    @Override
    public boolean changesRows() {
        return kind != Ref.Kind.LEFT || tested.length > 0;
    }

    @Override
    public boolean matters() {
        return changesRows() || asked.length > 0;
    }

    @Override
    public void ids(Columns cells, Picks picks, int[] out) {
        cells.codes(factColumn, picks, out);
    }

    @Override
    public int id(Columns cells, int position) {
        return cells.code(factColumn, position);
    }

    @Override
    public void mark(int[] ids, Picks picks, int[] marks, Positions several) {
        final int count = picks.count();
        if (kind == Ref.Kind.LEFT) {
            Arrays.fill(marks, 0, count, 1);
        } else {
            heads.present(ids, count, marks);
        }
        if (kind == Ref.Kind.ANTI) {
            for (int i = 0; i < count; i++) {
                marks[i] ^= 1;
            }
        }
        if (tested.length > 0 && codes.length < count) {
            codes = new int[ids.length];
            meets = new int[ids.length];
        }
        for (int test = 0; test < tested.length; test++) {
            heads.attributes(tested[test], ids, count, codes);
            conditions[test].test(codes, count, meets);
            for (int i = 0; i < count; i++) {
                marks[i] &= meets[i];
            }
        }
    }

    @Override
    public void attributes(int which, int[] ids, int count, int[] out) {
        heads.attributes(asked[which], ids, count, out);
    }

    @Override
    public int wayCount(int id) {
        boolean isPresent = heads.first(id) != Entries.ABSENT;
        boolean stays = switch (kind) {
            case LEFT -> true;
            case INNER, SEMI -> isPresent;
            case ANTI -> !isPresent;
        };
        for (int test = 0; stays && test < tested.length; test++) {
            stays = conditions[test].has(heads.attribute(tested[test], id));
        }
        return stays ? 1 : 0;
    }

    @Override
    public int attribute(int which, int id, int way) {
        return heads.attribute(asked[which], id);
    }

    @Override
    public long times(int id, int way) {
        return 1;
    }
}
