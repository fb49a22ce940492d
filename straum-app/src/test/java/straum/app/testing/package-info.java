/** A PostgreSQL in memory for tests: its WAL, its clock and its sessions are moved by the test. */
@NullMarked
package straum.app.testing;

import org.jspecify.annotations.NullMarked;
