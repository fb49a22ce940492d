package straum.cli.disruption;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens to a Straum, its network, its server or its tables.
 *
 * @param slow whether it takes a minute or so by its nature
 * @param body begins a scene, disturbs it and mends what it has disturbed, all but for what Straum has to bear
 * @param disturbance what of it can be done to a scene where Straum follows already, any number of times; null for nothing
 */
record Disruption(
        String name, boolean slow, Body body, @Nullable Body disturbance) {
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

    /** One that has to begin its scene in a way of its own. */
    static Disruption of(String name, Body body) {
        return new Disruption(name, false, body, null);
    }

    /** Disturbs while Straum follows and transactions come, before and after. */
    static Disruption whileFollowing(String name, Body disturbance) {
        Body whole = scene -> {
            scene.mark();
            disturbance.run(scene);
            scene.awaitCommits(3);
        };
        return new Disruption(
                name,
                false,
                scene -> {
                    scene.follow();
                    whole.run(scene);
                },
                whole);
    }

    /** The same, that ends in a start over. */
    static Disruption startingOver(String name, Body disturbance) {
        return whileFollowing(name, scene -> {
            disturbance.run(scene);
            scene.awaitStartOver();
        });
    }

    /** The same, that is borne without a start over. */
    static Disruption goingOn(String name, Body disturbance) {
        return whileFollowing(name, scene -> {
            disturbance.run(scene);
            scene.awaitCommits(3);
            scene.checkNoStartOver();
        });
    }

    /** The same, that takes its time. */
    Disruption slowly() {
        return new Disruption(name, true, body, disturbance);
    }

    /** The same, that cannot be done twice to one scene. */
    Disruption once() {
        return new Disruption(name, slow, body, null);
    }

    @Override
    public String toString() {
        return name;
    }
}
