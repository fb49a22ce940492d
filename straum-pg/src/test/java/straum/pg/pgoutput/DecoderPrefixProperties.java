package straum.pg.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import straum.app.SourceException;

/** Whatever bytes come, the decoder reads them or refuses them by a {@link SourceException}: nothing else, and soon. */
class DecoderPrefixProperties {
    private static final List<byte[]> MESSAGES = Recording.messages();
    /** Those before the first message that the recording is refused at. */
    private static final int READABLE = readable();

    @Example
    void everyPrefixOfEveryMessageIsRefused() throws SourceException {
        for (int message = 0; message < READABLE; message++) {
            byte[] whole = MESSAGES.get(message);
            if (ofOtherTable(whole)) {
                continue;
            }
            for (int length = 0; length < whole.length; length++) {
                Decoder decoder = after(message);
                byte[] prefix = Arrays.copyOf(whole, length);
                assertThatThrownBy(() -> decoder.read(prefix, 0, prefix.length))
                        .as("%d bytes of message %d", length, message)
                        .isInstanceOf(SourceException.class);
            }
        }
    }

    @Example
    void aMessageWithAByteTooManyIsRefused() throws SourceException {
        for (int message = 0; message < READABLE; message++) {
            if (!ofOtherTable(MESSAGES.get(message))) {
                Decoder decoder = after(message);
                byte[] longer = Arrays.copyOf(MESSAGES.get(message), MESSAGES.get(message).length + 1);
                assertThatThrownBy(() -> decoder.read(longer, 0, longer.length))
                        .as("message %d", message)
                        .isInstanceOf(SourceException.class);
            }
        }
    }

    @Property(tries = 3000)
    void flippedBitsAreReadOrRefused(
            @ForAll("messages") int message, @ForAll @Size(min = 1, max = 4) List<Integer> flips)
            throws SourceException {
        Decoder decoder = after(message);
        byte[] bytes = MESSAGES.get(message).clone();
        for (int flip : flips) {
            int bit = Math.floorMod(flip, bytes.length * 8);
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
        readOrRefuse(decoder, bytes);
    }

    @Property(tries = 3000)
    void anyBytesAreReadOrRefused(@ForAll("messages") int message, @ForAll @Size(max = 60) byte[] bytes)
            throws SourceException {
        Decoder decoder = after(message);
        byte[] start = MESSAGES.get(message);
        int kept = Math.min(start.length, 1 + bytes.length % 12);
        byte[] mixed = Arrays.copyOf(start, kept + bytes.length);
        System.arraycopy(bytes, 0, mixed, kept, bytes.length);
        readOrRefuse(decoder, mixed);
    }

    /** Reads the bytes and, where they are taken, everything that came after them. */
    private static void readOrRefuse(Decoder decoder, byte[] bytes) {
        try {
            decoder.read(bytes, 0, bytes.length);
            for (byte[] later : MESSAGES) {
                decoder.read(later, 0, later.length);
            }
        } catch (SourceException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            assertThat(refused.kind()).isEqualTo(SourceException.Kind.LOST);
        }
    }

    @Provide
    Arbitrary<Integer> messages() {
        return Arbitraries.integers().between(0, READABLE - 1);
    }

    private static Decoder after(int messages) throws SourceException {
        Decoder decoder = Recording.decoder();
        for (byte[] message : MESSAGES.subList(0, messages)) {
            decoder.read(message, 0, message.length);
        }
        return decoder;
    }

    private static int readable() {
        int read = 0;
        Decoder decoder = Recording.decoder();
        try {
            while (true) {
                decoder.read(MESSAGES.get(read), 0, MESSAGES.get(read).length);
                read++;
            }
        } catch (SourceException refused) {
            return read;
        }
    }

    /** Whether it is a row of app.other, of which only the OID (401d) is read. */
    private static boolean ofOtherTable(byte[] message) {
        return "IUD".indexOf(message[0]) >= 0 && message[3] == 0x40 && message[4] == 0x1d;
    }
}
