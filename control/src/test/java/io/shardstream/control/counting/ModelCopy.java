package io.shardstream.control.counting;

import io.shardstream.common.shard.CopyIdentity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One copy of a shard: the operations that it holds, and what its searches show.
final class ModelCopy {
    private final CopyIdentity identity;
    private final List<Stored> begin;
    private final TreeMap<Long, CountedOperation> operations;
    private long reached;
    private long forgotten = -1;
    private long deletes;
    private long refreshes;
    private List<Stored> visible;
    private @Nullable List<Stored> live;

    /// @param begin documents of an index that was shrunk, with equal numbers
    /// @param operations that it holds
    ModelCopy(CopyIdentity identity, List<Stored> begin, Map<Long, CountedOperation> operations) {
        this.identity = identity;
        this.begin = begin;
        this.operations = new TreeMap<>(operations);
        this.reached = -1;
        this.visible = live();
    }

    /// The same operations in a copy of another name, which has not deleted or refreshed anything yet.
    ModelCopy as(CopyIdentity other) {
        ModelCopy copy = new ModelCopy(other, begin, operations);
        copy.forgotten = forgotten;
        return copy;
    }

    /// The same copy in another role: what it shows and counts stays.
    ModelCopy promoted(CopyIdentity other) {
        ModelCopy copy = as(other);
        copy.visible = visible;
        copy.refreshes = refreshes;
        copy.deletes = deletes;
        return copy;
    }

    CopyIdentity identity() {
        return identity;
    }

    void put(long seqNo, CountedOperation operation) {
        operations.put(seqNo, operation);
        live = null;
        if (!operation.isNothing() && operation.body() == null) {
            deletes++;
        }
    }

    boolean has(long seqNo) {
        return operations.containsKey(seqNo);
    }

    @Nullable
    CountedOperation at(long seqNo) {
        return operations.get(seqNo);
    }

    long max() {
        return operations.isEmpty() ? -1 : operations.lastKey();
    }

    /// The highest number up to which none is missing.
    long checkpoint() {
        while (operations.containsKey(reached + 1)) {
            reached++;
        }
        return reached;
    }

    void fillGaps() {
        for (long number = 0; number < max(); number++) {
            operations.putIfAbsent(number, CountedOperation.NOTHING);
        }
    }

    /// An older state of the disk.
    ModelCopy cutAbove(long seqNo, CopyIdentity other) {
        return new ModelCopy(other, begin, operations.headMap(seqNo, true));
    }

    List<Stored> live() {
        List<Stored> known = live;
        if (known == null) {
            Map<String, Stored> byId = new LinkedHashMap<>();
            begin.forEach(document -> byId.put(document.id(), document));
            operations.forEach((number, operation) -> {
                String body = operation.body();
                if (body != null) {
                    byId.put(operation.id(), new Stored(operation.id(), number, operation.version(), body));
                } else if (!operation.isNothing()) {
                    byId.remove(operation.id());
                }
            });
            known = List.copyOf(byId.values());
            live = known;
        }
        return known;
    }

    /// The version of a document, or of its delete while that is remembered; -1 for none.
    long knownVersion(String id) {
        for (Map.Entry<Long, CountedOperation> entry :
                operations.descendingMap().entrySet()) {
            CountedOperation operation = entry.getValue();
            if (operation.id().equals(id)) {
                return operation.body() == null && entry.getKey() <= forgotten ? -1 : operation.version();
            }
        }
        return -1;
    }

    /// As at the end of `gc_deletes`, or when its node was restarted.
    void forgetTombstones() {
        forgotten = max();
    }

    void refresh() {
        visible = live();
        refreshes++;
    }

    long refreshes() {
        return refreshes;
    }

    long deletes() {
        return deletes;
    }

    /// What searches see.
    List<Stored> visible() {
        return visible;
    }

    /// Numbers that it holds and another copy does not.
    List<Long> beyond(ModelCopy other) {
        List<Long> numbers = new ArrayList<>();
        Collection<Long> all = operations.keySet();
        all.stream().filter(number -> !other.has(number)).forEach(numbers::add);
        return numbers;
    }
}
