package straum.cli.disruption;

import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** What a network does. */
final class NetworkDisruptions {
    /** Bytes of a load of the checks, at the least. */
    private static final int LOAD = 60_000;

    private NetworkDisruptions() {}

    static List<Disruption> all() {
        return List.of(
                Disruption.startingOver(
                        "connections cut", scene -> scene.proxy().cut()),
                Disruption.startingOver(
                        "connections reset", scene -> scene.proxy().reset()),
                Disruption.startingOver("cut in the midst of a message", NetworkDisruptions::cutInAMessage),
                Disruption.startingOver("connections refused for a while", scene -> {
                    scene.proxy().refuse();
                    scene.awaitFailure();
                    scene.awaitCommits(5);
                    scene.proxy().acceptAgain();
                }),
                Disruption.goingOn("stalled for a while", scene -> {
                    scene.proxy().stall();
                    scene.awaitCommits(20);
                    scene.proxy().carry();
                }),
                Disruption.goingOn("the stream alone stalled", scene -> {
                    scene.proxy().stallNewest();
                    scene.awaitCommits(25);
                    scene.proxy().carry();
                }),
                Disruption.goingOn("the readings alone stalled", scene -> {
                    scene.proxy().stallOldest();
                    scene.awaitCommits(25);
                    scene.proxy().carry();
                }),
                Disruption.goingOn("stalled in the midst of a message", scene -> {
                    scene.proxy().stallAfter(1 + scene.random().nextInt(3000));
                    awaitStall(scene);
                    scene.awaitCommits(20);
                    scene.proxy().carry();
                }),
                Disruption.goingOn("every piece delayed", scene -> {
                    scene.proxy().delay(15);
                    scene.awaitCommits(30);
                    scene.proxy().carry();
                }),
                Disruption.of("cut in the midst of the load", scene -> {
                    scene.proxy().cutAfter(1 + scene.random().nextInt(LOAD));
                    scene.begin();
                    scene.write();
                    scene.straum().awaitReady();
                    scene.awaitCommits(3);
                }),
                Disruption.of("stalled in the midst of the load", scene -> {
                    scene.proxy().stallAfter(1 + scene.random().nextInt(LOAD));
                    scene.begin();
                    scene.write();
                    awaitStall(scene);
                    scene.awaitCommits(20);
                    scene.proxy().carry();
                    scene.straum().awaitReady();
                    scene.awaitCommits(3);
                }),
                Disruption.of("no server at first", scene -> {
                    scene.proxy().refuse();
                    scene.begin();
                    scene.write();
                    scene.awaitFailure();
                    scene.proxy().acceptAgain();
                    scene.straum().awaitReady();
                }),
                Disruption.startingOver("half open", scene -> {
                            scene.proxy().swallow();
                            scene.awaitFailure();
                            scene.proxy().carry();
                        })
                        .slowly(),
                Disruption.of("half open in the midst of the load", scene -> {
                            scene.proxy().stallAfter(1 + scene.random().nextInt(LOAD));
                            scene.begin();
                            scene.write();
                            awaitStall(scene);
                            scene.proxy().swallow();
                            scene.awaitFailure();
                            scene.proxy().carry();
                            scene.straum().awaitReady();
                            scene.awaitCommits(3);
                        })
                        .slowly());
    }

    private static void awaitStall(Scene scene) {
        Awaitility.await("a stall")
                .atMost(Duration.ofMinutes(1))
                .until(() -> scene.proxy().isStalled());
    }

    private static void cutInAMessage(Scene scene) {
        scene.proxy().cutAfter(1 + scene.random().nextInt(20_000));
        int from = scene.rows().take(2000);
        scene.writes()
                .commit(List.of(
                        scene.check().insert(from, from + 1999, scene.random().nextInt(1000))));
    }
}
