package straum.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import straum.domain.value.Literal;

class AskBodyProperties {
    private static final HttpSettings.Sizes SIZES = HttpSettings.defaults().sizes();

    @Property
    void whatIsWrittenIsRead(@ForAll("texts") String query, @ForAll("literals") List<Literal> parameters)
            throws Exception {
        AskBody body = AskBody.json(write("q" + query, parameters), SIZES);

        assertThat(body.query()).isEqualTo("q" + query);
        assertThat(body.parameters()).isEqualTo(parameters);
    }

    @Property
    void anyBytesAreReadOrRefused(@ForAll byte[] bytes) {
        readOrRefuse(bytes);
    }

    @Property
    void anyBodyCutAnywhereIsRefusedOrRead(
            @ForAll("literals") List<Literal> parameters, @ForAll("places") double place, @ForAll byte replaced)
            throws IOException {
        byte[] body = write("q", parameters);
        int at = (int) (place * body.length);
        readOrRefuse(Arrays.copyOf(body, at));
        body[at] = replaced;
        readOrRefuse(body);
    }

    private static void readOrRefuse(byte[] bytes) {
        try {
            assertThat(AskBody.json(bytes, SIZES).query()).isNotBlank();
        } catch (ProblemException refused) {
            assertThat(refused.problem().status()).isEqualTo(400);
        }
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings()
                .ofMaxLength(20)
                .map(text ->
                        new String(text.replace("\0", "").getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }

    @Provide
    Arbitrary<List<Literal>> literals() {
        Arbitrary<Literal> numbers =
                Arbitraries.bigDecimals().ofScale(10).map(BigDecimal::toString).map(Literal.Number::new);
        return Arbitraries.oneOf(
                        numbers,
                        texts().map(Literal.Text::new),
                        Arbitraries.of(new Literal.Bool(true), new Literal.Bool(false), new Literal.Null()))
                .list()
                .ofMaxSize(10);
    }

    @Provide
    Arbitrary<Double> places() {
        return Arbitraries.doubles().between(0, true, 1, false);
    }

    private static byte[] write(String query, List<Literal> parameters) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = Json.FACTORY.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("query", query);
            json.writeArrayFieldStart("params");
            for (Literal literal : parameters) {
                if (literal instanceof Literal.Number number) {
                    json.writeNumber(number.text());
                } else if (literal instanceof Literal.Text text) {
                    json.writeString(text.text());
                } else if (literal instanceof Literal.Bool bool) {
                    json.writeBoolean(bool.value());
                } else {
                    json.writeNull();
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return out.toByteArray();
    }
}
