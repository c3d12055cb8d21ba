package io.shardstream.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Lets contestants do the same work in turn.
public final class Turns {
    private Turns() {}

    /// Lets each run once a round. Every other round they come in the opposite order, so that none always
    /// finds the servers as the same other one has left them.
    ///
    /// @param heard told of each run in a line
    /// @return what was measured
    /// @throws Exception if one of them could not do the work
    public static Measured take(int rounds, List<? extends Contestant> contestants, Consumer<String> heard)
            throws Exception {
        Map<String, List<Double>> measured = new LinkedHashMap<>();
        contestants.forEach(contestant -> measured.put(contestant.name(), new ArrayList<>()));
        for (int round = 1; round <= rounds; round++) {
            for (Contestant contestant : round % 2 == 1 ? contestants : contestants.reversed()) {
                double figure = contestant.run(round);
                measured.computeIfAbsent(contestant.name(), _ -> new ArrayList<>())
                        .add(figure);
                heard.accept("round %d  %-34s %,12.1f".formatted(round, contestant.name(), figure));
            }
        }
        return new Measured(measured);
    }
}
