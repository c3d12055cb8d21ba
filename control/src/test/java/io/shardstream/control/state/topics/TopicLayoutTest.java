package io.shardstream.control.state.topics;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunTopics;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicLayoutTest {
    private static final RunTopics TOPICS = new RunTopics("cities");

    @ParameterizedTest
    @CsvSource({"1, 16777216", "64, 16777216", "256, 4194304", "1024, 1048576", "4000, 1048576"})
    void checkpointsOfManyShardsLieInSmallerSegments(int shards, String bytes) {
        TopicLayout slices = TopicLayout.others(TOPICS, shards, 1, 1000).getFirst();
        assertThat(slices.name()).isEqualTo(TOPICS.slices());
        assertThat(slices.settings()).containsEntry("segment.bytes", bytes).containsEntry("cleanup.policy", "compact");
    }
}
