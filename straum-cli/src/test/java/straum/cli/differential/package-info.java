/** Random schemas, specs, transactions and asks, answered by Straum and by PostgreSQL. */
@NullMarked
package straum.cli.differential;

import org.jspecify.annotations.NullMarked;
