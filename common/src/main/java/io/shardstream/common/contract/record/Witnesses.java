package io.shardstream.common.contract.record;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// By which the history of a source shard is told from another one that has the same uuid and as many
/// numbers, as after an older state of its disk was put back. In one history each settled number is that of
/// one operation for ever: whatever is live under it later is what was read there. Documents that were
/// written again or deleted since are not found any more, and say nothing.
///
/// @param all from the highest number to the lowest, at most four
public record Witnesses(List<Witness> all) {
    public static final Witnesses NONE = new Witnesses(List.of());

    /// Beside the newest, the last one before each block of 64, 4096, and 262,144 numbers in which the newest
    /// is. Those that lie together may be written again together, and the more numbers were lost, the older
    /// ones tell it, too.
    private static final int[] BLOCK_BITS = {6, 12, 18};

    public Witnesses {
        all = List.copyOf(all);
        for (int i = 1; i < all.size(); i++) {
            if (all.get(i).number() >= all.get(i - 1).number()) {
                throw new IllegalArgumentException("witnesses must be in order, got " + all);
            }
        }
    }

    static Witnesses of(Collection<Witness> some) {
        return new Witnesses(some.stream()
                .sorted(Comparator.comparingLong(Witness::number).reversed())
                .toList());
    }

    /// Those of the same history that are worth to be kept when these are known, too.
    public Witnesses with(List<Witness> more) {
        Map<Long, Witness> known = new TreeMap<>(Comparator.reverseOrder());
        all.forEach(one -> known.put(one.number(), one));
        more.forEach(one -> known.put(one.number(), one));
        if (known.isEmpty()) {
            return this;
        }
        List<Witness> fromNewest = List.copyOf(known.values());
        long newest = fromNewest.getFirst().number();
        Set<Witness> kept = new LinkedHashSet<>();
        kept.add(fromNewest.getFirst());
        for (int bits : BLOCK_BITS) {
            long block = newest >> bits << bits;
            fromNewest.stream().filter(one -> one.number() < block).findFirst().ifPresent(kept::add);
        }
        return of(kept);
    }

    /// The numbers of those that a copy with this global checkpoint can be asked for: what it has above may
    /// be taken back, and its number given out again.
    public List<Long> numbers(long globalCheckpoint) {
        return all.stream()
                .map(Witness::number)
                .filter(number -> number <= globalCheckpoint)
                .toList();
    }

    /// Whether a document that was found under one of these numbers is another one than was read there.
    ///
    /// @param found what it would be as a witness
    public boolean contradict(Witness found) {
        return all.stream().anyMatch(one -> one.number() == found.number() && one.sign() != found.sign());
    }
}
