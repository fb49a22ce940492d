package straum.app;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the server's WAL, and whether its snapshot found the catalog as it was at the load. Where that cannot be
 * said yet, since what explains a change has yet to be told, only its positions and its clock are true of the server.
 *
 * @param clock the server's clock before the reading's snapshot: every transaction visible before it ends at or before
 *     {@code insert}
 * @param insert where the next WAL record goes
 * @param flush up to where WAL is on the server's disk
 * @param seen up to where the snapshot is known to hold every commit, which is never past {@code insert}: a commit may wait
 *     for a standby with nobody seeing it; null where the catalog is not known to be unchanged
 */
public record Reading(
        Instant clock, Lsn insert, Lsn flush, @Nullable Lsn seen) {}
