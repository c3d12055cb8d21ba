package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.FakeState;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunningPrimariesTest {
    private static final String STATE = """
            {"cluster_name": "c",
             "metadata": {"indices": {"i": {
                 "primary_terms": {"0": 3}, "settings": {"index": {"uuid": "U"}}}}},
             "nodes": {"n": {"ephemeral_id": "P"}},
             "routing_table": {"indices": {"i": {"shards": {"0": [
                 {"primary": false, "node": "n", "allocation_id": {"id": "B"}},
                 {"primary": true, "node": "n", "allocation_id": {"id": "A"}}]}}}}}
            """;

    private FakeState node;

    @BeforeEach
    void start() throws Exception {
        node = new FakeState("blocks,metadata,nodes,routing_table/i");
        node.says(STATE);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aPrimaryIsKnownByItsTermItsCopyItsIndexAndItsProcess() throws Exception {
        assertThat(read().copies()).isEqualTo(Map.of(0, new CopyIdentity(3, "A", "U", "", "P")));
    }

    /// Two states that lack the same would agree on it.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"uuid\": \"U\"",
                "\"ephemeral_id\": \"P\"",
                "\"primary_terms\": {\"0\": 3},",
                "\"id\": \"A\"",
                "\"primary\": true,"
            })
    void whereAStateLacksAPartOfThatNothingIsKnown(String part) throws Exception {
        assertThat(STATE).contains(part);
        node.says(STATE.replace(part, ""));

        assertThat(read()).isEqualTo(RunningPrimaries.NONE);
    }

    private RunningPrimaries read() throws Exception {
        return RunningPrimaries.read(node.cluster(), "i");
    }
}
