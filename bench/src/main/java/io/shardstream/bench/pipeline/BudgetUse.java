package io.shardstream.bench.pipeline;

import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.NodeUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// How much of its processor budget each node uses during copies: only one that uses all of it can be the
/// bottleneck.
final class BudgetUse {
    /// From this part of its budget on a node counts as held back by it.
    private static final double NEARLY_ALL = 0.9;

    private static final double PERCENT = 100;

    private final double cores;
    private List<NodeUse> used = List.of();
    private double seconds;
    private double most;

    /// @param cores that each node may use
    BudgetUse(double cores) {
        this.cores = cores;
    }

    /// @param time seconds that the copy took; what its preparation used is counted to it
    void add(List<NodeUse> some, double time) {
        used = used.isEmpty()
                ? List.copyOf(some)
                : IntStream.range(0, some.size())
                        .mapToObj(i -> used.get(i).plus(some.get(i)))
                        .toList();
        seconds += time;
        most = Math.max(
                most, some.stream().mapToDouble(NodeUse::processorSeconds).max().orElse(0) / time);
    }

    /// Also looks at what another one looks at.
    Copies.Watch and(BenchServers stage, Copies.Watch other) {
        return () -> {
            DoubleConsumer end = other.begins();
            List<NodeUse> before = stage.use();
            return seconds -> {
                List<NodeUse> now = stage.use();
                end.accept(seconds);
                List<NodeUse> since = new ArrayList<>();
                for (int i = 0; i < now.size(); i++) {
                    since.add(now.get(i).since(before.get(i)));
                }
                add(since, seconds);
            };
        };
    }

    /// Whether the busiest node used nearly all that it may.
    boolean binds() {
        return used.stream()
                        .mapToDouble(use -> use.processorSeconds() / seconds)
                        .max()
                        .orElse(0)
                >= NEARLY_ALL * cores;
    }

    /// Such as `it binds: node-0 used 0.40 (held back in 97 % of the periods), of 0.40 each`.
    String text() {
        return (binds() ? "it binds: " : "it does not bind: ")
                + used.stream().map(this::text).collect(Collectors.joining(", "))
                + String.format(
                        Locale.ROOT, ", of %.2f each; the most that one used during one copy %.2f", cores, most);
    }

    private String text(NodeUse use) {
        double held = use.periods() == 0 ? 0 : PERCENT * use.held() / use.periods();
        return String.format(
                Locale.ROOT,
                "%s used %.2f (held back in %.0f %% of the periods)",
                use.node(),
                use.processorSeconds() / seconds,
                held);
    }
}
