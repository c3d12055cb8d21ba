package io.shardstream.writer;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.WatchedTopic;
import io.shardstream.common.loop.BlockedException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// Checks before the start that the docs topic is the one of the plan: offsets committed for another one
/// of the same name mean nothing here.
final class DocsTopic {
    private DocsTopic() {}

    /// @throws BlockedException if it is not
    /// @throws KafkaException if Kafka cannot be asked
    static void check(KafkaConnection kafka, RunTopics topics, RunPlan plan) {
        TopicDescription topic = describe(kafka, topics.docs());
        String id = topic.topicId().toString();
        if (!id.equals(plan.docsTopicId())) {
            throw new BlockedException(
                    "Topic %s has the id %s, but the run's plan names %s: it was deleted and created again. %s"
                            .formatted(topic.name(), id, plan.docsTopicId(), WatchedTopic.READ_AGAIN));
        }
        int lanes = topic.partitions().size();
        if (lanes != plan.targetRouting().shards()) {
            throw new BlockedException(
                    "Topic %s has %s, but the run's plan says %d, one for each target shard: none may be added while a run lasts. %s"
                            .formatted(
                                    topic.name(),
                                    NumberText.of(lanes, "partition"),
                                    plan.targetRouting().shards(),
                                    WatchedTopic.READ_AGAIN));
        }
    }

    private static TopicDescription describe(KafkaConnection kafka, String name) {
        try (Admin admin = kafka.admin("shardstream-writer")) {
            return admin.describeTopics(List.of(name))
                    .allTopicNames()
                    .get()
                    .values()
                    .iterator()
                    .next();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new BlockedException("Kafka has no topic " + name
                        + ", which the run's plan names: it was deleted. " + WatchedTopic.READ_AGAIN);
            }
            if (e.getCause() instanceof TopicAuthorizationException) {
                // Of one topic the answer does not name it.
                throw new TopicAuthorizationException(Set.of(name));
            }
            throw e.getCause() instanceof KafkaException known ? known : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        }
    }
}
