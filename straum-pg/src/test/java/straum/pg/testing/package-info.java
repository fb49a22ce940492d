/** A real PostgreSQL for tests, here and in the modules above. */
@NullMarked
package straum.pg.testing;

import org.jspecify.annotations.NullMarked;
