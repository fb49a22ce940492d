package straum.domain.value;

import java.util.Arrays;

/**
 * A pattern of {@code LIKE} (PostgreSQL manual, 9.7.1): {@code _} is any one character, {@code %} any number of them, and
 * a backslash has the character after it stand for itself. Both sides are UTF-8, and a character is a code point.
 *
 * <p>The work is at most the text's length times the pattern's, and nothing is allocated.
 */
public final class LikePattern {
    private static final int ANY_NUMBER = -1;
    private static final int ANY_ONE = -2;
    private static final int NONE = -1;

    /** Bytes that stand for themselves, {@link #ANY_NUMBER} and {@link #ANY_ONE}. */
    private final int[] parts;

    private LikePattern(int[] parts) {
        this.parts = parts;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException when it {@link #endsInEscape}
     */
    public static LikePattern of(byte[] pattern) {
        if (endsInEscape(pattern)) {
            throw new IllegalArgumentException("the pattern ends with a backslash that no character follows");
        }
        int[] parts = new int[pattern.length];
        int size = 0;
        for (int at = 0; at < pattern.length; at++) {
            if (pattern[at] == '%') {
                if (size == 0 || parts[size - 1] != ANY_NUMBER) {
                    parts[size++] = ANY_NUMBER;
                }
            } else if (pattern[at] == '_') {
                parts[size++] = ANY_ONE;
            } else {
                at += pattern[at] == '\\' ? 1 : 0;
                parts[size++] = pattern[at] & 0xff;
            }
        }
        return new LikePattern(Arrays.copyOf(parts, size));
    }

    /** Whether its last character is a backslash that escapes nothing, which PostgreSQL refuses where it comes to it. */
    public static boolean endsInEscape(byte[] pattern) {
        int backslashes = 0;
        while (backslashes < pattern.length && pattern[pattern.length - 1 - backslashes] == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    /**
     * Whether a text is like the pattern, the whole of it.
     *
     * @param spaces how many spaces follow the text's bytes, as a bpchar's that are not kept
     */
    public boolean matches(byte[] text, int start, int length, int spaces) {
        int end = length + spaces;
        int at = 0;
        int part = 0;
        // The last % met, and how far the text it takes goes: what follows fails, it takes one character more.
        int percent = NONE;
        int taken = 0;
        while (at < end) {
            if (part < parts.length && parts[part] == ANY_NUMBER) {
                percent = part++;
                taken = at;
            } else if (part < parts.length && parts[part] == ANY_ONE) {
                at = after(text, start, length, at);
                part++;
            } else if (part < parts.length && parts[part] == byteAt(text, start, length, at)) {
                at++;
                part++;
            } else if (percent == NONE) {
                return false;
            } else {
                taken = after(text, start, length, taken);
                at = taken;
                part = percent + 1;
            }
        }
        return part == parts.length || (part == parts.length - 1 && parts[part] == ANY_NUMBER);
    }

    private static int byteAt(byte[] text, int start, int length, int at) {
        return at < length ? text[start + at] & 0xff : ' ';
    }

    /** Where the character after the one there begins. */
    private static int after(byte[] text, int start, int length, int at) {
        int next = at + 1;
        while (next < length && (text[start + next] & 0xc0) == 0x80) {
            next++;
        }
        return next;
    }
}
