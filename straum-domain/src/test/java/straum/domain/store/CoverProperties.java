package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.TimeKey;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;

/** Invariants 8 and 9: a cover reads each instant of a range once, from whole buckets, as wide as they may be. */
class CoverProperties {
    private static final List<int[]> WIDTHS =
            List.of(new int[] {3600}, new int[] {3600, 86_400}, new int[] {900, 3600, 21_600, 86_400});

    private static final int DAYS = 4;

    /** 1970-01-01; when clocks change in Europe, 2026-10-25; on Lord Howe Island, 2026-10-04; about midnight, in Amman. */
    private static final long[] AROUND = {0, 1_792_886_400L, 1_791_072_000L, 1_635_465_600L};

    private static final List<ZoneId> ZONES = List.of(
            ZoneOffset.UTC,
            ZoneId.of("Europe/Prague"),
            ZoneId.of("Australia/Lord_Howe"),
            ZoneId.of("Asia/Amman"),
            ZoneId.of("Asia/Kathmandu"));

    private final Random random = new Random();
    private int[] widths = {};
    private long begin;
    private @Nullable TimeKey time;
    private long[] cuts = {};

    @Property(tries = 2000)
    void everyInstantIsReadFromExactlyOneBucket(@ForAll long seed, @ForAll @IntRange(max = 2) int which)
            throws Exception {
        random.setSeed(seed);
        widths = WIDTHS.get(which);
        int narrowest = widths[0];
        int steps = DAYS * Width.DAY / narrowest;
        begin = AROUND[random.nextInt(AROUND.length)] - (long) DAYS / 2 * Width.DAY;
        Level[] levels = new Level[widths.length];
        Layouts layouts = new Layouts(0);
        for (int i = 0; i < widths.length; i++) {
            levels[i] = new Level(new Width(widths[i]), layouts);
            for (int step = 0; step < steps; step++) {
                levels[i].at(instant(step));
            }
        }
        boolean openBegin = random.nextInt(4) == 0;
        boolean openEnd = random.nextInt(4) == 0;
        int from = openBegin ? 0 : random.nextInt(steps);
        int to = openEnd ? steps : from + 1 + random.nextInt(steps - from);
        time = time();
        cuts = random.ints(random.nextInt(3), -2, steps + 2)
                .mapToLong(this::instant)
                .sorted()
                .distinct()
                .toArray();
        long first = openBegin ? Long.MIN_VALUE : instant(from);
        long end = openEnd ? Long.MAX_VALUE : instant(to);

        for (int step = from; step < to; step++) {
            if (!isOneTime(instant(step), narrowest)) {
                assertThatThrownBy(() -> Cover.of(levels, first, end, time, cuts, ColumnType.TIMESTAMPTZ))
                        .isInstanceOf(UnanswerableException.class)
                        .hasMessageContaining("would straddle");
                return;
            }
        }
        Buckets cover = Cover.of(levels, first, end, time, cuts, ColumnType.TIMESTAMPTZ);

        int[] read = new int[steps];
        for (int bucket = 0; bucket < cover.size(); bucket++) {
            long edge = cover.edge(bucket);
            int width = widthOf(levels, cover, bucket);
            assertThat(mayBeRead(edge, width)).isTrue();
            assertThat(bucket == 0 || cover.edge(bucket - 1) < edge).isTrue();
            for (int step = 0; step < steps; step++) {
                read[step] += instant(step) >= edge && instant(step) < edge + width ? 1 : 0;
            }
        }
        for (int step = 0; step < steps; step++) {
            assertThat(read[step]).isEqualTo(step >= from && step < to ? 1 : 0);
        }
        // As few buckets as there can be: at each instant, the widest bucket that begins there and may be read.
        int expected = 0;
        for (int step = from; step < to; expected++) {
            int widest = narrowest;
            for (int width : widths) {
                boolean begins = Math.floorMod(instant(step), (long) width) == 0;
                boolean fits = instant(step) + width <= instant(to);
                widest = begins && fits && mayBeRead(instant(step), width) ? width : widest;
            }
            step += widest / narrowest;
        }
        assertThat(cover.size()).isEqualTo(expected);
    }

    private @Nullable TimeKey time() {
        return switch (random.nextInt(5)) {
            case 0 -> null;
            case 1 -> new TimeKey.Bucket();
            case 2 -> new TimeKey.Bin((long) widths[0] * (1 + random.nextInt(50)), instant(random.nextInt(50)));
            default ->
                new TimeKey.Trunc(
                        TimeKey.Unit.values()[random.nextInt(TimeKey.Unit.values().length)],
                        ZONES.get(random.nextInt(ZONES.size())));
        };
    }

    /** Whether a bucket lies within one time, and no cut within it. */
    private boolean mayBeRead(long edge, int width) throws UnanswerableException {
        return Arrays.stream(cuts).noneMatch(cut -> cut > edge && cut < edge + width)
                && (time instanceof TimeKey.Bucket ? width == widths[0] : isOneTime(edge, width));
    }

    /** By the minute, within which no clock changes in our times. */
    private boolean isOneTime(long edge, int width) throws UnanswerableException {
        if (time == null || time instanceof TimeKey.Bucket) {
            return true;
        }
        for (long at = edge; at < edge + width; at += 60) {
            if (time.of(at) != time.of(edge)) {
                return false;
            }
        }
        return true;
    }

    private long instant(int step) {
        return begin + (long) step * widths[0];
    }

    private static int widthOf(Level[] levels, Buckets cover, int bucket) {
        for (Level level : levels) {
            Cells found = level.find(cover.edge(bucket));
            if (found != null && found.page(0) == cover.columns(bucket)) {
                return level.width().seconds();
            }
        }
        throw new AssertionError("a bucket of no level");
    }
}
