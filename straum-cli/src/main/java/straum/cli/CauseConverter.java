package straum.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.CoreConstants;

/**
 * Writes the exception of a log event: of an error, which is a bug, with its stack trace; of anything less, which an
 * operator mends, what it says and what its causes say. Empty for an event without one.
 */
public final class CauseConverter extends ClassicConverter {
    @Override
    public String convert(ILoggingEvent event) {
        StringBuilder out = new StringBuilder();
        boolean bug = event.getLevel().isGreaterOrEqual(Level.ERROR);
        for (IThrowableProxy thrown = event.getThrowableProxy(); thrown != null; thrown = thrown.getCause()) {
            out.append(out.isEmpty() ? " exception=\"" : "\" cause=\"");
            String message = thrown.getMessage();
            // A failure's own words say all there is to say; of a bug the class is part of what happened.
            out.append(
                    bug || message == null ? thrown.getClassName() + (message == null ? "" : ": " + message) : message);
            if (bug) {
                for (StackTraceElementProxy element : thrown.getStackTraceElementProxyArray()) {
                    out.append(CoreConstants.LINE_SEPARATOR).append(element.getSTEAsString());
                }
            }
        }
        return out.isEmpty() ? "" : out.append('"').toString();
    }
}
