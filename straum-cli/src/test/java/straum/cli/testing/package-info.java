/** A whole Straum for the tests, in this process or as one of its own, and a client to ask it. */
@NullMarked
package straum.cli.testing;

import org.jspecify.annotations.NullMarked;
