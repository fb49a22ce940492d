package straum.domain.testing;

import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.Lifespan;
import net.jqwik.api.lifecycle.Store;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;

/**
 * Ends every property early where -Dstraum.tries.most says so, as scripts/mutate does, which runs each for thousands of
 * mutants: after so many tries. One that asks for a number of its own has slow tries, and ends after a twentieth of them,
 * or it has quick ones, and ends after a fiftieth.
 */
public final class FewerTries implements AroundTryHook {
    private static final int MOST = Integer.getInteger("straum.tries.most", 0);

    /** A property that asks for so many tries has quick ones. */
    private static final int QUICK = 1000;

    @Override
    public boolean appliesTo(Optional<AnnotatedElement> element) {
        return MOST > 0;
    }

    @Override
    public TryExecutionResult aroundTry(TryLifecycleContext context, TryExecutor property, List<Object> parameters)
            throws Throwable {
        TryExecutionResult result = property.execute(parameters);
        int asked = context.findAnnotation(Property.class).map(Property::tries).orElse(0);
        int most = asked == 0 ? MOST : asked < QUICK ? Math.min(MOST, 1 + asked / 20) : Math.max(MOST, asked / 50);
        int done = Store.getOrCreate(FewerTries.class, Lifespan.PROPERTY, AtomicInteger::new)
                .get()
                .incrementAndGet();
        return result.isSatisfied() && done >= most ? TryExecutionResult.satisfied(true) : result;
    }
}
