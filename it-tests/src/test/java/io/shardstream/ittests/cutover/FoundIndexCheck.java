package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.util.List;

/// Finds indices by their names and by aliases, on any server.
public final class FoundIndexCheck {
    private FoundIndexCheck() {}

    /// Also closed ones, whose aliases can be moved, and ones that have lost their primaries, which can be blocked.
    public static void tellsWhatThereIs(URI server) throws Exception {
        String index = Servers.name("found");
        String alias = index + "-alias";
        Rest rest = new Rest(server);
        rest.put("/" + index, "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":0}}");
        assertNoneIsSaid(server, index);
        rest.post(
                "/_aliases",
                "{\"actions\":[{\"add\":{\"index\":\"%s\",\"alias\":\"%s\",\"is_hidden\":true,\"filter\":{\"term\":{\"a\":1}}}}]}"
                        .formatted(index, alias));
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("target", List.of(server), TestPatience.LIMIT, "test"))) {
            HttpClusterSwitch asked = new HttpClusterSwitch(cluster);
            assertThat(asked.find(index + "-not")).isEmpty();
            assertThat(asked.find(alias)).isEqualTo(asked.find(index));
            FoundIndex found = only(asked, index);
            assertThat(found.name()).isEqualTo(index);
            assertThat(found.uuid()).isEqualTo(rest.uuidOf(index));
            assertThat(found.isOpen()).isTrue();
            assertThat(found.shards()).isEqualTo(2);
            assertThat(found.withoutPrimary()).isEmpty();
            assertThat(found.aliases()).containsExactly(alias);
            assertThat(found.otherBlocks()).isEmpty();

            rest.put("/" + index + "/_settings", "{\"index.blocks.read_only_allow_delete\":true}");
            assertThat(only(asked, index).otherBlocks()).singleElement().satisfies(block -> {
                assertThat(block.levels()).contains("write");
                assertThat(block.isOfCluster()).isFalse();
            });
            rest.put("/" + index + "/_settings", "{\"index.blocks.read_only_allow_delete\":null}");
            rest.put("/" + index + "/_settings", "{\"index.blocks.metadata\":true}");
            assertThat(only(asked, index).otherBlocks())
                    .singleElement()
                    .satisfies(block -> assertThat(block.levels())
                            .contains("metadata_write")
                            .doesNotContain("write"));
            rest.put("/" + index + "/_settings", "{\"index.blocks.metadata\":null}");
            rest.post("/" + index + "/_close", "");
            assertThat(only(asked, alias).isOpen()).isFalse();
            assertThat(only(asked, alias).otherBlocks()).isEmpty();
            assertThat(asked.aliases(index)).extracting(Alias::name).containsExactly(alias);
            assertThat(asked.change(List.of(
                            new AliasChange.Remove(index, alias), new AliasChange.Add(index, new Alias("Name", "{}")))))
                    .isTrue();

            String red = index + "-red";
            rest.put(
                    "/" + red + "?wait_for_active_shards=0",
                    "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":0,\"index.routing.allocation.enable\":\"none\"}}");
            assertThat(only(asked, red).withoutPrimary()).containsExactly(0, 1);
            assertThat(asked.change(List.of(new AliasChange.Add(red, new Alias("Red", "{}")))))
                    .isTrue();
            assertThat(asked.block(red, "Red")).isTrue();
            rest.delete("/" + red);
        }
        rest.delete("/" + index);
    }

    /// An index without aliases, and nodes without bulks, are named all the same.
    private static void assertNoneIsSaid(URI server, String index) throws Exception {
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("target", List.of(server), TestPatience.LIMIT, "test"))) {
            HttpClusterSwitch asked = new HttpClusterSwitch(cluster);
            assertThat(asked.aliases(index)).isEmpty();
            assertThat(only(asked, index).aliases()).isEmpty();
            assertThat(asked.hasBulks("nobody")).isFalse();
        }
    }

    private static FoundIndex only(HttpClusterSwitch cluster, String name) throws Exception {
        List<FoundIndex> found = cluster.find(name);
        assertThat(found).hasSize(1);
        return found.getFirst();
    }
}
