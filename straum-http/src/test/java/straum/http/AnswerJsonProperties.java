package straum.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotBlank;
import net.jqwik.api.constraints.Size;
import straum.domain.ask.Answer;
import straum.domain.value.ColumnType;

class AnswerJsonProperties {
    @Property
    void anyTextReadsBackAsItWas(@ForAll @Size(max = 50) List<@NotBlank String> texts) throws IOException {
        List<String> storable = texts.stream()
                .map(text ->
                        new String(text.replace("\0", "").getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .toList();
        String[][] rows = storable.stream().map(text -> new String[] {text}).toArray(String[][]::new);
        Answer answer = FakeAsks.answer(List.of("c"), List.of(ColumnType.TEXT), rows);
        String json =
                AnswerJsonTest.text(new AnswerJson(answer, FakeAsks.LSN.toString(), FakeAsks.AS_OF.toString(), false));

        List<String> read = new ArrayList<>();
        try (JsonParser parser = Json.FACTORY.createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING
                        && parser.getParsingContext().inArray()) {
                    read.add(parser.getText());
                }
            }
        }
        assertThat(read).isEqualTo(storable);
    }
}
