/** Benchmarks of the whole, each beside its peer in the same run; {@code scripts/bench} runs them. */
@NullMarked
package straum.cli.bench;

import org.jspecify.annotations.NullMarked;
