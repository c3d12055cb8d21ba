package io.shardstream.control.state;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.WatchedTopic;
import io.shardstream.control.state.topics.KafkaAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/// That a run was prepared and its control topic does not say so any more: somebody has deleted or emptied it, or
/// retention has. Such a run looks as one that was never prepared, and is not: it has a target that is filled.
public final class LostControl {
    private LostControl() {}

    /// What is lost and what to do, as sentences; empty if the run has its plan, or never had one.
    ///
    /// @throws io.shardstream.control.state.finding.RunRefusedException if Kafka does not answer
    /// @throws org.apache.kafka.common.KafkaException if it breaks off
    public static Optional<String> of(KafkaConnection kafka, RunTopics topics) {
        Admin admin = kafka.admin("shardstream-lost-control");
        try {
            List<String> known = KafkaAnswer.first(admin.listTopics().names(), kafka.bootstrap()).stream()
                    .filter(name -> name.equals(topics.control()) || isDocs(name, topics))
                    .toList();
            boolean isThere = known.contains(topics.control());
            Map<String, TopicDescription> described =
                    new TreeMap<>(KafkaAnswer.of(admin.describeTopics(known).allTopicNames()));
            TopicDescription control = described.remove(topics.control());
            long start = control == null ? 0 : sum(admin, control, OffsetSpec.earliest());
            if (start > 0) {
                return Optional.of("Topic " + topics.control() + " has lost the run's plan: it begins at offset "
                        + NumberText.count(start) + ". " + WatchedTopic.ADOPT_TARGET);
            }
            // Nothing is put there before a plan says so.
            Optional<String> lost = described.values().stream()
                    .filter(docs -> sum(admin, docs, OffsetSpec.latest()) > 0)
                    .findFirst()
                    .map(docs -> "Topic " + docs.name() + " holds records, and " + topics.control()
                            + (isThere
                                    ? " has no plan for them: it was emptied. "
                                    : ", which had the plan for them, is gone. ")
                            + WatchedTopic.ADOPT_TARGET + " If those topics are not this run's, choose another run"
                            + " name.");
            // Read last: another process may have prepared the run since, and begun.
            return lost.isPresent()
                            && isThere
                            && ControlRecords.read(kafka, topics).plan().isPresent()
                    ? Optional.empty()
                    : lost;
        } finally {
            // Without a limit it would wait for a broker that does not answer.
            admin.close(Duration.ZERO);
        }
    }

    /// Of any generation.
    private static boolean isDocs(String name, RunTopics topics) {
        return RunTopics.holdsDocuments(name)
                && (name.equals(topics.inGeneration(1).docs())
                        || name.startsWith(topics.inGeneration(1).docs() + "."));
    }

    private static long sum(Admin admin, TopicDescription topic, OffsetSpec which) {
        Map<TopicPartition, OffsetSpec> asked = topic.partitions().stream()
                .map(partition -> new TopicPartition(topic.name(), partition.partition()))
                .collect(Collectors.toMap(partition -> partition, _ -> which));
        return KafkaAnswer.of(admin.listOffsets(asked).all()).values().stream()
                .mapToLong(ListOffsetsResultInfo::offset)
                .sum();
    }
}
