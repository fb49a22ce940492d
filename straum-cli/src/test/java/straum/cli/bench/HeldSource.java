package straum.cli.bench;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import straum.app.Event;
import straum.app.Lsn;
import straum.app.Opened;
import straum.app.Reading;
import straum.app.Source;
import straum.app.SourceException;

/** A source that, where told to, stops between the load and the stream until it is released: so that there is a backlog. */
final class HeldSource implements Source {
    private final Source source;
    private final CountDownLatch reached = new CountDownLatch(1);
    private volatile CountDownLatch gate = new CountDownLatch(0);

    HeldSource(Source source) {
        this.source = source;
    }

    void hold() {
        gate = new CountDownLatch(1);
    }

    void release() {
        gate.countDown();
    }

    void awaitHeld() throws InterruptedException {
        reached.await();
    }

    @Override
    public void loaded() throws SourceException, InterruptedException {
        reached.countDown();
        gate.await();
        source.loaded();
    }

    @Override
    public Opened open() throws SourceException, InterruptedException {
        return source.open();
    }

    @Override
    public void load(int table, RowSink sink) throws SourceException, InterruptedException {
        source.load(table, sink);
    }

    @Override
    public @Nullable Event next(long timeoutMillis) throws SourceException, InterruptedException {
        return source.next(timeoutMillis);
    }

    @Override
    public Reading wal() throws SourceException, InterruptedException {
        return source.wal();
    }

    @Override
    public void flush() throws SourceException, InterruptedException {
        source.flush();
    }

    @Override
    public void confirm(Lsn applied) {
        source.confirm(applied);
    }

    @Override
    public void letGo() {
        source.letGo();
    }

    @Override
    public @Nullable String waitingFor() {
        return source.waitingFor();
    }

    @Override
    public void wake() {
        source.wake();
    }

    @Override
    public void stop() {
        release();
        source.stop();
    }
}
