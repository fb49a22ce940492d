package straum.cli.disruption;

import java.util.ArrayList;
import java.util.List;

/**
 * Something that happens to a Straum, its network, its server or its tables.
 *
 * @param slow whether it takes a minute or so by its nature
 * @param body begins a scene, disturbs it and mends what it has disturbed, all but for what Straum has to bear
 */
record Disruption(String name, boolean slow, Body body) {
    /** What a disruption does. */
    @FunctionalInterface
    interface Body {
        void run(Scene scene) throws Exception;
    }

    /** All of them. */
    static List<Disruption> all() {
        List<Disruption> all = new ArrayList<>();
        all.addAll(NetworkDisruptions.all());
        all.addAll(ServerDisruptions.all());
        all.addAll(WriteDisruptions.all());
        all.addAll(CatalogDisruptions.all());
        return all;
    }

    static Disruption quick(String name, Body body) {
        return new Disruption(name, false, body);
    }

    static Disruption slow(String name, Body body) {
        return new Disruption(name, true, body);
    }

    /** Disturbs while Straum follows and transactions come, before and after. */
    static Disruption whileFollowing(String name, Body body) {
        return quick(name, scene -> {
            scene.follow();
            body.run(scene);
            scene.awaitCommits(3);
        });
    }

    @Override
    public String toString() {
        return name;
    }
}
