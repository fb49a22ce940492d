package straum.http;

import straum.domain.ask.CheckedAsk;
import straum.domain.ask.Types;
import straum.domain.spec.Spec;

/** Prints the query that an ask stands for: the server knows no SQL of its own. */
@FunctionalInterface
public interface PrintAsk {
    /** PostgreSQL's query of an ask that was checked against the spec and the types. */
    String print(Spec spec, Types types, CheckedAsk ask);
}
