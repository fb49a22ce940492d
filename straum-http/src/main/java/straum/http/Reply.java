package straum.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response.
 *
 * @param status of HTTP
 * @param headers beside those every response has
 * @param first the body, or of a long one the first piece
 * @param rest what follows the first piece; null when nothing does
 */
@SuppressWarnings("ArrayRecordComponent") // the first bytes go to the socket as they are; nobody compares replies
record Reply(
        int status,
        String contentType,
        Map<String, String> headers,
        byte[] first,
        @Nullable Rest rest) {
    /**
     * The rest of a long body.
     *
     * @param share of the memory for such, given back once it is written
     */
    record Rest(Pieces pieces, Budget.Share share) {}

    Reply {
        headers = Map.copyOf(headers);
    }

    /** A response whose body is whole. */
    static Reply of(int status, String contentType, Map<String, String> headers, byte[] body) {
        return new Reply(status, contentType, headers, body, null);
    }

    /** Says that nobody will write it. */
    void drop() {
        if (rest != null) {
            rest.share().give();
        }
    }
}
