package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** The pieces of a table are all of it, each block in one of them, and are about as large as each other. */
class LoadPlanProperties {
    private static final long LAST_BLOCK = (1L << 32) - 2;

    @Property
    void everyBlockIsInOnePiece(
            @ForAll @Size(max = 20) List<@LongRange(max = 5000) Long> blocks,
            @ForAll @LongRange(min = 1, max = 300) long least,
            @ForAll @IntRange(min = 1, max = 9) int among,
            @ForAll @LongRange(max = LAST_BLOCK) long block) {
        List<Piece> pieces = new LoadPlan(9, least).pieces(blocks, among);

        assertThat(pieces).filteredOn(piece -> holds(piece, block)).hasSize(1);
        long end = 0;
        for (Piece piece : pieces) {
            assertThat(piece.from()).isEqualTo(end);
            assertThat(piece.to()).isGreaterThan(piece.from());
            end = piece.to();
        }
        assertThat(end).isEqualTo(Piece.OPEN);
    }

    private static boolean holds(Piece piece, long block) {
        return piece.from() <= block && block < piece.to();
    }

    /** As far as they can be: what lies in blocks of one number, one of each leaf, is never taken apart. */
    @Property
    void noPieceIsMuchLargerThanItsShare(
            @ForAll @Size(min = 1, max = 20) List<@LongRange(max = 5000) Long> blocks,
            @ForAll @LongRange(min = 1, max = 300) long least,
            @ForAll @IntRange(min = 2, max = 9) int among) {
        long total = blocks.stream().mapToLong(each -> each).sum();
        long wanted = Math.max(1, Math.max(Math.min(total / least, among * 8L), total / least / 16));

        List<Piece> pieces = new LoadPlan(9, least).pieces(blocks, among);

        assertThat(pieces).hasSizeLessThanOrEqualTo((int) wanted);
        assertThat(pieces)
                .allSatisfy(piece ->
                        assertThat(size(piece, blocks)).isLessThanOrEqualTo(total / wanted + 1 + blocks.size()));
    }

    private static long size(Piece piece, List<Long> blocks) {
        return blocks.stream()
                .mapToLong(each -> Math.min(each, piece.to()) - Math.min(each, piece.from()))
                .sum();
    }

    @Property
    void oneConnectionReadsTheTableWhole(@ForAll @Size(max = 20) List<@LongRange(max = LAST_BLOCK) Long> blocks) {
        assertThat(LoadPlan.over(4).pieces(blocks, 1)).containsExactly(Piece.WHOLE);
        assertThat(LoadPlan.over(1).worth(new Extent(blocks, 100))).isEqualTo(1);
    }

    @Example
    void theLargestTablesAreCutAsOthersAre() {
        List<Piece> one = LoadPlan.over(4).pieces(List.of(LAST_BLOCK + 1), 4);
        List<Piece> several = LoadPlan.over(4).pieces(Collections.nCopies(3, LAST_BLOCK + 1), 4);

        assertThat(one).hasSize(65_535);
        assertThat(one.get(65_534).where()).isEqualTo(" WHERE ctid >= '(4294901758,0)'::tid");
        assertThat(several).hasSize(100_000);
        assertThat(several.get(1).where()).isEqualTo(" WHERE ctid >= '(42950,0)'::tid AND ctid < '(85900,0)'::tid");
    }

    @Example
    void whatIsWorthMoreConnectionsIsLarge() {
        LoadPlan plan = LoadPlan.over(4);

        assertThat(plan.worth(new Extent(List.of(), 100))).isEqualTo(1);
        assertThat(plan.worth(new Extent(List.of(8191L), 100))).isEqualTo(1);
        assertThat(plan.worth(new Extent(List.of(8192L), 100))).isEqualTo(2);
        assertThat(plan.worth(new Extent(List.of(8192L, 0L, 4096L), 100))).isEqualTo(3);
        assertThat(plan.worth(new Extent(List.of(1_000_000L), 100))).isEqualTo(4);
        assertThat(plan.worth(new Extent(List.of(1_000_000L), 3))).isEqualTo(3);
        assertThat(plan.worth(new Extent(List.of(1_000_000L), 0))).isEqualTo(1);
        assertThat(plan.pieces(List.of(20L * 4096), 4)).hasSize(20);
        assertThat(plan.pieces(List.of(100L * 4096), 4)).hasSize(32);
        assertThat(plan.pieces(List.of(1600L * 4096), 4)).hasSize(100);
        assertThat(plan.pieces(List.of(8191L), 4)).containsExactly(Piece.WHOLE);
        assertThat(plan.pieces(List.of(0L), 4)).containsExactly(Piece.WHOLE);
    }

    @Example
    void aPieceNamesItsBlocks() {
        assertThat(Piece.WHOLE.where()).isEmpty();
        assertThat(new Piece(0, 7).where()).isEqualTo(" WHERE ctid < '(7,0)'::tid");
        assertThat(new Piece(7, 9).where()).isEqualTo(" WHERE ctid >= '(7,0)'::tid AND ctid < '(9,0)'::tid");
        assertThat(new Piece(9, Piece.OPEN).where()).isEqualTo(" WHERE ctid >= '(9,0)'::tid");
    }

    @Example
    void aPlanHasAConnection() {
        assertThatThrownBy(() -> LoadPlan.over(0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(LoadPlan.defaults().connections())
                .isEqualTo(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }
}
