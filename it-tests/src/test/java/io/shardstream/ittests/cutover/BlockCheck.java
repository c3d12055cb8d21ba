package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.util.List;

/// Sets and lifts a write block through an alias, on any server.
public final class BlockCheck {
    private static final String NAME = "Shardstream-x-Block-1-1";
    private static final String NEXT = "Shardstream-x-Block-2-1";

    private BlockCheck() {}

    /// What arrives through an alias that is gone changes nothing.
    public static void dependsOnTheAlias(URI server) throws Exception {
        String index = Servers.name("blocked");
        Rest rest = new Rest(server);
        rest.put("/" + index, "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":0}}");
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("target", List.of(server), TestPatience.LIMIT, "test"))) {
            HttpClusterSwitch blocks = new HttpClusterSwitch(cluster);
            assertThat(blocks.change(List.of(new AliasChange.Add(index, new Alias(NAME, "{}")))))
                    .isTrue();
            assertThat(blocks.block(index, NAME)).isTrue();
            assertThat(write(rest, index)).isEqualTo(403);
            assertThat(blocks.unblock(index, NAME)).isTrue();
            assertThat(write(rest, index)).isEqualTo(201);
            assertThat(blocks.change(List.of(
                            new AliasChange.Remove(index, NAME), new AliasChange.Add(index, new Alias(NEXT, "{}")))))
                    .as("an alias moves while its index is open")
                    .isTrue();

            assertThat(blocks.block(index, NAME)).isFalse();
            assertThat(blocks.writeBlock(index)).isEqualTo(WriteBlock.NONE);
            assertThat(blocks.block(index, NEXT)).isTrue();
            assertThat(blocks.unblock(index, NAME)).isFalse();
            assertThat(blocks.writeBlock(index)).isEqualTo(WriteBlock.WHOLE);
            assertThat(blocks.change(List.of(
                            new AliasChange.Remove(index, NEXT), new AliasChange.Add(index, new Alias(NAME, "{}")))))
                    .as("an alias moves while its index is blocked")
                    .isTrue();
            assertThat(blocks.unblock(index, NAME)).isTrue();
            assertThat(blocks.change(List.of(new AliasChange.Remove(index, NAME))))
                    .isTrue();
        }
    }

    private static int write(Rest rest, String index) {
        return rest.send("POST", "/" + index + "/_doc", "{}").status();
    }
}
