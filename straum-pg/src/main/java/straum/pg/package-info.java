/** PostgreSQL as a source: one start, the load, the stream. Connections to it exist only in here. */
@NullMarked
package straum.pg;

import org.jspecify.annotations.NullMarked;
