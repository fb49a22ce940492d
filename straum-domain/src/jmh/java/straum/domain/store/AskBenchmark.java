package straum.domain.store;

import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import straum.domain.ask.Answer;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Condition;
import straum.domain.spec.Spec;
import straum.domain.testing.Micro;
import straum.domain.value.Literal;

/** What a cell takes that an ask reads, of two keys and two measures; what the groups and the answer take is in it. */
public class AskBenchmark extends Micro {
    private static final int CELLS = 1_000_000;

    private static final Condition<Integer, Literal> TWO_KINDS =
            new Condition.In<>(Filled.KIND, List.of(new Literal.Text("click"), new Literal.Text("refund")));

    private static final CheckedAsk BY_KIND_AND_ACCOUNT = Filled.ask(null, Filled.KIND, Filled.ACCOUNT);
    private static final CheckedAsk BY_KIND_AND_REGION = Filled.ask(null, Filled.KIND, Filled.REGION);
    private static final CheckedAsk BY_KIND = Filled.ask(null, Filled.KIND);
    private static final CheckedAsk TWO_BY_KIND_AND_ACCOUNT = Filled.ask(TWO_KINDS, Filled.KIND, Filled.ACCOUNT);
    private static final CheckedAsk TWO_BY_KIND_AND_REGION = Filled.ask(TWO_KINDS, Filled.KIND, Filled.REGION);

    /** Whether rows share cells, or hardly any two do. */
    @Param({"dense", "sparse"})
    public String sample;

    /** For a run that is not to be measured, fewer. */
    @Param("" + CELLS)
    public int cells;

    private final Spec spec = Filled.hours();
    private Store store = new Store(spec);

    /** Fills the store. */
    @Setup
    public void fill() {
        store = Filled.withCells(spec, sample, cells);
    }

    private Answer ask(CheckedAsk ask) throws UnanswerableException {
        return store.ask(ask, CELLS, Long.MAX_VALUE);
    }

    /** By two keys of the cells, one of many values. */
    @Benchmark
    @OperationsPerInvocation(CELLS)
    public Answer byKindAndAccount() throws UnanswerableException {
        return ask(BY_KIND_AND_ACCOUNT);
    }

    /** By a key of the cells and one that is joined. */
    @Benchmark
    @OperationsPerInvocation(CELLS)
    public Answer byKindAndRegion() throws UnanswerableException {
        return ask(BY_KIND_AND_REGION);
    }

    /** By one key of few values. */
    @Benchmark
    @OperationsPerInvocation(CELLS)
    public Answer byKind() throws UnanswerableException {
        return ask(BY_KIND);
    }

    /** By two keys of the cells, of the cells of two kinds of eight; a cell that is not kept was read all the same. */
    @Benchmark
    @OperationsPerInvocation(CELLS)
    public Answer twoKindsByKindAndAccount() throws UnanswerableException {
        return ask(TWO_BY_KIND_AND_ACCOUNT);
    }

    /** By a key of the cells and one that is joined, of the cells of two kinds of eight. */
    @Benchmark
    @OperationsPerInvocation(CELLS)
    public Answer twoKindsByKindAndRegion() throws UnanswerableException {
        return ask(TWO_BY_KIND_AND_REGION);
    }
}
