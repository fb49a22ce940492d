/** Builders of the test data that the modules share: specs and rows, each in a line. */
@NullMarked
package straum.domain.testing;

import org.jspecify.annotations.NullMarked;
