package straum.http;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request's {@code Prefer} fields ask for (RFC 7240). What is not known or cannot be read is passed over, as the
 * RFC wants it; {@code Preference-Applied} says what was heeded.
 *
 * @param numbersAsStrings whether int8 and numeric are to be written as strings
 * @param waitSeconds null when not said
 */
record Prefer(boolean numbersAsStrings, @Nullable Integer waitSeconds) {
    /** The preferences of these fields; of one said twice the first counts. */
    static Prefer of(List<String> fields) {
        String numbers = null;
        String wait = null;
        for (String field : fields) {
            for (String element : FieldList.split(field, ',')) {
                String preference =
                        FieldList.split(element, ';').stream().findFirst().orElse("");
                int equals = preference.indexOf('=');
                String name = equals < 0
                        ? preference
                        : preference.substring(0, equals).strip();
                String value = equals < 0
                        ? ""
                        : FieldList.unquote(preference.substring(equals + 1).strip());
                if (name.equalsIgnoreCase("numbers") && numbers == null) {
                    numbers = value;
                } else if (name.equalsIgnoreCase("wait") && wait == null) {
                    wait = value;
                }
            }
        }
        return new Prefer("strings".equals(numbers), wait == null ? null : seconds(wait));
    }

    /** How long to wait: what was said, at most {@code most}, or else {@code usual}. */
    Duration wait(Duration usual, Duration most) {
        if (waitSeconds == null) {
            return usual;
        }
        Duration wanted = Duration.ofSeconds(waitSeconds);
        return wanted.compareTo(most) > 0 ? most : wanted;
    }

    /** A number of seconds; one beyond an int is the greatest int; null when it is none. */
    private static @Nullable Integer seconds(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return null;
        }
        return text.length() > 9 ? Integer.MAX_VALUE : Integer.valueOf(text);
    }
}
