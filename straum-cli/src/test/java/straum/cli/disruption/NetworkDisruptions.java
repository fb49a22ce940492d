package straum.cli.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.awaitility.Awaitility;
import straum.cli.disruption.Disruption.Body;

/** What a network does. */
final class NetworkDisruptions {
    /** Bytes of a load of the checks, at the least. */
    private static final int LOAD = 60_000;

    private NetworkDisruptions() {}

    static List<Disruption> all() {
        return List.of(
                leadingToAStartOver("connections cut", scene -> scene.proxy().cut()),
                leadingToAStartOver("connections reset", scene -> scene.proxy().reset()),
                leadingToAStartOver("cut in the midst of a message", NetworkDisruptions::cutInAMessage),
                leadingToAStartOver("connections refused for a while", scene -> {
                    scene.proxy().refuse();
                    scene.awaitFailure();
                    scene.awaitCommits(5);
                    scene.proxy().acceptAgain();
                }),
                Disruption.whileFollowing("stalled for a while", scene -> {
                    scene.proxy().stall();
                    scene.awaitCommits(20);
                    scene.proxy().carry();
                    scene.awaitCommits(3);
                    assertThat(scene.straum().status().starts()).isEqualTo(1);
                }),
                Disruption.whileFollowing("stalled in the midst of a message", scene -> {
                    scene.proxy().stallAfter(1 + scene.random().nextInt(3000));
                    Awaitility.await("a stall")
                            .until(() -> scene.proxy().isStalled());
                    scene.awaitCommits(20);
                    scene.proxy().carry();
                    scene.awaitCommits(3);
                    assertThat(scene.straum().status().starts()).isEqualTo(1);
                }),
                Disruption.whileFollowing("every piece delayed", scene -> {
                    scene.proxy().delay(15);
                    scene.awaitCommits(30);
                    scene.proxy().carry();
                    assertThat(scene.straum().status().starts()).isEqualTo(1);
                }),
                Disruption.quick("cut in the midst of the load", scene -> {
                    scene.proxy().cutAfter(1 + scene.random().nextInt(LOAD));
                    scene.begin();
                    scene.write();
                    scene.awaitStarts(1);
                    scene.awaitCommits(3);
                }),
                Disruption.quick("stalled in the midst of the load", scene -> {
                    scene.proxy().stallAfter(1 + scene.random().nextInt(LOAD));
                    scene.begin();
                    scene.write();
                    Awaitility.await("a stall")
                            .until(() -> scene.proxy().isStalled());
                    scene.awaitCommits(20);
                    scene.proxy().carry();
                    scene.straum().awaitReady();
                    scene.awaitCommits(3);
                }),
                Disruption.quick("no server at first", scene -> {
                    scene.proxy().refuse();
                    scene.begin();
                    scene.write();
                    scene.awaitFailure();
                    scene.proxy().acceptAgain();
                    scene.straum().awaitReady();
                }),
                Disruption.slow("half open", scene -> {
                    scene.follow();
                    scene.proxy().swallow();
                    scene.awaitFailure();
                    scene.awaitCommits(3);
                    scene.proxy().carry();
                    scene.awaitStarts(2);
                    scene.awaitCommits(3);
                }),
                Disruption.slow("half open in the midst of the load", scene -> {
                    scene.proxy().stallAfter(1 + scene.random().nextInt(LOAD));
                    scene.begin();
                    scene.write();
                    Awaitility.await("a stall")
                            .until(() -> scene.proxy().isStalled());
                    scene.proxy().swallow();
                    scene.awaitFailure();
                    scene.proxy().carry();
                    scene.straum().awaitReady();
                    scene.awaitCommits(3);
                }));
    }

    private static Disruption leadingToAStartOver(String name, Body body) {
        return Disruption.whileFollowing(name, scene -> {
            body.run(scene);
            scene.awaitStarts(2);
        });
    }

    private static void cutInAMessage(Scene scene) {
        scene.proxy().cutAfter(1 + scene.random().nextInt(20_000));
        int from = scene.rows().take(2000);
        scene.writes().commit(List.of(scene.check().insert(from, from + 1999, scene.random().nextInt(1000))));
    }
}
