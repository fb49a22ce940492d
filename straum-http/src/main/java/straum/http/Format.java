package straum.http;

import java.util.List;

/** A form in which a route answers. */
enum Format {
    /** For programs. */
    JSON("application", "json", "application/json", "application/problem+json"),
    /** For people: tables and sentences. */
    TEXT("text", "plain", "text/plain; charset=utf-8", "text/plain; charset=utf-8"),
    /** The query that an ask stands for, and no answer; for people, so that a problem is told as text. */
    SQL("application", "sql", "application/sql; charset=utf-8", "text/plain; charset=utf-8");

    /** What routes for programs offer, best first. */
    static final List<Format> JSON_FIRST = List.of(JSON, TEXT);
    /** What asks offer, best first. */
    static final List<Format> ASKS = List.of(JSON, TEXT, SQL);
    /** What routes for a quick look offer, best first. */
    static final List<Format> TEXT_FIRST = List.of(TEXT, JSON);

    private final String type;
    private final String subtype;
    private final String contentType;
    private final String problemType;

    Format(String type, String subtype, String contentType, String problemType) {
        this.type = type;
        this.subtype = subtype;
        this.contentType = contentType;
        this.problemType = problemType;
    }

    /** The media type's first half. */
    String type() {
        return type;
    }

    /** The media type's second half. */
    String subtype() {
        return subtype;
    }

    /** The media type without parameters. */
    String mediaType() {
        return type + "/" + subtype;
    }

    /** {@code Content-Type} of an answer. */
    String contentType() {
        return contentType;
    }

    /** {@code Content-Type} of a problem. */
    String problemType() {
        return problemType;
    }
}
