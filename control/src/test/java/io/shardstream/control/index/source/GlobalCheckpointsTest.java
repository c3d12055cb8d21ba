package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class GlobalCheckpointsTest {
    @Test
    void thePrimarysNumberCountsAndNotAReplicas() {
        JsonNode stats = stats("""
                {"0": [{"routing": {"state": "STARTED", "primary": false}, "seq_no": {"global_checkpoint": 5}},
                       {"routing": {"state": "STARTED", "primary": true}, "seq_no": {"global_checkpoint": 7}}],
                 "1": [{"routing": {"state": "RELOCATING", "primary": true}, "seq_no": {"global_checkpoint": -1}}]}""");
        assertThat(GlobalCheckpoints.of("source", "cities", 2, GlobalCheckpoints.GLOBAL_CHECKPOINT, stats))
                .containsExactly(7L, -1L);
    }

    @Test
    void aShardWithoutAStartedPrimaryIsNamed() {
        JsonNode stats = stats("""
                {"0": [{"routing": {"state": "INITIALIZING", "primary": true}, "seq_no": {"global_checkpoint": 5}}]}""");
        assertThatThrownBy(
                        () -> GlobalCheckpoints.of("source", "cities", 1, GlobalCheckpoints.GLOBAL_CHECKPOINT, stats))
                .hasMessageStartingWith("Shard 0 of source index 'cities' has no started primary");
    }

    /// A lower goal than the real one would end the run before the shard is copied.
    @Test
    void aPrimaryThatDoesNotTellIsNotTakenForAnEmptyOne() {
        JsonNode stats = stats("""
                {"0": [{"routing": {"state": "STARTED", "primary": true}}]}""");
        assertThatThrownBy(
                        () -> GlobalCheckpoints.of("source", "cities", 1, GlobalCheckpoints.GLOBAL_CHECKPOINT, stats))
                .hasMessageStartingWith("Shard 0 of source index 'cities' does not tell its global checkpoint");
    }

    private static JsonNode stats(String shards) {
        return new JsonMapper().readTree("{\"indices\":{\"cities\":{\"shards\":" + shards + "}}}");
    }
}
