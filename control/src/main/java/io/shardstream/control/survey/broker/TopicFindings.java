package io.shardstream.control.survey.broker;

import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.finding.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Whether topics of the run that are there already would lose records that are still needed.
public final class TopicFindings {
    private static final String TOPIC = "topics";
    private static final String POLICY = "cleanup.policy";
    /// Whatever is not set, a topic has of its brokers.
    private static final Map<String, String> KEPT = Map.of("retention.ms", "-1", "retention.bytes", "-1");

    private TopicFindings() {}

    public static List<Finding> of(RunTopics run, KafkaFacts kafka) {
        List<Finding> findings = new ArrayList<>();
        kafka.lostControl().ifPresent(lost -> findings.add(Finding.blocks(TOPIC, lost, "")));
        for (TopicFacts topic : kafka.topics()) {
            boolean isCompacted = isCompacted(run, topic);
            if (!kafka.prepared()
                    && kafka.lostControl().isEmpty()
                    && topic.records() > 0
                    && !topic.name().equals(run.control())) {
                findings.add(Finding.blocks(
                        TOPIC,
                        "Topic " + topic.name() + " holds records, and " + run.control() + " no plan for them: it is"
                                + " another run's.",
                        "Choose another run name, or delete the topics of that one."));
            }
            if (isCompacted) {
                requireCompaction(topic, kafka.prepared(), findings);
            } else {
                requireKept(topic, kafka.prepared(), findings);
            }
        }
        return findings;
    }

    private static boolean isCompacted(RunTopics run, TopicFacts topic) {
        return topic.name().equals(run.control()) || topic.name().equals(run.slices());
    }

    private static void requireKept(TopicFacts topic, boolean prepared, List<Finding> findings) {
        KEPT.forEach((name, unlimited) -> {
            String value = topic.settings().getOrDefault(name, unlimited);
            if (!value.equals(unlimited)) {
                findings.add(loss(topic, name, value, unlimited, prepared));
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
                ? Finding.blocks(TOPIC, what, "Set " + name + " of this topic to " + needed + " at once.")
                : Finding.warns(
                        TOPIC,
                        what,
                        "The run sets it to " + needed + " when it begins; find out who created the topic so, and"
                                + " whether it will be set back.");
    }
}
