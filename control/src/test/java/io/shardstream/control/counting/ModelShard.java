package io.shardstream.control.counting;

import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.ElectedPrimary;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A shard with a primary and a replica. Operations get their numbers, and are carried out and brought to the replica
/// later, in any order; those that are not may be lost when the replica takes over, and their numbers are given out
/// again then. The former primary may go on to call itself one.
final class ModelShard {
    private final String name;
    private final Random random;
    private final TreeMap<Long, CountedOperation> underWay = new TreeMap<>();
    private ModelCopy primary;
    private ModelCopy replica;
    private @Nullable ModelCopy zombie;
    private long zombieCheckpoint;
    private boolean isHeard;
    private long next;
    private int copies;
    private int starts = 1;
    private @Nullable CopyIdentity handedOver;
    private List<Stored> atLastNumbers = List.of();

    /// @param begin documents of an index that was shrunk
    ModelShard(String name, Random random, List<Stored> begin) {
        this.name = name;
        this.random = random;
        Map<Long, CountedOperation> nothing = new TreeMap<>();
        for (Stored document : begin) {
            nothing.put(document.seqNo(), CountedOperation.NOTHING);
        }
        this.primary = new ModelCopy(identity(1, name + "-history"), begin, nothing);
        this.replica = primary.as(identity(1, name + "-history"));
        this.next = primary.max() + 1;
    }

    private CopyIdentity identity(long term, String history) {
        return new CopyIdentity(term, name + "-" + copies++, name + "-uuid", history, "process-" + starts);
    }

    ModelCopy primary() {
        return primary;
    }

    /// Whoever answers when nodes are asked for the primary: the former one, as long as who asks is cut off with it.
    ModelCopy located() {
        ModelCopy former = zombie;
        return former != null && isHeard ? former : primary;
    }

    /// Who asks is cut off too, or no more.
    void turn() {
        isHeard = !isHeard;
    }

    boolean claims(ModelCopy copy) {
        return copy == primary || copy == zombie;
    }

    /// By the word of the cluster, which hears of a relocation last.
    ElectedPrimary elected() {
        CopyIdentity before = handedOver;
        return before == null
                ? new ElectedPrimary(
                        primary.identity().term(), primary.identity().allocationId(), false)
                : new ElectedPrimary(before.term(), before.allocationId(), true);
    }

    long maxSeqNo(ModelCopy copy) {
        return copy == primary ? next - 1 : copy.max();
    }

    long globalCheckpoint(ModelCopy copy) {
        return copy == primary
                ? inSync().stream().mapToLong(ModelCopy::checkpoint).min().orElse(-1)
                : zombieCheckpoint;
    }

    /// A copy that has handed over gets everything as a replica does, until the cluster has heard of it.
    private List<ModelCopy> inSync() {
        ModelCopy former = zombie;
        return former != null && handedOver != null ? List.of(primary, replica, former) : List.of(primary, replica);
    }

    boolean isSettled() {
        return globalCheckpoint(primary) == next - 1;
    }

    /// Gives an operation its number. It is carried out now or later.
    ///
    /// @return its number
    long take(CountedOperation operation, boolean later) {
        finish(operation.id());
        long number = next++;
        if (later) {
            underWay.put(number, operation);
        } else {
            primary.put(number, operation);
        }
        return number;
    }

    /// Writes with `version_type=external_gte`.
    ///
    /// @return its number, -1 if something newer is known
    long write(String id, long version, @Nullable String body, boolean later) {
        finish(id);
        return version < primary.knownVersion(id) ? -1 : take(new CountedOperation(id, version, body), later);
    }

    /// A client's write, with the server's own versions.
    void overwrite(String id, @Nullable String body, boolean later) {
        finish(id);
        take(new CountedOperation(id, Math.max(0, primary.knownVersion(id)) + 1, body), later);
    }

    /// A document has one writer at a time.
    private void finish(String id) {
        underWay.entrySet().removeIf(entry -> {
            boolean isSame = entry.getValue().id().equals(id);
            if (isSame) {
                primary.put(entry.getKey(), entry.getValue());
            }
            return isSame;
        });
    }

