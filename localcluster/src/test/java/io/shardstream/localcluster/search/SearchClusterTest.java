package io.shardstream.localcluster.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardstream.localcluster.artifact.JdkFinder;
import io.shardstream.localcluster.process.Account;
import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.process.ProcessEnd;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Starts real servers.
@Timeout(1800)
class SearchClusterTest {

    private static final String DOCUMENT = "{\"city\":\"Āgra\"}";

    @Tag("long")
    @Test
    void aNodeThatIsKilledComesBackAtItsAddressWithItsData() {
        try (SearchCluster cluster =
                quick(SearchServerVersion.standard()).nodes(2).start()) {
            SearchNode node = cluster.node(1);
            NodeRequests rest = new NodeRequests(node.url());
            rest.put("/cities", "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":0}}");
            rest.put("/cities/_doc/1", DOCUMENT);
            rest.put("/cities/_doc/2", DOCUMENT);
            ProcessHandle before = ProcessHandle.of(node.pid()).orElseThrow();

            node.kill();
            assertThat(ProcessEnd.await(before, Duration.ZERO)).isTrue();
            node.start();

            assertThat(node.pid()).isNotEqualTo(before.pid());
            assertThat(rest.get("/_cluster/health?wait_for_status=green&wait_for_nodes=2&timeout=60s"))
                    .contains("\"number_of_nodes\":2", "\"status\":\"green\"");
            assertThat(rest.get("/cities/_source/1")).isEqualTo(DOCUMENT);
            assertThat(rest.get("/cities/_source/2")).isEqualTo(DOCUMENT);
        }
    }

    @Test
    void aNodeThatDoesNotStartSaysWhyInTheWordsOfItsLogAndLeavesNothing() {
        SearchCluster cluster =
                new SearchCluster(quick(SearchServerVersion.standard()).setting("no.such.setting", "1"));

        assertThatThrownBy(cluster::start)
                .isInstanceOf(LocalServerException.class)
                .hasMessageContaining("node-0 ended while it was starting")
                .hasMessageContaining("unknown setting [no.such.setting]");
        assertThat(cluster.node(0).isAlive()).isFalse();
        assertThat(cluster.folder()).doesNotExist();
    }

    @Tag("long")
    @ParameterizedTest(name = "{0} serves and stops in good order, where there is a JDK for it")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ELASTICSEARCH_9")
    void theOtherServersServe(SearchServerVersion version) {
        assumeTrue(
                JdkFinder.onThisMachine(Account.forServers())
                        .search(version.jdks())
                        .isPresent(),
                () -> version + " is not tested: this machine has no " + version.jdks());
        try (SearchCluster cluster = quick(version).start()) {
            NodeRequests rest = new NodeRequests(cluster.url());
            rest.put("/cities/_doc/1?refresh=true", DOCUMENT);
            assertThat(rest.get("/cities/_search?q=city:%C4%80gra")).contains(DOCUMENT);

            cluster.node(0).stop();

            assertThat(cluster.node(0).isAlive()).isFalse();
        }
    }

    /// Servers that boot with less work than usual, because nothing here asks how fast they are.
    private static SearchClusterBuilder quick(SearchServerVersion version) {
        return SearchCluster.of(version).compilingLittle();
    }
}
