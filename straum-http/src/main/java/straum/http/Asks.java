package straum.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import straum.app.App;
import straum.app.Lsn;
import straum.app.Outcome;
import straum.app.Status;
import straum.domain.ask.Ask;
import straum.domain.spec.Spec;
import straum.domain.store.Held;

/** What the routes need of the app, and no more: so that a test can give any outcome. Thread-safe. */
interface Asks {
    /** {@link App#spec}. */
    Spec spec();

    /** {@link App#ask}. May wait for the app's lock: not for an event loop. */
    Outcome ask(Ask ask, BooleanSupplier isGone);

    /** {@link App#askAtOnce}. Waits for nothing. */
    @Nullable Outcome askAtOnce(Ask ask);

    /** {@link App#check}. May wait for the app's lock: not for an event loop. */
    Outcome check(Ask ask);

    /** {@link App#rows}. May wait for the app's lock: not for an event loop. */
    Outcome rows(String view, int maxRows);

    /** {@link App#whenReached}. */
    CompletableFuture<Boolean> whenReached(Lsn lsn, Duration timeout);

    /** {@link App#held}. May wait for the app's lock: not for an event loop. */
    Held held();

    /** {@link App#status}. Waits for nothing. */
    Status status();

    /** The app's. */
    static Asks of(App app) {
        return new Asks() {
            @Override
            public Spec spec() {
                return app.spec();
            }

            @Override
            public Outcome ask(Ask ask, BooleanSupplier isGone) {
                return app.ask(ask, isGone);
            }

            @Override
            public @Nullable Outcome askAtOnce(Ask ask) {
                return app.askAtOnce(ask);
            }

            @Override
            public Outcome check(Ask ask) {
                return app.check(ask);
            }

            @Override
            public Outcome rows(String view, int maxRows) {
                return app.rows(view, maxRows);
            }

            @Override
            public CompletableFuture<Boolean> whenReached(Lsn lsn, Duration timeout) {
                return app.whenReached(lsn, timeout);
            }

            @Override
            public Held held() {
                return app.held();
            }

            @Override
            public Status status() {
                return app.status();
            }
        };
    }
}
