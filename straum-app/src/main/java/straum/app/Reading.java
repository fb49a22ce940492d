package straum.app;

import java.time.Instant;

/**
 * One reading of the server's WAL, with the catalog unchanged since the load.
 *
 * @param clock the server's clock before the reading's snapshot: every transaction visible before it ends at or before
 *     {@code insert}
 * @param insert where the next WAL record goes
 * @param flush up to where WAL is on the server's disk
 */
public record Reading(Instant clock, Lsn insert, Lsn flush) {}
