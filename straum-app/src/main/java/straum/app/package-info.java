/** The use cases, one store behind one lock, and the port to the source. */
@NullMarked
package straum.app;

import org.jspecify.annotations.NullMarked;
