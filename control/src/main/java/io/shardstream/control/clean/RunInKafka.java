package io.shardstream.control.clean;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.topics.KafkaAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.UnknownTopicIdException;

/// Topics and consumer groups of runs, as a broker lists them: those whose names begin as the names of runs
/// do. What the user may not see is not among them.
public final class RunInKafka implements AutoCloseable {
    private final Admin admin;
    private final String bootstrap;

    private RunInKafka(Admin admin, String bootstrap) {
        this.admin = admin;
        this.bootstrap = bootstrap;
    }

    public static RunInKafka of(KafkaConnection kafka) {
        return new RunInKafka(kafka.admin("shardstream-clean"), kafka.bootstrap());
    }

    /// What there is of one run.
    ///
    /// @param topics ids by name: a topic that is made anew under the same name has another one
    /// @param members by group, how many processes are in it now
    public record Found(SortedMap<String, Uuid> topics, SortedMap<String, Integer> members) {
        static final Found NOTHING = new Found(new TreeMap<>(), new TreeMap<>());

        public boolean isNothing() {
            return topics.isEmpty() && members.isEmpty();
        }

        /// Groups in which a process is.
        public List<String> atWork() {
            return members.entrySet().stream()
                    .filter(group -> group.getValue() > 0)
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    /// @throws RunRefusedException if Kafka does not answer
    /// @throws KafkaException if it breaks off
    public Found of(String run) {
        return all().getOrDefault(run, Found.NOTHING);
    }

    /// By the names of runs.
    ///
    /// @throws RunRefusedException if Kafka does not answer
    /// @throws KafkaException if it breaks off
    public SortedMap<String, Found> all() {
        SortedMap<String, Found> runs = new TreeMap<>();
        for (TopicListing topic : KafkaAnswer.first(
                admin.listTopics(new ListTopicsOptions().listInternal(true)).listings(), bootstrap)) {
            RunTopics.runOf(topic.name())
                    .ifPresent(run -> entry(runs, run).topics().put(topic.name(), topic.topicId()));
        }
        List<String> groups = KafkaAnswer.of(admin.listGroups().all()).stream()
                .map(GroupListing::groupId)
                .filter(group -> RunTopics.runOf(group).isPresent())
                .toList();
        members(groups)
                .forEach((group, members) -> entry(runs, RunTopics.runOf(group).orElseThrow())
                        .members()
                        .put(group, members));
        return runs;
    }

    private static Found entry(SortedMap<String, Found> runs, String run) {
        return runs.computeIfAbsent(run, _ -> new Found(new TreeMap<>(), new TreeMap<>()));
    }

    private SortedMap<String, Integer> members(List<String> groups) {
        SortedMap<String, Integer> members = new TreeMap<>();
        admin.describeConsumerGroups(groups).describedGroups().forEach((group, answer) -> {
            try {
                ConsumerGroupDescription described = KafkaAnswer.of(answer);
                members.put(group, described.members().size());
            } catch (GroupIdNotFoundException e) {
                // It has gone since it was listed.
            }
        });
        return members;
    }

    /// Deletes topics and groups, the control topic last: until it is gone, whoever looks finds a run that is
    /// over.
    ///
    /// @throws RunRefusedException if the broker refuses some of it, with what is left
    public void delete(Found found, RunTopics topics) {
        List<Uuid> others = new ArrayList<>();
        List<Uuid> control = new ArrayList<>();
        found.topics().forEach((name, id) -> (name.equals(topics.control()) ? control : others).add(id));
        deleteGroups(found);
        deleteTopics(others);
        deleteTopics(control);
    }

    private void deleteGroups(Found found) {
        admin.deleteConsumerGroups(found.members().keySet()).deletedGroups().forEach((group, answer) -> {
            try {
                KafkaAnswer.of(answer);
            } catch (GroupIdNotFoundException e) {
                // It is gone, which was wanted.
            } catch (GroupNotEmptyException e) {
                throw new RunRefusedException(
                        "Consumer group " + group + " has a member again, so a process of the run has been started:"
                                + " stop it, and give 'clean' again.",
                        e);
            } catch (KafkaException e) {
                throw refused("Consumer group " + group, e);
            }
        });
    }

    private void deleteTopics(List<Uuid> topics) {
        admin.deleteTopics(TopicCollection.ofTopicIds(topics)).topicIdValues().forEach((id, answer) -> {
            try {
                KafkaAnswer.of(answer);
            } catch (UnknownTopicIdException e) {
                // It is gone, which was wanted.
            } catch (KafkaException e) {
                throw refused("A topic of the run", e);
            }
        });
    }

    private static RunRefusedException refused(String what, KafkaException e) {
        return new RunRefusedException(
                what + " could not be deleted: "
                        + KafkaRefusal.sentence(e).orElse(e.getMessage() + ".")
                        + " What was deleted before is gone; give 'clean' again when that is mended.",
                e);
    }

    @Override
    public void close() {
        // Without a limit it would wait for a broker that does not answer.
        admin.close(Duration.ZERO);
    }
}
