package io.shardstream.control.compare.meaning;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Which fields are compared of those that either side has.
///
/// @param asked those that are compared; `_ignored` is among them wherever it can be compared
/// @param mapped how many there are
/// @param untold why the others cannot be compared, by name
record FieldChoice(List<FieldPair> asked, int mapped, Map<String, String> untold) {
    /// An odd constant that mixes well (the golden ratio's bits, as in `java.util.SplittableRandom`).
    private static final long MIX = 0x9E3779B97F4A7C15L;

    FieldChoice {
        asked = List.copyOf(asked);
        untold = Map.copyOf(untold);
    }

    /// Takes all, or so many that are drawn the same way each time.
    ///
    /// @param most at least 1
    /// @param seed of the run
    static FieldChoice of(SearchedFields source, SearchedFields target, int most, long seed) {
        Set<String> names = new TreeSet<>(source.fields().keySet());
        names.addAll(target.fields().keySet());
        Map<String, String> untold = new TreeMap<>(source.untold());
        target.untold().forEach(untold::putIfAbsent);
        untold.keySet().removeAll(names);
        List<FieldPair> asked = names.stream()
                .sorted(Comparator.<String>comparingLong(name -> place(name, seed)))
                .limit(most)
                .sorted()
                .map(name -> new FieldPair(source.named(name), target.named(name)))
                .toList();
        return new FieldChoice(asked, names.size(), untold);
    }

    List<FieldPair> of(SearchedField.Kind kind) {
        return asked.stream().filter(pair -> pair.isAny(kind)).toList();
    }

    /// Those that searches go through without making them anew.
    List<FieldPair> counted() {
        return asked.stream()
                .filter(pair -> !pair.isAny(SearchedField.Kind.RUNTIME))
                .toList();
    }

    private static long place(String name, long seed) {
        if (name.equals(SearchedField.IGNORED)) {
            return Long.MIN_VALUE;
        }
        long mixed = (name.hashCode() ^ seed) * MIX;
        return mixed ^ (mixed >>> 32);
    }
}
