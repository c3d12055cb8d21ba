package io.shardstream.control.preflight.server;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.topics.DocumentLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/// Whether servers still take documents as large as those that a run carries, by the limits with which it
/// began.
public final class LimitFindings {
    private static final String REQUEST_MAX = "socket.request.max.bytes";
    private static final String MESSAGE_MAX = "max.message.bytes";

    private LimitFindings() {}

    /// @param bytes of the largest `_source` that the run carries
    /// @param topics in the plan's generation
    public static List<Finding> ofKafka(long bytes, RunTopics topics, KafkaFacts kafka) {
        List<Finding> findings = new ArrayList<>();
        LongStream brokers = kafka.number(REQUEST_MAX).stream();
        brokers.filter(most -> DocumentLimit.ofBrokers(most) < bytes)
                .forEach(most -> findings.add(lowered(
                        bytes,
                        "brokers take requests of " + NumberText.bytes(most) + " (" + REQUEST_MAX + ")",
                        "Raise " + REQUEST_MAX + " of the brokers: a reader stops at a larger document.")));
        Set<String> carrying = Set.of(topics.docs(), topics.rejects());
        for (TopicFacts topic : kafka.topics()) {
            String most = topic.settings().getOrDefault(MESSAGE_MAX, "");
            if (carrying.contains(topic.name())
                    && most.matches("\\d{1,18}")
                    && Long.parseLong(most) < DocumentLimit.messageBytesFor(bytes)) {
                findings.add(lowered(
                        bytes,
                        "topic " + topic.name() + " takes records of " + NumberText.bytes(Long.parseLong(most)) + " ("
                                + MESSAGE_MAX + ")",
                        "Set " + MESSAGE_MAX + " of this topic to " + DocumentLimit.messageBytesFor(bytes)
                                + ", with which the run has made it."));
            }
        }
        return findings;
    }

    /// @param bytes of the largest `_source` that the run carries
    /// @param httpMaxContent smallest `http.max_content_length` of the target's nodes, in bytes
    public static Optional<Finding> ofTarget(long bytes, long httpMaxContent) {
        return DocumentLimit.ofTarget(httpMaxContent) >= bytes
                ? Optional.empty()
                : Optional.of(lowered(
                        bytes,
                        "the target takes requests of " + NumberText.bytes(httpMaxContent)
                                + " (http.max_content_length)",
                        "Raise it on each node of the target: a larger document becomes a reject."));
    }

    private static Finding lowered(long bytes, String limit, String advice) {
        return Finding.warns(
                FindingCode.DOCUMENT_LIMIT_LOWERED,
                "The run carries documents of up to " + NumberText.bytes(bytes) + ", and " + limit + ".",
                advice);
    }
}
