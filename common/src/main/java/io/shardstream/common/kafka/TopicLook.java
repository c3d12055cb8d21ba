package io.shardstream.common.kafka;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.loop.BlockedException;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/// What is known of one watched topic, and the judgement of what Kafka says of it. Used by one thread.
final class TopicLook {
    /// A broker that has just started may not know every topic yet.
    private static final int ABSENCES = 3;

    private final WatchedTopic topic;
    private final Consumer<String> warnings;
    private @Nullable String id;
    private int absences;
    private boolean wasTold;

    /// @param warnings told once if records are lost that the run can do without
    TopicLook(WatchedTopic topic, Consumer<String> warnings) {
        this.topic = topic;
        this.warnings = warnings;
        this.id = topic.id().orElse(null);
    }

    WatchedTopic topic() {
        return topic;
    }

    /// @param answer one that is there; one that failed says nothing, unless it says time after time that there is no
    ///     such topic
    /// @throws BlockedException if the topic is gone, is another one, or has other partitions
    void judge(KafkaFuture<TopicDescription> answer) {
        TopicDescription described;
        try {
            described = answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException && ++absences >= ABSENCES) {
                throw blocked("was deleted while the run was working.");
            }
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        absences = 0;
        String found = described.topicId().toString();
        if (id == null) {
            id = found;
        }
        if (!found.equals(id)) {
            throw blocked("was deleted and made again while the run was working: its id is now " + found + ", not " + id
                    + ".");
        }
        if (described.partitions().size() != topic.partitions()) {
            throw blocked("has " + NumberText.of(described.partitions().size(), "partition")
                    + ", but the run's plan says " + topic.partitions()
                    + ": none may be added while a run lasts, and none can be taken away.");
        }
    }

    /// @param partition of the topic
    /// @param answer where its log begins; one that is there, and one that failed says nothing
    /// @throws BlockedException if records are lost that the run cannot do without
    void judge(int partition, KafkaFuture<Long> answer) {
        try {
            long start = answer.get();
            if (start > 0) {
                judge(partition, start);
            }
        } catch (ExecutionException e) {
            // It is asked again.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void judge(int partition, long start) {
        String what = "has lost the start of partition " + partition + ", which now begins at offset "
                + NumberText.count(start) + ": retention has deleted it, or somebody has.";
        switch (topic.start()) {
            case WatchedTopic.Start.Moves() -> {}
            case WatchedTopic.Start.Told(String consequence) -> {
                if (!wasTold) {
                    wasTold = true;
                    warnings.accept("Topic " + topic.name() + " " + what + " " + consequence);
                }
            }
            case WatchedTopic.Start.Fixed() -> throw blocked(what);
        }
    }

    private BlockedException blocked(String what) {
        return new BlockedException("Topic " + topic.name() + " " + what + " " + topic.remedy());
    }
}
