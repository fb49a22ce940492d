package straum.notation;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the two languages have no place for, as text: why, and what to write instead. */
final class NotRead {
    /** What holds what no expression can: PostgreSQL publishes a stored generated column from 18 on, and any other always. */
    static final String COMPUTED = "a stored generated column (PostgreSQL 18 and newer), or one that a trigger fills,";

    /** Why something has no place. */
    record No(String message, @Nullable String hint) {}

    /*
     * Tables of refusals: what is refused | why | what to write instead. A keyword is in lower case; a function has
     * parentheses, and its name goes before the reason; the rest are marks, or stand for several tokens.
     */
    private static final String NEITHER = """
            right           | RIGHT JOIN is not read | write the LEFT JOIN the other way round
            full            | FULL JOIN is not read | write JOIN, or a LEFT JOIN from the fact table
            cross           | CROSS JOIN is not read | write JOIN dim ON dim.key = fact.column
            natural         | NATURAL JOIN is not read | write JOIN dim ON dim.key = fact.column
            using           | USING is not read | write ON dim.key = fact.column
            lateral         | LATERAL is not read
            only            | ONLY is not read
            tablesample     | TABLESAMPLE is not read
            for             | FOR is not read: nothing is locked
            into            | INTO is not read
            window          | window functions are not read
            over            | window functions are not read
            array           | ARRAY is not read
            at              | AT TIME ZONE is not read
            ilike           | ILIKE is not read | LIKE tells upper from lower case: write each spelling, joined by OR
            similar         | SIMILAR TO is not read | write LIKE, whose patterns have % and _, joined by OR
            isnull          | ISNULL is not read | write IS NULL
            notnull         | NOTNULL is not read | write IS NOT NULL
            escape          | ESCAPE is not read: the backslash is the escape | write LIKE 'a\\%' to match a% itself
            symmetric       | SYMMETRIC is not read | write the lower value first: BETWEEN 1 AND 2
            asymmetric      | ASYMMETRIC is not read | leave it out: BETWEEN means it
            any             | ANY is not read | list the values: key IN ($1, $2)
            some            | SOME is not read | list the values: key IN ($1, $2)
            all             | ALL is not read
            distinct        | SELECT DISTINCT is not read | GROUP BY gives each group once
            unknown         | IS UNKNOWN is not read | write IS NULL, or IS NOT NULL
            grouping        | GROUPING SETS is not read
            rollup()        | is not read
            values()        | is not read
            cube()          | is not read
            a.b.c           | a name of three parts is not read | give the table an alias: FROM app.events e, and write e.kind
            with time       | a type of several words is not read | write TIMESTAMPTZ '...'
            without         | a type of several words is not read | write TIMESTAMP '...'
            ==              | the operator == is not read | write =
            ~               | the operator ~ is not read | write LIKE, whose patterns have % and _
            ~*              | the operator ~* is not read | write LIKE, whose patterns have % and _
            !~              | the operator !~ is not read | write NOT LIKE, whose patterns have % and _
            """;

    static final String IN_A_SPEC = """
            union           | UNION is not read | write a view for each
            intersect       | INTERSECT is not read
            except          | EXCEPT is not read
            case            | CASE is not read | write FILTER (WHERE ...) behind the aggregate, or let {computed} hold the expression
            cast            | CAST is not read | a value with its type is written '...'::type
            double bar      | the operator || is not read | {computed} can hold the expression
            +               | arithmetic is not read | {computed} can hold the result
            -               | arithmetic is not read | {computed} can hold the result
            *               | arithmetic is not read | {computed} can hold the result
            /               | arithmetic is not read | {computed} can hold the result
            %               | arithmetic is not read | {computed} can hold the result
            ^               | arithmetic is not read | {computed} can hold the result
            create          | a view within a view is not read | if this begins the next view, the one before it lacks its ;
            with query      | a WITH query is not read | a view is one SELECT
            having          | a view has no HAVING | an ask chooses among the groups
            order           | a view has no ORDER BY | an ask orders its answer
            order inputs    | ORDER BY within an aggregate is not read | it stands in WITHIN GROUP alone: percentile_disc(0.95) WITHIN GROUP (ORDER BY ms)
            desc            | DESC is not read | leave it out: a fraction counts from the lowest value
            limit           | a view has no LIMIT | an ask limits its answer
            offset          | a view has no OFFSET | an ask limits its answer
            fetch           | a view has no FETCH | an ask limits its answer
            select          | a subquery is not read | join the table itself: LEFT JOIN dim ON dim.key = fact.column
            in select       | IN (SELECT ...) is not read | write EXISTS (SELECT 1 FROM dim WHERE dim.key = fact.column)
            not in select   | NOT IN (SELECT ...) is not read: one null among its values, and no row passes | write NOT EXISTS (SELECT 1 FROM dim WHERE dim.key = fact.column)
            nulls           | NULLS FIRST and NULLS LAST are not read in a spec | leave it out: percentile_disc passes nulls over
            parameter       | a spec has no parameters
            any             | ANY is not read | list the values: kind IN ('a', 'b')
            some            | SOME is not read | list the values: kind IN ('a', 'b')
            current_date    | CURRENT_DATE hangs on a clock | a view keeps rows of every time, and an ask names the range
            current_time    | CURRENT_TIME hangs on a clock | a view keeps rows of every time, and an ask names the range
            current_timestamp | CURRENT_TIMESTAMP hangs on a clock | a view keeps rows of every time, and an ask names the range
            localtime       | LOCALTIME hangs on a clock | a view keeps rows of every time, and an ask names the range
            localtimestamp  | LOCALTIMESTAMP hangs on a clock | a view keeps rows of every time, and an ask names the range
            date_trunc()    | is not read in a spec
            now()           | hangs on a clock | a view keeps rows of every time, and an ask names the range
            time_bucket()   | is not read in a spec | write date_bin('1 hour', time, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket
            stddev()        | is no aggregate Straum keeps | keep count(c), sum(c) and the sum of a column that holds c's squares: the client computes it from these
            variance()      | is no aggregate Straum keeps | keep count(c), sum(c) and the sum of a column that holds c's squares: the client computes it from these
            array_agg()     | is no aggregate Straum keeps | add the column as a key
            string_agg()    | is no aggregate Straum keeps | add the column as a key
            mode()          | is no aggregate Straum keeps | add the column as a key: an ask can sort its values by count(*)
            median()        | is no aggregate Straum keeps | write percentile_disc(0.5) WITHIN GROUP (ORDER BY ms)
            percentile_cont() | is no aggregate Straum keeps | percentile_disc answers a value that is there
            other()         | is not read in a spec | {computed} can hold the expression
            """;

