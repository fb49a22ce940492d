package straum.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a request's {@code Accept} fields take (RFC 9110, 12.5.1). Parameters of a media range but its weight are passed
 * over: no format has a second variant. So is an element that cannot be read.
 */
final class Accept {
    /** One media range: {@code *} for any. */
    private record Range(String type, String subtype, double weight) {
        /** How closely the range names the type: 0 not at all, 3 exactly. */
        int matches(String otherType, String otherSubtype) {
            if (type.equals("*")) {
                return 1;
            }
            if (!type.equals(otherType)) {
                return 0;
            }
            return subtype.equals("*") ? 2 : subtype.equals(otherSubtype) ? 3 : 0;
        }
    }

    private final List<Range> ranges = new ArrayList<>();

    private Accept(List<String> fields) {
        for (String field : fields) {
            for (String element : FieldList.split(field, ',')) {
                Range range = range(element);
                if (range != null) {
                    ranges.add(range);
                }
            }
        }
        if (ranges.isEmpty()) {
            ranges.add(new Range("*", "*", 1));
        }
    }

    /** What these fields take; anything when there are none. */
    static Accept of(List<String> fields) {
        return new Accept(fields);
    }

    /** The format of the greatest weight, of equals the first; null when none is taken. */
    @Nullable Format best(List<Format> offered) {
        Format best = null;
        double greatest = 0;
        for (Format format : offered) {
            double weight = weight(format.type(), format.subtype());
            if (weight > greatest) {
                best = format;
                greatest = weight;
            }
        }
        return best;
    }

    /** The format to tell a problem in: never none, and {@code application/problem+json} counts as JSON, too. */
    Format forProblem(List<Format> offered) {
        double json = Math.max(weight("application", "json"), weight("application", "problem+json"));
        double text = weight("text", "plain");
        if (json == text) {
            return json > 0 ? offered.get(0) : Format.JSON;
        }
        return json > text ? Format.JSON : Format.TEXT;
    }

    private double weight(String type, String subtype) {
        int closest = 0;
        double weight = 0;
        for (Range range : ranges) {
            int matches = range.matches(type, subtype);
            if (matches > closest) {
                closest = matches;
                weight = range.weight();
            }
        }
        return weight;
    }

    private static @Nullable Range range(String element) {
        List<String> parts = FieldList.split(element, ';');
        if (parts.isEmpty()) {
            return null;
        }
        String media = parts.get(0).toLowerCase(Locale.ROOT);
        int slash = media.indexOf('/');
        if (slash < 1 || slash == media.length() - 1) {
            return null;
        }
        double weight = 1;
        for (String parameter : parts.subList(1, parts.size())) {
            if (parameter.length() > 2 && parameter.substring(0, 2).equalsIgnoreCase("q=")) {
                weight = weight(parameter.substring(2).strip());
            }
        }
        return new Range(media.substring(0, slash), media.substring(slash + 1), weight);
    }

    /** A weight of 0 to 1 with at most three decimals (RFC 9110, 12.4.2); one that cannot be read takes nothing. */
    private static double weight(String text) {
        boolean readable = text.matches("0(\\.[0-9]{0,3})?|1(\\.0{0,3})?");
        return readable ? Double.parseDouble(text) : 0;
    }
}
