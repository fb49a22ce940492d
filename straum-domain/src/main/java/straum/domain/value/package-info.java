/** What a column can hold: types, values in their canonical bytes, and batches of rows. */
@NullMarked
package straum.domain.value;

import org.jspecify.annotations.NullMarked;
