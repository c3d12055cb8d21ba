package io.shardstream.bench.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.localcluster.search.SearchServerVersion;
import org.junit.jupiter.api.Test;

class StageSpecTest {
    @Test
    void bothClustersAreNamed() {
        StageSpec one = StageSpec.one(SearchServerVersion.ELASTICSEARCH_9);

        assertThat(one).hasToString("one node of elasticsearch:9.5.3 with 2,048 MB heap");
        assertThat(one.withTarget(SearchServerVersion.OPENSEARCH_3))
                .hasToString("one node of elasticsearch:9.5.3 with 2,048 MB heap, and one node of opensearch:3.8.0 with"
                        + " 2,048 MB heap for the target");
    }
}
