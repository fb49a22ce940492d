package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import straum.domain.ask.Ask;
import straum.domain.ask.AskException;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.Types;
import straum.domain.spec.Fact;
import straum.domain.spec.Spec;
import straum.domain.spec.SpecException;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** The specs that the guide shows are specs, and the asks that it and the README show are asks of its first view. */
class GuideTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern SPEC = Pattern.compile("```sql\n(CREATE VIEW.*?)```", Pattern.DOTALL);
    private static final Pattern ASK = Pattern.compile("```sql\n(SELECT.*?)```", Pattern.DOTALL);
    /** An ask in a command line: within quotes, on one line. */
    private static final Pattern SENT =
            Pattern.compile("((?<=\"query\": \"|-d \"|straum ask \")SELECT [^\"\n]*|(?<=--sql ')SELECT [^'\n]*)");

    /** The parameters that the examples take, as many as each uses. */
    private static final List<String> PARAMETERS =
            List.of("purchase", "refund", "2026-11-13 00:00Z", "2026-11-14 00:00Z");

    private static final List<String> SENT_PARAMETERS =
            List.of("purchase", "eu", "us", "2026-11-13T09:00:00Z", "2026-11-13T10:00:00Z");

    private static final Map<String, ColumnType> TYPES = Map.of(
            "at", ColumnType.TIMESTAMPTZ,
            "kind", ColumnType.TEXT,
            "region", ColumnType.TEXT,
            "amount", ColumnType.NUMERIC,
            "ok", ColumnType.BOOL);

    @Test
    void everySpecOfTheGuideIsRead() throws IOException, SpecException {
        List<String> views = new ArrayList<>();
        for (String spec : all(SPEC, "docs/guide/the-spec.md")) {
            SpecReader.read(spec).facts().stream().map(Fact::name).forEach(views::add);
        }
        assertThat(views).containsExactly("usage", "names", "sales");
    }

    @Test
    void everyAskOfTheGuideCanBeAskedOfItsFirstView() throws IOException, SpecException, AskException {
        List<String> asks = all(ASK, "docs/guide/asking.md");
        assertThat(asks).hasSize(6);
        for (String ask : asks) {
            assertAsked(ask, PARAMETERS);
        }
    }

    @Test
    void everyAskOfTheGuideCanBeAskedOfTheDemo() throws IOException, SpecException, AskException {
        Spec demo = SpecReader.read(
                Files.readString(ROOT.resolve("straum-cli/src/main/resources/straum/cli/demo/usage.sql")));
        for (String ask : all(ASK, "docs/guide/asking.md")) {
            assertAsked(demo, ask, PARAMETERS);
        }
    }

    @Test
    void theSpecOfTheReadmeIsReadAndItsAskIsOneOfIt() throws IOException, SpecException, AskException {
        Spec spec = SpecReader.read(all(SPEC, "README.md").get(0));
        List<String> asks = all(SENT, "README.md");
        assertAsked(spec, asks.get(asks.size() - 1), SENT_PARAMETERS);
    }

    @Test
    void everyAskOfACommandLineCanBeAskedOfIt() throws IOException, SpecException, AskException {
        List<String> asks = new ArrayList<>(all(SENT, "docs/guide/asking.md"));
        asks.addAll(all(SENT, "README.md"));
        assertThat(asks).hasSize(4);
        for (String ask : asks) {
            assertAsked(ask, SENT_PARAMETERS);
        }
    }

    private static void assertAsked(String text, List<String> parameters)
            throws IOException, SpecException, AskException {
        assertAsked(SpecReader.read(all(SPEC, "docs/guide/the-spec.md").get(0)), text, parameters);
    }

    private static void assertAsked(Spec spec, String text, List<String> parameters) throws AskException {
        Types types = (table, column) ->
                TYPES.getOrDefault(spec.tables().get(table).columns().get(column), ColumnType.INT8);
        long used = Pattern.compile("\\$[1-9]")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .distinct()
                .count();
        List<Literal> values =
                parameters.stream().limit(used).<Literal>map(Literal.Text::new).toList();
        Ask ask = AskReader.read(text, values);
        CheckedAsk checked = CheckedAsk.of(spec, types, ask);
        assertThat(checked).as(text).isNotNull();
        assertThat(AskSql.of(spec, types, checked)).contains("isfinite(");
    }

    /** What the first group of a pattern finds in a page. */
    private static List<String> all(Pattern pattern, String page) throws IOException {
        return pattern.matcher(Files.readString(ROOT.resolve(page)))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
