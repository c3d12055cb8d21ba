package io.shardstream.simulation.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// A group whose members take part cooperatively: a partition is given up by its member before another
/// one gets it, unless that member has been silent for longer than its session.
final class ConsumerGroup {
    private final KafkaModel kafka;
    private final String name;
    private final List<ModelConsumer> members = new ArrayList<>();
    private final Map<TopicPartition, @Nullable ModelConsumer> owners = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    private Map<ModelConsumer, Set<Integer>> target = Map.of();

    ConsumerGroup(KafkaModel kafka, String name) {
        this.kafka = kafka;
        this.name = name;
    }

    boolean has(ModelConsumer member) {
        return members.contains(member);
    }

    void join(ModelConsumer member, List<TopicPartition> partitions) {
        members.add(member);
        partitions.forEach(partition -> owners.putIfAbsent(partition, null));
        rebalance();
    }

    void leave(ModelConsumer member) {
        if (members.remove(member)) {
            owners.replaceAll((partition, owner) -> owner == member ? null : owner);
            rebalance();
        }
    }

    /// Throws out those whose session has timed out.
    void expire() {
        for (ModelConsumer member : List.copyOf(members)) {
            if (member.isSilent()) {
                kafka.kernel().trace(() -> member + " is thrown out of " + name);
                leave(member);
            }
        }
    }

    /// What the member is to have, whoever has it now.
    Set<Integer> targetOf(ModelConsumer member) {
        return target.getOrDefault(member, Set.of());
    }

    boolean isFree(TopicPartition partition) {
        return owners.get(partition) == null;
    }

    void take(TopicPartition partition, ModelConsumer member) {
        owners.put(partition, member);
    }

    void release(TopicPartition partition, ModelConsumer member) {
        if (owners.get(partition) == member) {
            owners.put(partition, null);
        }
    }

    /// Everybody keeps what he has, up to his share; what is left over goes to those who have too little.
    private void rebalance() {
        List<ModelConsumer> byOwned = new ArrayList<>(members);
        byOwned.sort((one, other) -> Long.compare(countOf(other), countOf(one)));
        Map<Integer, TopicPartition> free = new TreeMap<>();
        owners.keySet().forEach(partition -> free.put(partition.partition(), partition));
        Map<ModelConsumer, Set<Integer>> next = new LinkedHashMap<>();
        for (int i = 0; i < byOwned.size(); i++) {
            ModelConsumer member = byOwned.get(i);
            Set<Integer> kept = new TreeSet<>();
            for (TopicPartition partition : List.copyOf(free.values())) {
                if (owners.get(partition) == member && kept.size() < shareOf(i)) {
                    kept.add(partition.partition());
                    free.remove(partition.partition());
                }
            }
            next.put(member, kept);
        }
        Iterator<Integer> rest = List.copyOf(free.keySet()).iterator();
        for (int i = 0; i < byOwned.size(); i++) {
            Set<Integer> his = next.getOrDefault(byOwned.get(i), Set.of());
            while (his.size() < shareOf(i)) {
                his.add(rest.next());
            }
        }
        target = next;
    }

    private int shareOf(int member) {
        int partitions = owners.size();
        return partitions / members.size() + (member < partitions % members.size() ? 1 : 0);
    }

    private long countOf(ModelConsumer member) {
        return owners.values().stream().filter(owner -> owner == member).count();
    }

    void commit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        committed.putAll(offsets);
    }

    Optional<OffsetAndMetadata> committed(TopicPartition partition) {
        return Optional.ofNullable(committed.get(partition));
    }

    long committedOffset(TopicPartition partition) {
        return committed(partition).map(OffsetAndMetadata::offset).orElse(-1L);
    }

    void forget() {
        committed.clear();
    }

    @Override
    public String toString() {
        return name;
    }
}
