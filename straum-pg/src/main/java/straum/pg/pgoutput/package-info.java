/** The messages of PostgreSQL's pgoutput plugin, to whole commits. Pure: bytes in, values out. */
@NullMarked
package straum.pg.pgoutput;

import org.jspecify.annotations.NullMarked;
