/**
 * Straum under every disruption it has to bear: a {@link straum.cli.disruption.Check} is written once, a
 * {@link straum.cli.disruption.Disruption} once, and each check runs under each disruption.
 */
@NullMarked
package straum.cli.disruption;

import org.jspecify.annotations.NullMarked;
