package io.shardstream.control.survey.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.finding.Finding;
import io.shardstream.control.finding.Severity;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TopicFindingsTest {
    private static final RunTopics RUN = new RunTopics("run");
    private static final Map<String, String> UNLIMITED =
            Map.of("retention.ms", "-1", "retention.bytes", "-1", "cleanup.policy", "delete");
    private static final Map<String, String> A_DAY =
            Map.of("retention.ms", "86400000", "retention.bytes", "-1", "cleanup.policy", "delete");

    @Test
    void topicsOfARunThatKeepEverythingAreFine() {
        assertThat(of(true, new TopicFacts(RUN.docs(), 10, UNLIMITED))).isEmpty();
    }

    @Test
    void aRetentionThatWouldLoseDocumentsOfARunBlocks() {
        assertThat(of(true, new TopicFacts(RUN.docs(), 10, A_DAY)))
                .containsExactly(Finding.blocks(
                        "topics",
                        "Topic shardstream.run.docs has retention.ms=86400000, by which records are deleted that may not"
                                + " have been written yet.",
                        "Set retention.ms of this topic to -1 at once."));
    }

    @Test
    void aRetentionThatTheRunWillSetIsWarnedOf() {
        assertThat(of(false, new TopicFacts(RUN.docs(), 0, A_DAY)))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNS);
    }

    @Test
    void checkpointsThatExpireBlock() {
        assertThat(of(true, new TopicFacts(RUN.slices(), 10, A_DAY)))
                .extracting(Finding::what)
                .containsExactly("Topic shardstream.run.slices has cleanup.policy=delete, by which records are deleted"
                        + " that may not have been written yet.");
    }

    @Test
    void recordsOfAnotherRunBlock() {
        assertThat(of(false, new TopicFacts(RUN.rejects(), 3, UNLIMITED)))
                .extracting(Finding::severity)
                .containsExactly(Severity.BLOCKS);
    }

    private static List<Finding> of(boolean prepared, TopicFacts topic) {
        return TopicFindings.of(
                RUN, new KafkaFacts(1, OptionalInt.empty(), Map.of(), List.of(), List.of(topic), prepared));
    }
}
