package straum.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Spec;
import straum.domain.spec.SpecException;
import straum.domain.value.Excerpt;
import straum.domain.value.Place;
import straum.notation.SpecReader;

/** Reads the spec in a file, and says of one that cannot be read where and why. */
final class SpecFile {
    /** The most bytes a spec may have. */
    private static final int MAX_BYTES = 1 << 20;

    private SpecFile() {}

    /**
     * The spec of a file.
     *
     * @throws CommandFailure when there is no such file, it cannot be read, it is not UTF-8, or the spec does not hold
     */
    static Spec read(Path file) throws CommandFailure {
        String text = decode(file, bytes(file));
        try {
            return SpecReader.read(text);
        } catch (SpecException e) {
            throw CommandFailure.usage(message(file, text, e));
        }
    }

    private static byte[] bytes(Path file) throws CommandFailure {
        try {
            if (Files.isDirectory(file)) {
                throw CommandFailure.usage(file + " is a directory, and a spec is one file");
            }
            try (InputStream in = Files.newInputStream(file)) {
                byte[] bytes = in.readNBytes(MAX_BYTES + 1);
                if (bytes.length > MAX_BYTES) {
                    throw CommandFailure.usage(file + " is longer than 1 MiB, the most a spec may have");
                }
                return bytes;
            }
        } catch (NoSuchFileException e) {
            throw CommandFailure.usage("there is no file " + file);
        } catch (AccessDeniedException e) {
            throw CommandFailure.failed(file + " may not be read by this user");
        } catch (IOException e) {
            throw CommandFailure.failed(file + " cannot be read: " + e.getMessage());
        }
    }

    private static String decode(Path file, byte[] bytes) throws CommandFailure {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        String read = out.flip().toString();
        if (result.isError()) {
            long line = 1 + read.chars().filter(c -> c == '\n').count();
            throw CommandFailure.usage(file + ":" + line + ": byte " + in.position()
                    + " of the file is not UTF-8; a spec is written in UTF-8");
        }
        // Some editors begin a file with a byte order mark, which is no part of its text.
        return read.startsWith("\uFEFF") ? read.substring(1) : read;
    }

    private static String message(Path file, String text, SpecException refusal) {
        Place place = refusal.place();
        StringBuilder message = new StringBuilder().append(file);
        if (place != null) {
            message.append(':').append(place.line()).append(':').append(place.column());
        }
        message.append(": ").append(refusal.error().message()).append('\n');
        if (place != null) {
            message.append(Excerpt.of(text, place)).append('\n');
        }
        @Nullable String hint = refusal.error().hint();
        if (hint != null) {
            message.append("hint: ").append(hint).append('\n');
        }
        return message.toString().stripTrailing();
    }
}
