package straum.cli.disruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import straum.app.Failure;
import straum.app.Lsn;
import straum.pg.testing.PostgresServer;

/** What happens to a server and to its processes. */
final class ServerDisruptions {
    private static final String OURS = " FROM pg_stat_activity WHERE application_name = 'straum'";

    private ServerDisruptions() {}

    static List<Disruption> all() {
        return List.of(
                stopped("server stopped fast", PostgresServer.Stop.FAST),
                stopped("server stopped at once", PostgresServer.Stop.IMMEDIATE),
                stopped("server killed", PostgresServer.Stop.KILL),
                terminated("walsender terminated", " AND backend_type = 'walsender'"),
                terminated("plain session terminated", " AND backend_type = 'client backend'"),
                terminated("both sessions terminated", ""),
                Disruption.whileFollowing("walsender terminated again and again", scene -> {
                    for (int times = 0; times < 2; times++) {
                        scene.mark();
                        terminate(scene, " AND backend_type = 'walsender'");
                        scene.awaitStartOver();
                    }
                }),
                Disruption.startingOver(
                        "slot dropped",
                        scene -> scene.server()
                                .rows(
                                        scene.database(),
                                        "SELECT pg_terminate_backend(active_pid, 10000) FROM pg_replication_slots"
                                                + " WHERE database = current_database()")),
                Disruption.startingOver("slot invalidated", ServerDisruptions::invalidate)
                        .slowly(),
                Disruption.of("another server behind the address", ServerDisruptions::anotherServer)
                        .slowly(),
                Disruption.of("a standby promoted", scene -> promoted(scene, false))
                        .slowly(),
                Disruption.of("a standby promoted, the address leading to both", scene -> promoted(scene, true))
                        .slowly());
    }

    private static Disruption stopped(String name, PostgresServer.Stop how) {
        return Disruption.startingOver(name, scene -> {
            scene.server().stop(how);
            scene.awaitFailure();
            scene.server().startAgain();
        });
    }

    private static Disruption terminated(String name, String which) {
        return Disruption.startingOver(name, scene -> terminate(scene, which));
    }

    private static void terminate(Scene scene, String which) {
        assertThat(scene.server()
                        .rows(
                                scene.database(),
                                "SELECT pg_terminate_backend(pid)" + OURS + " AND datname = current_database()"
                                        + which))
                .isNotEmpty();
    }

    /** What the server keeps for the slot is bounded, and the slot is not read. */
    private static void invalidate(Scene scene) {
        PostgresServer server = scene.server();
        server.execute("postgres", "ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'", "SELECT pg_reload_conf()");
        try {
            scene.proxy().stallNewest();
            String status = "SELECT coalesce(max(wal_status), 'gone') FROM pg_replication_slots WHERE database = '"
                    + scene.database() + "'";
            Awaitility.await("a slot about to be invalidated")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> {
                        server.execute(
                                scene.database(),
                                "SELECT pg_logical_emit_message(false, 'filler', repeat('x', 1000000))"
                                        + " FROM generate_series(1, 8)",
                                "SELECT pg_switch_wal()");
                        return server.value("postgres", status).equals("unreserved");
                    });
            Lsn noticed = Lsn.parse(server.value("postgres", "SELECT pg_current_wal_insert_lsn()"));
            Awaitility.await("a reading that sees it")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> {
                        Lsn read = scene.straum().status().serverLsn();
                        return read != null && read.reaches(noticed);
                    });
            Awaitility.await("an invalidated slot")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> {
                        server.execute("postgres", "CHECKPOINT");
                        return !server.value("postgres", status).equals("unreserved");
                    });
            scene.proxy().carry();
            scene.awaitStartOver();
            assertThat(scene.straum().status().lastFailure())
                    .extracting(Failure::message)
                    .asString()
                    .contains("max_slot_wal_keep_size");
        } finally {
            server.execute("postgres", "ALTER SYSTEM RESET max_slot_wal_keep_size", "SELECT pg_reload_conf()");
        }
    }

    private static void anotherServer(Scene scene) throws Exception {
        try (PostgresServer other = PostgresServer.start()) {
            scene.prepareOther(other);
            scene.follow();
            scene.mark();
            scene.moveTo(other, () -> {});
            scene.awaitStartOver();
            scene.awaitCommits(3);
            scene.settle();
            scene.close();
        }
    }

    /** As after a failover, with the old primary still there; in between the address may lead to either. */
    private static void promoted(Scene scene, boolean toBoth) throws Exception {
        PostgresServer primary = scene.server();
        try (PostgresServer standby = primary.startStandby()) {
            assumeThat(standby)
                    .as("a standby, which a server in a container does not get here")
                    .isNotNull();
            scene.follow();
            scene.mark();
            scene.moveTo(standby, () -> {
                String position = primary.value("postgres", "SELECT pg_current_wal_lsn()");
                Awaitility.await("the standby has it all")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> standby.value(
                                        "postgres", "SELECT pg_last_wal_replay_lsn() >= '" + position + "'::pg_lsn")
                                .equals("t"));
                standby.promote();
            });
            if (toBoth) {
                scene.proxy().leadReplicationTo(primary.port());
                scene.proxy().cut();
                scene.awaitFailures(3);
                scene.checkNoStartOver();
                scene.proxy().leadTo(standby.port());
            }
            scene.awaitStartOver();
            scene.awaitCommits(3);
            scene.settle();
            scene.close();
        }
    }
}
