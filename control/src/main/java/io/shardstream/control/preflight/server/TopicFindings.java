package io.shardstream.control.preflight.server;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.topics.Retention;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Whether topics of the run that are there already would lose records that are still needed, or take none,
/// and whether those that are not could be made.
public final class TopicFindings {
    private static final String POLICY = "cleanup.policy";
    private static final String MIN_ISR = "min.insync.replicas";

    private TopicFindings() {}

    /// @param replication replicas of each topic, as the run file asks, or -1 for the brokers' default
    public static List<Finding> of(RunTopics run, KafkaFacts kafka, int replication) {
        List<Finding> findings = new ArrayList<>();
        kafka.refusal().ifPresent(refusal -> findings.add(Finding.blocks(FindingCode.TOPIC_REFUSED, refusal, "")));
        kafka.lostControl().ifPresent(lost -> findings.add(Finding.blocks(FindingCode.CONTROL_TOPIC_LOST, lost, "")));
        for (TopicFacts topic : kafka.topics()) {
            boolean isCompacted = isCompacted(run, topic);
            if (!kafka.prepared()
                    && kafka.lostControl().isEmpty()
                    && topic.records() > 0
                    && !topic.name().equals(run.control())) {
                findings.add(Finding.blocks(
                        FindingCode.TOPIC_OF_ANOTHER_RUN,
                        "Topic " + topic.name() + " holds records, and " + run.control() + " no plan for them: it is"
                                + " another run's.",
                        "Choose another run name. Delete the topics of that one only if nobody needs it."));
            }
            if (topic.settings().isEmpty()) {
                findings.add(Finding.unknown(
                        FindingCode.TOPIC_SETTINGS_UNKNOWN,
                        "whether topic " + topic.name()
                                + " keeps and takes what the run needs: that takes the operation DescribeConfigs on"
                                + " it."));
            }
            requireReplicas(topic, replication, kafka.prepared(), findings);
            if (isCompacted) {
                requireCompaction(topic, kafka.prepared(), findings);
            } else {
                requireKept(topic, run.isOfOutcomes(topic.name()), kafka.prepared(), findings);
            }
        }
        return findings;
    }

    private static boolean isCompacted(RunTopics run, TopicFacts topic) {
        return topic.name().equals(run.control()) || topic.name().equals(run.slices());
    }

    /// One that never held a record is made anew when a run begins.
    private static void requireReplicas(TopicFacts topic, int replication, boolean prepared, List<Finding> findings) {
        if (!prepared && topic.records() == 0) {
            return;
        }
        String kept = "Topic " + topic.name() + " is kept on " + NumberText.of(topic.replicas(), "broker");
        String move = "Give it more replicas with kafka-reassign-partitions.sh";
        if (topic.replicas() < inSync(topic)) {
            findings.add(Finding.blocks(
                    FindingCode.TOPIC_REPLICAS_BELOW_MIN_ISR,
                    kept + ", and takes nothing that is not on " + inSync(topic) + " (" + MIN_ISR + ").",
                    move + ", or lower " + MIN_ISR + " of this topic."));
        } else if (topic.inSync() < topic.replicas()) {
            notInSync(topic, findings);
        }
        if (topic.replicas() >= inSync(topic) && topic.replicas() < replication) {
            findings.add(Finding.warns(
                    FindingCode.TOPIC_REPLICAS_MISSING,
                    kept + ", and kafka.replication is " + replication + ".",
                    move + ", or set kafka.replication to " + topic.replicas() + "."));
        }
    }

    /// Whether a topic whose brokers are away for a time takes records meanwhile.
    private static void notInSync(TopicFacts topic, List<Finding> findings) {
        String what = "Of " + NumberText.of(topic.replicas(), "replica") + " of topic " + topic.name() + " only "
                + topic.inSync() + (topic.inSync() == 1 ? " is" : " are") + " in sync";
        findings.add(
                topic.inSync() < inSync(topic)
                        ? Finding.blocks(
                                FindingCode.TOPIC_REPLICAS_NOT_IN_SYNC,
                                what + ", and it takes nothing that is not on " + inSync(topic) + " (" + MIN_ISR + ").",
                                "Start the brokers that are away: the run waits for them, and goes on by itself.")
                        : Finding.warns(
                                FindingCode.TOPIC_REPLICAS_NOT_IN_SYNC,
                                what + ".",
                                "Start the brokers that are away, before another one goes."));
    }

    private static int inSync(TopicFacts topic) {
        String value = topic.settings().getOrDefault(MIN_ISR, "1");
        return value.matches("\\d{1,5}") ? Integer.parseInt(value) : 1;
    }

    /// Whatever is not set, a topic has of its brokers.
    private static void requireKept(TopicFacts topic, boolean isOfOutcomes, boolean prepared, List<Finding> findings) {
        Map<String, String> limits = Map.of(
                "retention.ms",
                isOfOutcomes ? Retention.OF_OUTCOMES : Retention.FOR_EVER,
                "retention.bytes",
                Retention.FOR_EVER);
        limits.forEach((name, needed) -> {
            String value = topic.settings().getOrDefault(name, needed);
            if (!Retention.isEnough(value, needed)) {
                findings.add(loss(topic, name, value, needed, prepared));
            }
        });
        String policy = topic.settings().getOrDefault(POLICY, "delete");
        if (!policy.equals("delete")) {
            findings.add(loss(topic, POLICY, policy, "delete", prepared));
        }
    }

    private static void requireCompaction(TopicFacts topic, boolean prepared, List<Finding> findings) {
        String policy = topic.settings().getOrDefault(POLICY, "compact");
        if (!policy.equals("compact")) {
            findings.add(loss(topic, POLICY, policy, "compact", prepared));
        }
    }

    /// A run that is prepared sets what its topics need, once.
    private static Finding loss(TopicFacts topic, String name, String value, String needed, boolean prepared) {
        String what = "Topic " + topic.name() + " has " + name + "=" + value
                + ", by which records are deleted that may not have been written yet.";
        return prepared
                ? Finding.blocks(
                        FindingCode.TOPIC_DELETES_RECORDS,
                        what,
                        "Set " + name + " of this topic to " + needed + " at once.")
                : Finding.warns(
                        FindingCode.TOPIC_DELETES_RECORDS,
                        what,
                        "The run sets it to " + needed + " when it begins; find out who created the topic so, and"
                                + " whether it will be set back.");
    }
}
