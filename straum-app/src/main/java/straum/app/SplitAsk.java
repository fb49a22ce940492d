package straum.app;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.AbandonedException;
import straum.domain.ask.Answer;
import straum.domain.ask.UnanswerableException;
import straum.domain.store.Asking;

/**
 * One ask whose cells are read in parts, by the thread that wants the answer and by whichever others have time: a part is
 * read by whoever takes it first, so nobody has to come. To be answered once.
 */
final class SplitAsk {
    private final List<Asking> parts;
    private final AtomicBoolean isGivenUp;
    private final AtomicInteger taken = new AtomicInteger();
    /** Beside {@link #parts}: completes with null, or with what went wrong. */
    private final List<CompletableFuture<@Nullable Throwable>> read;

    /**
     * An ask in parts.
     *
     * @param parts of one ask, made under one lock
     * @param isGivenUp what each of them looks at, to end early
     */
    SplitAsk(List<Asking> parts, AtomicBoolean isGivenUp) {
        this.parts = parts;
        this.isGivenUp = isGivenUp;
        this.read = parts.stream()
                .map(part -> new CompletableFuture<@Nullable Throwable>())
                .toList();
    }

    /**
     * The answer. When this returns or throws, nobody reads any part any more.
     *
     * @throws AbandonedException when it was given up
     */
    Answer answer(Executor helpers) throws UnanswerableException {
        Asking first = parts.get(0);
        if (parts.size() == 1 || !first.splits()) {
            return first.answer();
        }
        for (int helper = 1; helper < parts.size(); helper++) {
            helpers.execute(this::readParts);
        }
        readParts();
        Throwable failure = null;
        for (CompletableFuture<@Nullable Throwable> each : read) {
            Throwable of = each.join();
            // One that fails has the others given up.
            failure = failure == null || failure instanceof AbandonedException ? of == null ? failure : of : failure;
        }
        if (failure != null) {
            throw thrown(failure);
        }
        for (Asking other : parts.subList(1, parts.size())) {
            first.add(other);
        }
        return first.result();
    }

    private void readParts() {
        for (int part = taken.getAndIncrement(); part < parts.size(); part = taken.getAndIncrement()) {
            Throwable failure = null;
            try {
                parts.get(part).read(part, parts.size());
            } catch (UnanswerableException | RuntimeException | Error e) {
                isGivenUp.set(true);
                failure = e;
            }
            read.get(part).complete(failure);
        }
    }

    /** Throws what a part has ended with, or answers it for the caller to throw. */
    private static UnanswerableException thrown(Throwable failure) {
        if (failure instanceof RuntimeException bug) {
            throw bug;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return (UnanswerableException) failure;
    }
}
