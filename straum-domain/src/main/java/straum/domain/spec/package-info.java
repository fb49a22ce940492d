/** What Straum keeps: immutable, checked once by {@link straum.domain.spec.Spec#of}. */
@NullMarked
package straum.domain.spec;

import org.jspecify.annotations.NullMarked;
