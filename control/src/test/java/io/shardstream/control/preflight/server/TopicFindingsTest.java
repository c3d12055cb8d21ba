package io.shardstream.control.preflight.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        assertThat(of(true, new TopicFacts(RUN.docs(), 10, 3, UNLIMITED))).isEmpty();
    }

    @Test
    void aRetentionThatWouldLoseDocumentsOfARunBlocks() {
        assertThat(of(true, new TopicFacts(RUN.docs(), 10, 3, A_DAY)))
                .containsExactly(Finding.blocks(
                        FindingCode.TOPIC_DELETES_RECORDS,
                        "Topic shardstream.run.docs has retention.ms=86400000, by which records are deleted that may not"
                                + " have been written yet.",
                        "Set retention.ms of this topic to -1 at once."));
    }

    /// The ledger has added them up within seconds.
    @Test
    void outcomesAreKeptForAWeek() {
        Map<String, String> aWeek = Map.of("retention.ms", "604800000", "cleanup.policy", "delete");
        assertThat(of(true, new TopicFacts(RUN.outcomes(), 10, 3, aWeek))).isEmpty();
        assertThat(of(true, new TopicFacts(RUN.inGeneration(2).outcomes(), 10, 3, UNLIMITED)))
                .isEmpty();
        assertThat(of(true, new TopicFacts(RUN.outcomes(), 10, 3, A_DAY)))
                .extracting(Finding::advice)
                .containsExactly("Set retention.ms of this topic to 604800000 at once.");
    }

    @Test
    void aRetentionThatTheRunWillSetIsWarnedOf() {
        assertThat(of(false, new TopicFacts(RUN.docs(), 0, 3, A_DAY)))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNS);
    }

    @Test
    void checkpointsThatExpireBlock() {
        assertThat(of(true, new TopicFacts(RUN.slices(), 10, 3, A_DAY)))
                .extracting(Finding::what)
                .containsExactly("Topic shardstream.run.slices has cleanup.policy=delete, by which records are deleted"
                        + " that may not have been written yet.");
    }

    @Test
    void recordsOfAnotherRunBlock() {
        assertThat(of(false, new TopicFacts(RUN.rejects(), 3, 3, UNLIMITED)))
                .extracting(Finding::severity)
                .containsExactly(Severity.BLOCKS);
    }

    /// C-113.
    @Test
    void aTopicThatBrokersTakeNothingForBlocks() {
        Map<String, String> settings = new HashMap<>(UNLIMITED);
        settings.put("min.insync.replicas", "2");
        assertThat(of(true, new TopicFacts(RUN.docs(), 10, 1, settings)))
                .containsExactly(Finding.blocks(
                        FindingCode.TOPIC_REPLICAS_BELOW_MIN_ISR,
                        "Topic shardstream.run.docs is kept on 1 broker, and takes nothing that is not on 2"
                                + " (min.insync.replicas).",
                        "Give it more replicas with kafka-reassign-partitions.sh, or lower min.insync.replicas of this"
                                + " topic."));
    }

    /// C-113.
    @Test
    void aTopicOnFewerBrokersThanTheRunFileAsksIsWarnedOf() {
        assertThat(of(true, new TopicFacts(RUN.docs(), 10, 1, UNLIMITED)))
                .containsExactly(Finding.warns(
                        FindingCode.TOPIC_REPLICAS_MISSING,
                        "Topic shardstream.run.docs is kept on 1 broker, and kafka.replication is 3.",
                        "Give it more replicas with kafka-reassign-partitions.sh, or set kafka.replication to 1."));
    }

    @Test
    void oneThatNeverHeldARecordIsMadeAnewByTheRun() {
        assertThat(of(false, new TopicFacts(RUN.docs(), 0, 1, UNLIMITED))).isEmpty();
    }

    /// C-33 and C-28.
    @Test
    void aControlTopicThatHasLostThePlanAndTopicsThatCannotBeMadeBlock() {
        KafkaFacts facts = new KafkaFacts(
                1,
                OptionalInt.empty(),
                Map.of(),
                List.of(),
                List.of(new TopicFacts(RUN.docs(), 3, 3, UNLIMITED)),
                false,
                Optional.empty(),
                Optional.of("The plan is lost."),
                Optional.of("The policy refuses."),
                Optional.empty());
        assertThat(TopicFindings.of(RUN, facts, 3))
                .containsExactlyInAnyOrder(
                        Finding.blocks(FindingCode.CONTROL_TOPIC_LOST, "The plan is lost.", ""),
                        Finding.blocks(FindingCode.TOPIC_REFUSED, "The policy refuses.", ""));
    }

    @Test
    void replicasThatAreAwayAreWarnedOfAsLongAsRecordsAreTaken() {
        Map<String, String> two = new HashMap<>(UNLIMITED);
        two.put("min.insync.replicas", "2");
        assertThat(of(true, new TopicFacts(RUN.docs(), 10, 3, 3, two))).isEmpty();
        assertThat(of(true, new TopicFacts(RUN.docs(), 10, 3, 2, two)))
                .extracting(Finding::severity, Finding::code)
                .containsExactly(tuple(Severity.WARNS, FindingCode.TOPIC_REPLICAS_NOT_IN_SYNC));
        assertThat(of(true, new TopicFacts(RUN.docs(), 10, 3, 1, two)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.BLOCKS);
                    assertThat(finding.what())
                            .isEqualTo("Of 3 replicas of topic " + RUN.docs()
                                    + " only 1 is in sync, and it takes nothing that is not on 2"
                                    + " (min.insync.replicas).");
                });
    }

    @Test
    void settingsThatBrokersDoNotTellAreNotKnown() {
        assertThat(of(true, new TopicFacts(RUN.docs(), 10, 3, Map.of())))
                .extracting(Finding::code)
                .containsExactly(FindingCode.TOPIC_SETTINGS_UNKNOWN);
    }

    private static List<Finding> of(boolean prepared, TopicFacts topic) {
        return TopicFindings.of(
                RUN, new KafkaFacts(1, OptionalInt.empty(), Map.of(), List.of(), List.of(topic), prepared), 3);
    }
}
