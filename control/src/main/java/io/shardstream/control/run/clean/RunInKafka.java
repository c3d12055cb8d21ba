package io.shardstream.control.run.clean;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.topics.KafkaAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.GroupAuthorizationException;
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
    /// @param members by group, how many members it has now; empty where the user may not see that
    public record Found(SortedMap<String, Uuid> topics, SortedMap<String, OptionalInt> members) {
        static final Found NOTHING = new Found(new TreeMap<>(), new TreeMap<>());

        public boolean isNothing() {
            return topics.isEmpty() && members.isEmpty();
        }

        /// Groups in which a process is, or may be.
        public List<String> atWork() {
            return members.entrySet().stream()
                    .filter(group -> group.getValue().orElse(1) > 0)
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    /// Asks about no other run's groups, which the user may not see.
    ///
    /// @throws RunRefusedException if Kafka does not answer
    /// @throws KafkaException if it breaks off, or the user may not see who is in a group of the run
    public Found of(String run) {
        return found(run::equals, false).getOrDefault(run, Found.NOTHING);
    }

    /// By the names of runs.
    ///
    /// @throws RunRefusedException if Kafka does not answer
    /// @throws KafkaException if it breaks off
    public SortedMap<String, Found> all() {
        return found(_ -> true, true);
    }

    /// Names of the runs that have a control topic. Asks for no group.
    ///
    /// @throws KafkaException if Kafka does not answer in that time, or breaks off
    List<String> controlled(Duration most) {
        return KafkaAnswer.within(most, admin.listTopics().names()).stream()
                .flatMap(topic ->
                        RunTopics.runOf(topic).filter(run -> topic.equals(new RunTopics(run).control())).stream())
                .sorted()
                .toList();
    }

    private SortedMap<String, Found> found(Predicate<String> runsWanted, boolean mayBeUnseen) {
        SortedMap<String, Found> runs = new TreeMap<>();
        for (TopicListing topic : KafkaAnswer.first(
                admin.listTopics(new ListTopicsOptions().listInternal(true)).listings(), bootstrap)) {
            RunTopics.runOf(topic.name())
                    .filter(runsWanted)
                    .ifPresent(run -> entry(runs, run).topics().put(topic.name(), topic.topicId()));
        }
        List<String> groups =
                ofRuns(KafkaAnswer.of(admin.listGroups().all()).stream().map(GroupListing::groupId), runsWanted);
        members(admin.describeConsumerGroups(groups).describedGroups(), mayBeUnseen)
                .forEach((group, members) -> entry(runs, RunTopics.runOf(group).orElseThrow())
                        .members()
                        .put(group, members));
        return runs;
    }

    private static Found entry(SortedMap<String, Found> runs, String run) {
        return runs.computeIfAbsent(run, _ -> new Found(new TreeMap<>(), new TreeMap<>()));
    }

    /// The groups of the runs that are wanted among these.
    static List<String> ofRuns(Stream<String> groups, Predicate<String> runsWanted) {
        return groups.filter(group -> RunTopics.runOf(group).filter(runsWanted).isPresent())
                .toList();
    }

    /// @param mayBeUnseen whether the user may lack the right to see who is in some of them
    static SortedMap<String, OptionalInt> members(
            Map<String, KafkaFuture<ConsumerGroupDescription>> described, boolean mayBeUnseen) {
        SortedMap<String, OptionalInt> members = new TreeMap<>();
        described.forEach((group, answer) -> {
            try {
                members.put(
                        group, OptionalInt.of(KafkaAnswer.of(answer).members().size()));
            } catch (GroupIdNotFoundException e) {
                // It has gone since it was listed.
            } catch (GroupAuthorizationException e) {
                if (!mayBeUnseen) {
                    throw e;
                }
                members.put(group, OptionalInt.empty());
            }
        });
        return members;
    }

    /// Deletes topics and groups, the control topic last: until it is gone, whoever looks finds a run that is
    /// over.
    ///
    /// @throws RunRefusedException if the broker refuses some of it, with what is left
    public void delete(Found found, RunTopics topics) {
        List<Uuid> documents = new ArrayList<>();
        List<Uuid> others = new ArrayList<>();
        List<Uuid> control = new ArrayList<>();
        found.topics()
                .forEach((name, id) -> (name.equals(topics.control())
                                ? control
                                : topics.isOfDocuments(name) ? documents : others)
                        .add(id));
        deleteGroups(found);
        // Without the others nobody could count what is in these.
        deleteTopics(documents);
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
