package straum.app;

import java.time.Instant;
import straum.domain.ask.Answer;

/**
 * An answer and of when it is.
 *
 * @param lsn the position applied: the answer holds every commit up to it and none after
 * @param asOf every commit made before this instant is in the answer
 */
public record Answered(Answer answer, Lsn lsn, Instant asOf) {}