    static final String IN_AN_ASK = """
            union           | UNION is not read | ask each by itself
            intersect       | INTERSECT is not read | ask each by itself
            except          | EXCEPT is not read | ask each by itself
            case            | CASE is not read | measure(m) FILTER (WHERE ...) AS x is a measure of what meets a condition
            cast            | CAST is not read | write it alone: the key's type reads the value
            double bar      | the operator || is not read | write the text whole
            current_date    | CURRENT_DATE has no place in an ask | send the time as a parameter; as a name it stands in double quotes: "current_date"
            current_timestamp | CURRENT_TIMESTAMP has no place in an ask | send the time as a parameter; as a name it stands in double quotes: "current_timestamp"
            now()           | has no place in an ask | send the time as a parameter: bucket >= $1
            time_bucket()   | has no place in an ask | write date_bin('1 day', bucket) AS day
            extract()       | has no place in an ask | write date_trunc('hour', bucket) AS hour, and take it apart in the client
            date_part()     | has no place in an ask | write date_trunc('hour', bucket) AS hour, and take it apart in the client
            to_char()       | has no place in an ask | write date_trunc('hour', bucket) AS hour, and print it in the client
            +               | arithmetic is not read | write a value out, and compute with outputs in the client
            -               | arithmetic is not read | write a value out, and compute with outputs in the client
            *               | arithmetic is not read | write a value out, and compute with outputs in the client
            /               | arithmetic is not read | write a value out, and compute with outputs in the client
            %               | arithmetic is not read | write a value out, and compute with outputs in the client
            ^               | arithmetic is not read | write a value out, and compute with outputs in the client
            with            | a WITH query is not read | an ask is one SELECT from one view
            select          | a subquery is not read | an ask is one SELECT from one view
            fetch           | FETCH is not read | write LIMIT 10
            using           | USING is not read | write ASC or DESC
            limit all       | LIMIT ALL is not read | leave LIMIT out: all rows are answered without it
            join            | an ask joins nothing | the view has the joins: name its keys
            inner           | an ask joins nothing | the view has the joins: name its keys
            left            | an ask joins nothing | the view has the joins: name its keys
            bare filter     | FILTER stands behind measure(m) | write measure(amount) FILTER (WHERE kind = $1) AS bought
            within          | WITHIN GROUP is not read in an ask | the view has the aggregate: name its measure
            collate         | COLLATE is not read in an ask: all text is compared under "C" | leave it out
            exists          | EXISTS is not read in an ask | a view can have it in its WHERE
            distinct inputs | DISTINCT within an aggregate is not read in an ask | the view has the aggregate: name its measure
            aggregate()     | is not read in an ask: the view has the aggregates | name its measure, or write measure(m) AS x
            other()         | has no place in an ask | it has measure(m), date_bin(w, bucket) and date_trunc(unit, bucket)
            """;

    /** The keywords of conditions. NOT and DISTINCT have their place by what stands beside them. */
    private NotRead() {}

    /** By what is refused, why: of both languages, and of one. */
    static Map<String, No> table(String ofOne) {
        Map<String, No> table = new HashMap<>();
        (NEITHER + ofOne)
                .lines()
                .map(line -> line.replace("{computed}", COMPUTED).split(" \\| ", -1))
                .forEach(no -> table.put(no[0].strip(), new No(no[1], no.length == 2 ? null : no[2])));
        return Map.copyOf(table);
    }
}
