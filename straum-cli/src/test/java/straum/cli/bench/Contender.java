package straum.cli.bench;

import java.util.List;

/** Who answers the ask of {@link AsksSection}: events and amount by region, of two kinds in a span. */
interface Contender extends Asked {
    /** The kinds asked for. */
    List<String> KINDS = List.of("purchase", "signup");

    /** Asks for the answer: a line a region, in order. */
    List<String> answer(Span span) throws Exception;
}
