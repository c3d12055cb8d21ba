package io.shardstream.control.run.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.run.guard.NodeSample.Pool;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class NodeSampleTest {
    /// As Elasticsearch 9.5 tells it, shortened.
    private static final String NODE = """
            {"name": "n1",
             "indices": {"search": {"query_total": 1200, "query_time_in_millis": 3400,
               "groups": {"shardstream": {"query_total": 200, "query_time_in_millis": 1400}}}},
             "thread_pool": {"search": {"threads": 4, "queue": 3, "active": 4, "rejected": 2},
               "write": {"threads": 2, "queue": 5, "active": 2, "rejected": 9}},
             "indexing_pressure": {"memory": {
               "current": {"combined_coordinating_and_primary_in_bytes": 80, "all_in_bytes": 90},
               "total": {"coordinating_rejections": 1, "primary_rejections": 2, "replica_rejections": 3},
               "limit_in_bytes": 100}},
             "breakers": {"parent": {"tripped": 4}, "request": {"tripped": 5}},
             "os": {"cpu": {"percent": 37}}}
            """;

    @Test
    void theRunsOwnSearchesAreNotProductions() {
        assertThat(sample(NODE))
                .isEqualTo(new NodeSample(1000, 2000, new Pool(4, 3, 2), new Pool(2, 5, 9), 90, 100, 6, 9, 37));
    }

    @Test
    void whatANodeDoesNotTellIsNothing() {
        assertThat(sample("{}")).isEqualTo(new NodeSample(0, 0, new Pool(0, 0, 0), new Pool(0, 0, 0), 0, 0, 0, 0, -1));
    }

    @Test
    void aNodeThatWasStartedAgainDoesNotFollowWhatItCountedBefore() {
        assertThat(sample(NODE).follows(sample(NODE))).isTrue();
        assertThat(sample("{}").follows(sample(NODE))).isFalse();
    }

    private static NodeSample sample(String json) {
        return NodeSample.of(new JsonMapper().readTree(json), "shardstream");
    }
}
