package io.shardstream.simulation.elastic;

import io.shardstream.common.contract.bytes.Bytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The operations that one copy holds, by sequence number.
final class History {
    private final String uuid;

    /// What an index that was shrunk before began with: equal numbers, one document each.
    private final List<Live> begin;

    private final NavigableMap<Long, ModelOperation> operations;
    private @Nullable NavigableMap<Long, List<Live>> live;

    private History(String uuid, List<Live> begin, NavigableMap<Long, ModelOperation> operations) {
        this.uuid = uuid;
        this.begin = begin;
        this.operations = operations;
    }

    /// @param firstNumber lowest number that is free
    static History beginningWith(String uuid, List<Live> begin, long firstNumber) {
        TreeMap<Long, ModelOperation> operations = new TreeMap<>();
        for (long number = 0; number < firstNumber; number++) {
            operations.put(number, ModelOperation.NOTHING);
        }
        return new History(uuid, List.copyOf(begin), operations);
    }

    History copy() {
        return as(uuid);
    }

    /// The same operations in another history.
    History as(String otherUuid) {
        History copy = new History(otherUuid, begin, new TreeMap<>(operations));
        copy.live = live;
        return copy;
    }

    /// Another one means that the copy was restored, or begun anew.
    String uuid() {
        return uuid;
    }

    long max() {
        return operations.isEmpty() ? -1 : operations.lastKey();
    }

    /// The highest number up to which none is missing.
    long checkpoint() {
        if (max() + 1 == operations.size()) {
            return max();
        }
        long number = -1;
        while (operations.containsKey(number + 1)) {
            number++;
        }
        return number;
    }

    boolean has(long number) {
        return operations.containsKey(number);
    }

    @Nullable
    ModelOperation at(long number) {
        return operations.get(number);
    }

    boolean holds(long number, ModelOperation operation) {
        Bytes source = operation.source();
        return operation.equals(operations.get(number))
                || (source != null && begin.contains(new Live(operation.id(), operation.routing(), number, source)));
    }

    /// Gives out for nothing what was not given out.
    void fillGaps() {
        for (long number = 0; number <= max(); number++) {
            putIfAbsent(number, ModelOperation.NOTHING);
        }
    }

    void put(long number, ModelOperation operation) {
        operations.put(number, operation);
        live = null;
    }

    void putIfAbsent(long number, ModelOperation operation) {
        if (operations.putIfAbsent(number, operation) == null) {
            live = null;
        }
    }

    /// Takes away everything above, and says what that was.
    Map<Long, ModelOperation> cutAbove(long number) {
        NavigableMap<Long, ModelOperation> above = operations.tailMap(number, false);
        Map<Long, ModelOperation> cut = new TreeMap<>(above);
        if (!cut.isEmpty()) {
            above.clear();
            live = null;
        }
        return cut;
    }

    Collection<Long> numbersAbove(long number) {
        return operations.tailMap(number, false).keySet();
    }

    /// The live documents, by number.
    NavigableMap<Long, List<Live>> live() {
        NavigableMap<Long, List<Live>> known = live;
        if (known == null) {
            known = computeLive();
            live = known;
        }
        return known;
    }

    private NavigableMap<Long, List<Live>> computeLive() {
        Map<String, Live> byId = new HashMap<>();
        begin.forEach(document -> byId.put(document.id(), document));
        operations.forEach((number, operation) -> {
            Bytes source = operation.source();
            if (source != null) {
                byId.put(operation.id(), new Live(operation.id(), operation.routing(), number, source));
            } else if (!operation.fillsGap()) {
                byId.remove(operation.id());
            }
        });
        NavigableMap<Long, List<Live>> byNumber = new TreeMap<>();
        byId.values().stream()
                .sorted((one, other) -> one.id().compareTo(other.id()))
                .forEach(document -> byNumber.computeIfAbsent(document.seqNo(), number -> new ArrayList<>(1))
                        .add(document));
        return byNumber;
    }
}