    /// All copies have an operation, so that it can be acknowledged.
    void replicate(long number) {
        CountedOperation operation = primary.at(number);
        if (operation == null) {
            return;
        }
        inSync().stream().filter(copy -> !copy.has(number)).forEach(copy -> copy.put(number, operation));
        tellFormer();
    }

    private void tellFormer() {
        if (handedOver != null) {
            zombieCheckpoint = Math.max(zombieCheckpoint, globalCheckpoint(primary));
        }
    }

    private void replicateTo(ModelCopy copy) {
        List<Long> lacking = primary.beyond(copy);
        if (!lacking.isEmpty()) {
            long number = lacking.get(random.nextInt(lacking.size()));
            CountedOperation operation = primary.at(number);
            if (operation != null) {
                copy.put(number, operation);
            }
        }
        tellFormer();
    }

    /// Something that is under way comes a step further.
    void proceed() {
        if (!underWay.isEmpty() && random.nextBoolean()) {
            List<Long> numbers = List.copyOf(underWay.keySet());
            long number = numbers.get(random.nextInt(numbers.size()));
            CountedOperation operation = underWay.remove(number);
            if (operation != null) {
                primary.put(number, operation);
            }
        } else {
            List<ModelCopy> others = inSync();
            replicateTo(others.get(1 + random.nextInt(others.size() - 1)));
        }
    }

    /// Everything that is under way is carried out everywhere.
    void settle() {
        underWay.forEach(primary::put);
        underWay.clear();
        inSync().forEach(copy -> primary.beyond(copy).forEach(this::replicate));
        tellFormer();
    }

    /// The replica takes over, in a new term.
    ///
    /// @param cutOff whether the former primary goes on to call itself one
    void failOver(boolean cutOff) {
        if (cutOff) {
            zombieCheckpoint = globalCheckpoint(primary);
        }
        zombie = cutOff ? primary : null;
        isHeard = random.nextInt(3) > 0;
        underWay.clear();
        handedOver = null;
        CopyIdentity before = primary.identity();
        primary = replica.promoted(identity(before.term() + 1, before.historyUuid()));
        primary.fillGaps();
        next = primary.max() + 1;
        replica = primary.as(identity(before.term() + 1, before.historyUuid()));
    }

    /// The primary moves to another node in the same term; the cluster hears of it later, see [#arrive()].
    void handOver() {
        arrive();
        settle();
        zombie = primary;
        zombieCheckpoint = next - 1;
        isHeard = random.nextInt(3) > 0;
        CopyIdentity before = primary.identity();
        handedOver = before;
        primary = primary.as(identity(before.term(), before.historyUuid()));
        primary.forgetTombstones();
    }

    void arrive() {
        handedOver = null;
    }

    /// The former primary hears that it is none.
    void endZombie() {
        if (handedOver == null) {
            zombie = null;
        }
    }

    /// An older state of the disk is put back.
    ///
    /// @param terms by how many the term rises: none where a whole cluster is put back, whose copies are the
    ///     same
    /// @param isNewHistory whether it shows in the history
    void putBack(long upTo, int terms, boolean isNewHistory) {
        CopyIdentity before = primary.identity();
        String history = isNewHistory ? before.historyUuid() + "+" : before.historyUuid();
        long term = before.term() + terms;
        underWay.clear();
        zombie = null;
        handedOver = null;
        starts++;
        CopyIdentity now = identity(term, history);
        primary = primary.cutAbove(
                upTo,
                terms == 0
                        ? new CopyIdentity(term, before.allocationId(), now.indexUuid(), history, now.process())
                        : now);
        primary.fillGaps();
        next = primary.max() + 1;
        replica = primary.as(identity(term, history));
    }

    void refreshSome() {
        ModelCopy former = zombie;
        switch (random.nextInt(3)) {
            case 0 -> replica.refresh();
            case 1 -> primary.refresh();
            default -> {
                if (former != null) {
                    former.refresh();
                }
            }
        }
    }

    void forgetTombstones() {
        primary.forgetTombstones();
        replica.forgetTombstones();
    }

    /// What is true: the documents of the primary.
    List<Stored> documents() {
        return primary.live();
    }

    void noteNumbers() {
        atLastNumbers = documents();
    }

    /// What was true when it said its numbers last.
    List<Stored> documentsAtLastNumbers() {
        return atLastNumbers;
    }
}
