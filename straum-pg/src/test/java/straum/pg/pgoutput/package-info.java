/** Tests of the decoder, on messages recorded and made. */
@NullMarked
package straum.pg.pgoutput;

import org.jspecify.annotations.NullMarked;
