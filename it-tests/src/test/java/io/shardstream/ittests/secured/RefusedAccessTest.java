package io.shardstream.ittests.secured;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.localcluster.security.Authority;
import io.shardstream.localcluster.security.Issued;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// F-36, F-37: clusters that refuse the run's users, or whose certificates cannot be believed. The run waits, says why,
/// loses nothing, and goes on by itself.
@RealServers
class RefusedAccessTest {
    @Test
    void usersThatAreRefusedBlockTheRunUntilTheyAreNotAndNothingIsLost() {
        refuseUsers(SecuredCluster.shared());
    }

    @Tag("long")
    @Test
    void certificatesThatCannotBeBelievedBlockTheRunUntilTheyCanAndNothingIsLost() {
        refuseCertificates(SecuredCluster.shared());
    }

    @Tag("long")
    @Test
    void allThatIsSoOnElasticsearch7Too() {
        try (SecuredCluster cluster = SecuredCluster.start(SearchServerVersion.ELASTICSEARCH_7)) {
            refuseUsers(cluster);
            refuseCertificates(cluster);
        }
    }

    private static void refuseUsers(SecuredCluster cluster) {
        try (SecuredRun run = SecuredRun.on(cluster).following()) {
            // Wrong now, revoked, and not allowed.
            run.passwordInCluster("reader", "second-reader");
            cluster.security().withoutUser(run.user("control"));
            run.role("writer", "{\"cluster\": [\"monitor\"]}");
            run.renew();
            cluster.awaitRefused(SecuredRun.basic(run.user("reader"), "first-reader"));
            cluster.awaitRefused(SecuredRun.basic(run.user("control"), "first-control"));
            cluster.awaitPrivilege(SecuredRun.basic(run.user("writer"), "first-writer"), run.target(), "index", false);
            run.put(10);
            run.delete(1);

            assertThat(run.awaitBlocked("reader"))
                    .startsWith("The source refuses the user of the run file (")
                    .contains(" with 401 ", run.user("reader"), "correct source.auth");
            assertThat(run.awaitBlocked("control")).contains("refuses the user", " with 401 ");

            run.passwordInFile("reader", "second-reader");
            run.passwordInCluster("control", "first-control").renew();
            assertThat(run.awaitBlocked("writer"))
                    .startsWith("The target refuses the user of the run file (")
                    .contains("security_exception", run.user("writer"), "correct target.auth");
            assertThat(run.contents(run.target())).doesNotContainKey("25").containsKey("1");

            run.role("writer", run.body("writer")).renew();
            run.put(2);
            run.awaitEqual();
            run.awaitUnblocked();
            assertThat(run.contents(run.target())).hasSize(31);
        }
    }

    private static void refuseCertificates(SecuredCluster cluster) {
        Issued first = cluster.security().authority().server("node");
        Authority other = Authority.make(
                cluster.folder(),
                "Another authority " + cluster.servers().version().number());
        try (SecuredRun run = SecuredRun.on(cluster).following()) {
            show(cluster, cluster.security().authority().endedServer("node"));
            run.put(5);
            for (String part : new String[] {"reader", "control"}) {
                assertThat(run.awaitBlocked(part))
                        .contains(" node " + cluster.url() + " is not trusted: ", "CN=node", "has ended");
            }
            show(cluster, first);
            run.put(5);
            run.awaitEqual();
            run.awaitUnblocked();

            show(cluster, other.server("node"));
            run.put(5);
            for (String part : new String[] {"reader", "control"}) {
                assertThat(run.awaitBlocked(part)).contains("is not vouched for by the certificates in", "ca.crt");
            }
            run.trust(other.certificate());
            run.put(5);
            run.awaitEqual();
            run.awaitUnblocked();
            assertThat(run.contents(run.target())).hasSize(40);
        } finally {
            show(cluster, first);
        }
    }

    /// Connections that were made before stay; a restart ends them.
    private static void show(SecuredCluster cluster, Issued certificate) {
        cluster.security().show(certificate);
        cluster.servers().node(0).restart();
    }
}
