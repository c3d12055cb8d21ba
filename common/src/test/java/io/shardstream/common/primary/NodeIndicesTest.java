package io.shardstream.common.primary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.elastic.ListedNode;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeIndicesTest {
    private final NodeIndices nodes = new NodeIndices("i");
    private ElasticCluster cluster;
    private ListedNode node;

    @BeforeEach
    void open() throws Exception {
        cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://127.0.0.1:9200")), Duration.ofMinutes(5), "test"));
        node = running("9.5.3");
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private ListedNode running(String version) {
        return new ListedNode(cluster.nodeAtPublishAddress("127.0.0.1:9200"), "node-1", version);
    }

    @Test
    void shardsThatAreLocatedAtDifferentTimesShareWhatTheirNodeSays() throws Exception {
        assertThat(nodes.at(node)).isSameAs(nodes.at(node));
    }

    @Test
    void aNodeThatWasUpgradedIsAskedInItsOwnWay() throws Exception {
        NodeIndex before = nodes.at(running("9.1.0"));

        assertThat(nodes.at(node)).isNotSameAs(before);
        assertThat(nodes.at(node).version()).isEqualTo(new ServerVersion(9, 5));
    }

    @Test
    void aNodeWithoutAVersionIsNotAsked() {
        assertThatThrownBy(() -> nodes.at(running("")))
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageEndingWith("127.0.0.1:9200 does not say which version it is");
    }

    @Test
    void aNodeThatLeftIsForgotten() throws Exception {
        NodeIndex before = nodes.at(node);
        nodes.keep(List.of(node));
        assertThat(nodes.at(node)).isSameAs(before);

        nodes.keep(List.of());

        assertThat(nodes.at(node)).isNotSameAs(before);
    }
}
