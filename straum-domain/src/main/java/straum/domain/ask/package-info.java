/** The question and its answer. */
@NullMarked
package straum.domain.ask;

import org.jspecify.annotations.NullMarked;
