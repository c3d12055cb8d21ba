package io.shardstream.control.preflight.server;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.state.topics.ReplicaChoice;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What the brokers say.
///
/// @param brokers how many there are
/// @param metadataVersion highest level of the feature `metadata.version` that they know; empty if they do
///     not tell
/// @param settings their settings; where brokers differ, those of one of them, and of the replicas by default
///     the largest number; empty if they do not tell
/// @param rooms what is free on the disks of each broker; empty if one of them does not tell
/// @param topics topics of this run that are there already
/// @param prepared whether the run was prepared before, so that these topics are its own
/// @param owner by what the run owns its target; empty if it has no id yet
/// @param lostControl that it was prepared and its control topic has lost that, and what to do
/// @param refusal why brokers would not make the topics of a run that is to begin, and what to do
/// @param records what the control topic says of a run that was prepared; empty if it was not, or is not
///     asked for
public record KafkaFacts(
        int brokers,
        OptionalInt metadataVersion,
        Map<String, String> settings,
        List<BrokerRoom> rooms,
        List<TopicFacts> topics,
        boolean prepared,
        Optional<TargetOwner> owner,
        Optional<String> lostControl,
        Optional<String> refusal,
        Optional<ControlRecords> records) {
    public KafkaFacts {
        settings = Map.copyOf(settings);
        rooms = List.copyOf(rooms);
        topics = List.copyOf(topics);
    }

    /// Those of a run that has no id yet, or of which it is not asked for, and that has not lost what it was.
    public KafkaFacts(
            int brokers,
            OptionalInt metadataVersion,
            Map<String, String> settings,
            List<BrokerRoom> rooms,
            List<TopicFacts> topics,
            boolean prepared) {
        this(
                brokers,
                metadataVersion,
                settings,
                rooms,
                topics,
                prepared,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /// The broker with the fullest disks; empty if they do not tell.
    public Optional<BrokerRoom> leastRoom() {
        return rooms.stream().min(Comparator.comparingLong(BrokerRoom::bytes));
    }

    public Optional<String> setting(String name) {
        return Optional.ofNullable(settings.get(name));
    }

    /// On how many of them the run's topics are kept.
    ///
    /// @param asked as the run file says, or -1 where it does not
    public int replication(int asked) {
        return ReplicaChoice.of(
                asked,
                setting(ReplicaChoice.BROKERS_DEFAULT)
                        .map(ReplicaChoice::number)
                        .orElseGet(OptionalInt::empty),
                brokers);
    }

    /// A setting that is a whole number.
    public OptionalLong number(String name) {
        Optional<String> value = setting(name).filter(text -> text.matches("-?\\d{1,18}"));
        return value.isPresent() ? OptionalLong.of(Long.parseLong(value.get())) : OptionalLong.empty();
    }
}
