/** Straum SQL: specs and asks, read into the domain. JSqlParser stays in here. */
@NullMarked
package straum.notation;

import org.jspecify.annotations.NullMarked;
