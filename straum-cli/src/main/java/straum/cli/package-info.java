/** The straum command, and the wiring of everything else. */
@NullMarked
package straum.cli;

import org.jspecify.annotations.NullMarked;
