package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.util.List;
import java.util.Set;

/// Asks a server that does not know `must_exist` for what names of blocks depend on there.
public final class AnchorCheck {
    private static final String FIRST = "Shardstream-x-Block-docs-1-1";
    private static final String SECOND = "Shardstream-x-Block-docs-1-2";
    private static final String TRIAL = "Shardstream-x-Block-docs-0-0";

    private AnchorCheck() {}

    /// Names of the small indices that are there.
    public static Set<String> anchors(Rest rest) {
        return Set.copyOf(
                rest.get("/_cluster/state/metadata/.shardstream-anchor-*?filter_path=metadata.indices.*.state")
                        .path("metadata")
                        .path("indices")
                        .propertyNames());
    }

    /// No name comes back, whatever is sent again. Leaves nothing.
    public static void namesDependOnIndices(URI server) throws Exception {
        String index = Servers.name("anchored");
        Rest rest = new Rest(server);
        rest.put("/" + index, "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0}}");
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("source", List.of(server), TestPatience.LIMIT, "test"))) {
            HttpClusterSwitch blocks = new HttpClusterSwitch(cluster);
            assertThat(blocks.refusesMissingAlias(index, TRIAL)).isFalse();
            assertThat(blocks.anchorProblem(TRIAL)).isEmpty();
            assertThat(anchors(rest)).isEmpty();
            assertThat(blocks.change(List.of(add(index, FIRST)))).isTrue();
            String anchor = anchors(rest).iterator().next();
            List<AliasChange> second = List.of(new AliasChange.Remove(index, FIRST), add(index, SECOND));
            assertThat(blocks.change(second)).isTrue();
            assertThat(blocks.change(second)).isFalse();
            assertThat(anchors(rest)).hasSize(1).doesNotContain(anchor);

            Rest.Answer made = rest.send(
                    "PUT", "/" + anchor, "{\"aliases\":{\"Shardstream-x-Anchor-docs-1-1\":{\"is_write_index\":true}}}");
            assertThat(made.status()).isEqualTo(500);
            assertThat(made.body().toString()).contains("more than one write index");
            Rest.Answer given = rest.send("POST", "/_aliases", """
                    {"actions": [
                      {"add": {"index": "%s", "alias": "%s"}},
                      {"add": {"index": "%s", "alias": "Shardstream-x-Anchor-docs-1-1", "is_write_index": true}}]}
                    """.formatted(index, FIRST, anchor));
            assertThat(given.status()).isEqualTo(404);
            assertThat(rest.get("/" + index + "/_alias").toString()).doesNotContain(FIRST);

            rest.put("/_cluster/settings", "{\"transient\":{\"cluster.max_shards_per_node\":1}}");
            assertThat(blocks.anchorProblem(TRIAL))
                    .hasValueSatisfying(why -> assertThat(why).contains("maximum shards"));
            assertThat(blocks.change(List.of(new AliasChange.Remove(index, SECOND), add(index, FIRST))))
                    .as("a name that replaces another is given where no index can be made")
                    .isTrue();
            rest.put("/_cluster/settings", "{\"transient\":{\"cluster.max_shards_per_node\":null}}");
            assertThat(blocks.change(List.of(new AliasChange.Remove(index, FIRST))))
                    .isTrue();
            assertThat(anchors(rest)).isEmpty();
        }
        rest.delete("/" + index);
    }

    private static AliasChange add(String index, String name) {
        return new AliasChange.Add(index, new Alias(name, "{}"));
    }
}
