package io.shardstream.bench.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/// What contestants have reached, each in every round.
public final class Measured {
    private final Map<String, Samples> byName;

    Measured(Map<String, List<Double>> values) {
        byName = new LinkedHashMap<>();
        values.forEach((name, each) -> byName.put(name, new Samples(each)));
    }

    /// The names of the contestants, in their order.
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /// What one of them has reached.
    ///
    /// @throws NullPointerException if there is none of that name
    public Samples of(String name) {
        return Objects.requireNonNull(byName.get(name), name);
    }

    /// The one with the highest median among these.
    ///
    /// @throws java.util.NoSuchElementException if there is none
    public String fastest(Predicate<String> among) {
        return names().stream()
                .filter(among)
                .max(Comparator.comparingDouble(name -> of(name).median()))
                .orElseThrow();
    }

    /// One against another, round by round.
    public Samples ratio(String one, String other) {
        return of(one).over(of(other));
    }
}
