/** What {@link straum.domain.testing.RowStore} is made of: rows as texts, and the meaning of views and asks over them. */
@NullMarked
package straum.domain.testing.model;

import org.jspecify.annotations.NullMarked;
