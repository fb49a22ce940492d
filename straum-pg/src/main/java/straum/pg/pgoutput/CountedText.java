package straum.pg.pgoutput;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import straum.domain.value.ColumnType;

/**
 * Reads the text forms of the types whose values are only counted, which no literal is read as: what the server's output
 * functions write under the settings of our sessions ({@code IntervalStyle} postgres, {@code bytea_output} hex). Answers
 * the send format of the value, or null where the text is none.
 */
final class CountedText {
    private static final Pattern CLOCK = Pattern.compile("(\\d{2,10}):(\\d\\d):(\\d\\d)(?:\\.(\\d{1,6}))?");
    private static final Pattern INTERVAL =
            Pattern.compile("(?:([+-]?\\d{1,10}) years? ?)?(?:([+-]?\\d{1,10}) mons? ?)?"
                    + "(?:([+-]?\\d{1,10}) days? ?)?(?:([+-]?)(\\d{2,10}:\\d\\d:\\d\\d(?:\\.\\d{1,6})?))?");
    private static final Pattern INET = Pattern.compile("([0-9a-f:.]{2,45})(?:/(\\d{1,3}))?");

    private static final int FRACTION_DIGITS = 6;
    private static final int MONTHS = 12;
    private static final byte IPV4 = 2;
    private static final byte IPV6 = 3;

    private CountedText() {}

    /** The send format of a text of a kind that is counted. */
    static byte @Nullable [] sent(ColumnType.Kind kind, String text) {
        try {
            return switch (kind) {
                case INTERVAL -> interval(text);
                case TIME -> time(text);
                case BYTEA -> text.startsWith("\\x") ? HexFormat.of().parseHex(text.substring(2)) : null;
                case OID -> ColumnType.bytesOf(Integer.parseUnsignedInt(text), Integer.BYTES);
                case INET -> inet(text);
                default -> null;
            };
        } catch (IllegalArgumentException | ArithmeticException noSuchValue) {
            return null;
        }
    }

    private static byte @Nullable [] time(String text) {
        Matcher clock = CLOCK.matcher(text);
        return clock.matches() ? ColumnType.bytesOf(micros(clock), Long.BYTES) : null;
    }

    /** The microseconds of hours, minutes, seconds and a fraction of at most 6 digits. */
    private static long micros(Matcher clock) {
        long minutes =
                Math.addExact(Math.multiplyExact(Long.parseLong(clock.group(1)), 60L), Long.parseLong(clock.group(2)));
        long seconds = Math.addExact(Math.multiplyExact(minutes, 60L), Long.parseLong(clock.group(3)));
        String fraction = clock.group(4) == null ? "" : clock.group(4);
        long micros = Long.parseLong((fraction + "000000").substring(0, FRACTION_DIGITS));
        return Math.addExact(Math.multiplyExact(seconds, 1_000_000L), micros);
    }

    /** The infinities came with 17: the greatest and the least of each field. */
    private static byte @Nullable [] interval(String text) {
        if (text.equals("infinity")) {
            return sentInterval(Long.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
        }
        if (text.equals("-infinity")) {
            return sentInterval(Long.MIN_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE);
        }
        Matcher interval = INTERVAL.matcher(text);
        if (text.isEmpty() || !interval.matches()) {
            return null;
        }
        long months = Math.addExact(Math.multiplyExact(number(interval.group(1)), MONTHS), number(interval.group(2)));
        long micros = 0;
        if (interval.group(5) != null) {
            Matcher clock = CLOCK.matcher(interval.group(5));
            if (!clock.matches()) {
                return null;
            }
            micros = interval.group(4).equals("-") ? Math.negateExact(micros(clock)) : micros(clock);
        }
        return sentInterval(micros, Math.toIntExact(number(interval.group(3))), Math.toIntExact(months));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    private static byte[] sentInterval(long micros, int days, int months) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(micros)
                .putInt(days)
                .putInt(months)
                .array();
    }

    private static byte @Nullable [] inet(String text) {
        Matcher inet = INET.matcher(text);
        if (!inet.matches()) {
            return null;
        }
        byte[] address = inet.group(1).indexOf(':') < 0 ? ipv4(inet.group(1)) : ipv6(inet.group(1));
        if (address == null) {
            return null;
        }
        int most = 8 * address.length;
        int bits = inet.group(2) == null ? most : Integer.parseInt(inet.group(2));
        return bits > most
                ? null
                : ByteBuffer.allocate(4 + address.length)
                        .put(address.length == 4 ? IPV4 : IPV6)
                        .put((byte) bits)
                        .put((byte) 0)
                        .put((byte) address.length)
                        .put(address)
                        .array();
    }

    private static byte @Nullable [] ipv4(String text) {
        String[] parts = text.split("\\.", -1);
        byte[] address = new byte[4];
        for (int i = 0; i < parts.length; i++) {
            int part = Integer.parseInt(parts[i]);
            if (parts.length != address.length || part > 0xff) {
                return null;
            }
            address[i] = (byte) part;
        }
        return address;
    }

    /** Groups of 16 bits, a run of zeros left out as {@code ::}, the last two perhaps written as an IPv4 address. */
    private static byte @Nullable [] ipv6(String text) {
        int gap = text.indexOf("::");
        byte[] head = groups(gap < 0 ? text : text.substring(0, gap), gap < 0);
        byte[] tail = gap < 0 ? new byte[0] : groups(text.substring(gap + 2), true);
        if (head == null || tail == null || (gap < 0 ? head.length != 16 : head.length + tail.length > 14)) {
            return null;
        }
        byte[] address = Arrays.copyOf(head, 16);
        System.arraycopy(tail, 0, address, 16 - tail.length, tail.length);
        return address;
    }

    private static byte @Nullable [] groups(String text, boolean last) {
        if (text.isEmpty()) {
            return new byte[0];
        }
        ByteBuffer groups = ByteBuffer.allocate(2 * text.length() + 4);
        String[] parts = text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].indexOf('.') >= 0) {
                byte[] ipv4 = last && i == parts.length - 1 ? ipv4(parts[i]) : null;
                if (ipv4 == null) {
                    return null;
                }
                groups.put(ipv4);
            } else {
                int group = Integer.parseInt(parts[i], 16);
                if (group > 0xffff) {
                    return null;
                }
                groups.putShort((short) group);
            }
        }
        return Arrays.copyOf(groups.array(), groups.position());
    }
}
