package straum.cli.differential;

import java.util.List;
import java.util.stream.Collectors;

/** A piece of a query, as Straum is sent it, and as PostgreSQL is. */
record Text(String straum, String postgres) {
    /** A piece that is the same to both. */
    static Text same(String text) {
        return new Text(text, text);
    }

    /** This and what follows. */
    Text then(Text next) {
        return new Text(straum + next.straum, postgres + next.postgres);
    }

    /** This and what follows to both. */
    Text then(String next) {
        return then(same(next));
    }

    /** Pieces, with the same between each two. */
    static Text join(String between, List<Text> pieces) {
        return new Text(
                pieces.stream().map(Text::straum).collect(Collectors.joining(between)),
                pieces.stream().map(Text::postgres).collect(Collectors.joining(between)));
    }
}
