package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import straum.domain.spec.Fact;
import straum.domain.spec.SpecException;

/** The specs that the guide shows are specs. */
class GuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide", "the-spec.md");
    private static final Pattern SPEC = Pattern.compile("```sql\n(CREATE VIEW.*?)```", Pattern.DOTALL);

    @Test
    void everySpecOfTheGuideIsRead() throws IOException, SpecException {
        List<String> views = new ArrayList<>();
        Matcher spec = SPEC.matcher(Files.readString(GUIDE));
        while (spec.find()) {
            SpecReader.read(spec.group(1)).facts().stream().map(Fact::name).forEach(views::add);
        }
        assertThat(views).containsExactly("usage", "names", "sales");
    }
}
