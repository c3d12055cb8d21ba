package io.shardstream.common.group;

import io.shardstream.common.contract.record.PrimaryNodes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Who gets which partitions: those of a node go to the members that are pinned to it, evenly; those of a
/// node without members, or of no known node, to whoever has the least. What a member has it keeps as far as
/// that allows.
final class PartitionAssignment {
    private final List<Seat> seats = new ArrayList<>();
    private final Map<String, DataNode> nodes = new TreeMap<>();

    /// @param pin what it prefers
    /// @param has the partitions that it has now
    record Member(Pin pin, Set<Integer> has) {
        Member {
            has = Set.copyOf(has);
        }
    }

    /// A member, and what it is given.
    private static final class Seat {
        private final String id;
        private final Member member;
        private final Set<Integer> given = new TreeSet<>();
        private int room;

        Seat(String id, Member member) {
            this.id = id;
            this.member = member;
        }

        boolean has(int partition) {
            return member.has().contains(partition);
        }

        long hasOf(List<Integer> partitions) {
            return partitions.stream().filter(this::has).count();
        }

        int below(int level) {
            return Math.max(0, level - given.size());
        }

        void give(int partition) {
            given.add(partition);
            room--;
        }
    }

    private static final class DataNode {
        private final List<Integer> partitions = new ArrayList<>();
        private final List<Seat> pinned = new ArrayList<>();
        private int reserved;

        /// Partitions for each member if there is one more.
        double need() {
            return (double) partitions.size() / (reserved + 1);
        }
    }

    private PartitionAssignment(Map<String, Member> members) {
        new TreeMap<>(members).forEach((id, member) -> seats.add(new Seat(id, member)));
    }

    /// @param members at least one, by id
    /// @param primaries the nodes that partitions belong to
    /// @return partitions by member
    static Map<String, Set<Integer>> of(Map<String, Member> members, int partitions, PrimaryNodes primaries) {
        PartitionAssignment division = new PartitionAssignment(members);
        division.divide(partitions, primaries);
        Map<String, Set<Integer>> given = new TreeMap<>();
        division.seats.forEach(seat -> given.put(seat.id, seat.given));
        return given;
    }

    private void divide(int partitions, PrimaryNodes primaries) {
        List<Integer> anywhere = new ArrayList<>();
        IntStream.range(0, partitions)
                .forEach(partition -> primaries
                        .of(partition)
                        .map(node -> nodes.computeIfAbsent(node, _ -> new DataNode()).partitions)
                        .orElse(anywhere)
                        .add(partition));
        pin(primaries);
        for (DataNode node : nodes.values()) {
            if (node.pinned.isEmpty()) {
                anywhere.addAll(node.partitions);
            } else {
                share(node.partitions, node.pinned);
            }
        }
        share(anywhere, seats);
    }

    /// Who has the least choice chooses first.
    private void pin(PrimaryNodes primaries) {
        Map<Pin, List<Seat>> byPin = seats.stream()
                .filter(seat -> !seat.member.pin().isNone())
                .collect(Collectors.groupingBy(seat -> seat.member.pin(), LinkedHashMap::new, Collectors.toList()));
        byPin.entrySet().stream()
                .map(pinned -> new Wish(pinned.getValue(), choice(pinned.getKey(), primaries)))
                .sorted(Comparator.comparingInt(wish -> wish.choice().size()))
                .forEach(PartitionAssignment::place);
    }

    /// Members that may have any of these nodes.
    private record Wish(List<Seat> seats, List<DataNode> choice) {}

    private List<DataNode> choice(Pin pin, PrimaryNodes primaries) {
        return nodes.entrySet().stream()
                .filter(node -> pin.fits(node.getKey(), primaries))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static void place(Wish wish) {
        List<Seat> free = new ArrayList<>(wish.seats());
        places(free.size(), wish.choice()).stream()
                .sorted(Comparator.comparingLong(node -> -mostOf(node, free)))
                .forEach(node -> {
                    Seat best = free.stream()
                            .max(Comparator.comparingLong(seat -> seat.hasOf(node.partitions)))
                            .orElseThrow();
                    free.remove(best);
                    node.pinned.add(best);
                });
    }

    /// Nodes for so many more members, each time the one with the most partitions for a member.
    private static List<DataNode> places(int members, List<DataNode> choice) {
        List<DataNode> places = new ArrayList<>();
        for (int i = 0; i < members && !choice.isEmpty(); i++) {
            DataNode neediest = choice.stream()
                    .max(Comparator.comparingDouble(DataNode::need))
                    .orElseThrow();
            neediest.reserved++;
            places.add(neediest);
        }
        return places;
    }

    private static long mostOf(DataNode node, List<Seat> seats) {
        return seats.stream()
                .mapToLong(seat -> seat.hasOf(node.partitions))
                .max()
                .orElse(0);
    }

    /// Evenly, counting what the candidates have been given already.
    private static void share(List<Integer> partitions, List<Seat> candidates) {
        makeRoom(partitions, candidates);
        List<Integer> left = new ArrayList<>();
        for (int partition : partitions) {
            candidates.stream()
                    .filter(seat -> seat.room > 0 && seat.has(partition))
                    .findFirst()
                    .ifPresentOrElse(seat -> seat.give(partition), () -> left.add(partition));
        }
        for (int partition : left) {
            candidates.stream().max(Comparator.comparingInt(seat -> seat.room)).ifPresent(seat -> seat.give(partition));
        }
    }

    /// All may fill up to the same level, and as many as are needed to one more: first those that would have
    /// to give up most otherwise.
    private static void makeRoom(List<Integer> partitions, List<Seat> candidates) {
        int level = 0;
        while (room(candidates, level + 1) <= partitions.size()) {
            level++;
        }
        int full = level;
        candidates.forEach(seat -> seat.room = seat.below(full));
        candidates.stream()
                .filter(seat -> seat.given.size() <= full)
                .sorted(Comparator.comparingLong(seat -> seat.room - seat.hasOf(partitions)))
                .limit(partitions.size() - room(candidates, full))
                .forEach(seat -> seat.room++);
    }

    private static int room(List<Seat> candidates, int level) {
        return candidates.stream().mapToInt(seat -> seat.below(level)).sum();
    }
}
