package io.shardstream.control.run.guard;

import io.shardstream.common.contract.record.Objective;
import io.shardstream.control.run.guard.NodeVerdict.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// Holds what was measured of a node against what is wanted of it. Beside the objective no queue may be
/// longer than its threads are many, and nothing may be refused: whoever is refused then may be production.
final class Judge {
    /// Of the objective, where it is missed badly.
    private static final double BADLY = 1.5;
    /// Searches whose mean says more than that one of them was slow.
    private static final int ENOUGH = 5;
    /// Of the limit of indexing pressure.
    private static final double PRESSURE = 0.5;
    private static final int PERCENT = 100;
    /// Of what the objective leaves of the processors.
    private static final int OF_THE_REST = 4;

    /// What processors may be used by default.
    static final int CPU_BY_DEFAULT = 80;

    private final Objective objective;
    private final boolean isAsked;

    private Judge(Objective objective, boolean isAsked) {
        this.objective = objective;
        this.isAsked = isAsked;
    }

    /// By what somebody wants.
    Judge(Objective objective) {
        this(objective, true);
    }

    /// By what holds where nobody has said anything: processors, searches that wait, and whatever is refused.
    /// That the run's own writes wait or fill half of the indexing pressure is nobody's harm yet.
    static Judge byDefault() {
        return new Judge(new Objective(Optional.empty(), OptionalInt.of(CPU_BY_DEFAULT)), false);
    }

    /// Without a canary.
    NodeVerdict of(String node, NodeSample before, NodeSample now) {
        return of(node, before, now, OptionalDouble.empty());
    }

    /// @param before an earlier sample of the same node, which the later one follows
    /// @param canary the latency that was seen by clients lately, in milliseconds
    NodeVerdict of(String node, NodeSample before, NodeSample now, OptionalDouble canary) {
        List<NodeVerdict> verdicts = new ArrayList<>();
        objective.searchLatency().ifPresent(most -> verdicts.add(latency(node, before, now, canary, most.toMillis())));
        objective.cpu().ifPresent(most -> verdicts.add(cpu(node, now.cpu(), most)));
        verdicts.add(pool(node, "search", before.searchPool(), now.searchPool()));
        verdicts.add(
                isAsked
                        ? pool(node, "write", before.writePool(), now.writePool())
                        : refused(node, "write", before.writePool(), now.writePool()));
        verdicts.add(isAsked ? pressure(node, before, now) : pressureRefused(node, before, now));
        verdicts.add(refused(node, "circuit breakers", now.tripped() - before.tripped()));
        return verdicts.stream()
                .max(Comparator.comparing(NodeVerdict::kind))
                .filter(worst -> worst.kind() != Kind.KEPT)
                .orElse(verdicts.getFirst());
    }

    private static NodeVerdict latency(
            String node, NodeSample before, NodeSample now, OptionalDouble canary, long most) {
        long count = now.searches() - before.searches();
        double mean = count == 0 ? 0 : (double) (now.searchMillis() - before.searchMillis()) / count;
        double worst = Math.max(mean, canary.orElse(0));
        boolean isSure = count >= ENOUGH || canary.orElse(0) > most * BADLY;
        Kind kind = worst <= most ? Kind.KEPT : worst > most * BADLY && isSure ? Kind.MISSED_BADLY : Kind.MISSED;
        return new NodeVerdict(
                kind, "guard.search-latency on %s: %s of %d ms".formatted(node, oneDecimal(worst), most));
    }

    private static String oneDecimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static NodeVerdict cpu(String node, int used, int most) {
        int bad = PERCENT - (PERCENT - most) / OF_THE_REST;
        Kind kind = used < 0 ? Kind.UNKNOWN : used <= most ? Kind.KEPT : used > bad ? Kind.MISSED_BADLY : Kind.MISSED;
        return new NodeVerdict(kind, "guard.cpu on %s: %d%% of %d%%".formatted(node, used, most));
    }

    private static NodeVerdict pool(String node, String name, NodeSample.Pool before, NodeSample.Pool now) {
        NodeVerdict refused = refused(node, name, before, now);
        return refused.kind() == Kind.KEPT && now.queue() > now.threads()
                ? new NodeVerdict(
                        Kind.MISSED,
                        "node %s %s queue: %d wait for %d threads".formatted(node, name, now.queue(), now.threads()))
                : refused;
    }

    private static NodeVerdict refused(String node, String pool, NodeSample.Pool before, NodeSample.Pool now) {
        return refused(node, pool + " queue", now.rejected() - before.rejected());
    }

    private static NodeVerdict pressureRefused(String node, NodeSample before, NodeSample now) {
        return refused(node, "indexing pressure", now.pressureRefused() - before.pressureRefused());
    }

    private static NodeVerdict pressure(String node, NodeSample before, NodeSample now) {
        NodeVerdict refused = pressureRefused(node, before, now);
        return refused.kind() == Kind.KEPT
                        && now.pressureLimit() > 0
                        && now.pressureBytes() > PRESSURE * now.pressureLimit()
                ? new NodeVerdict(
                        Kind.MISSED,
                        "node %s indexing pressure: %d of %d bytes"
                                .formatted(node, now.pressureBytes(), now.pressureLimit()))
                : refused;
    }

    private static NodeVerdict refused(String node, String by, long count) {
        return new NodeVerdict(
                count > 0 ? Kind.MISSED_BADLY : Kind.KEPT, "node %s %s: %d refused".formatted(node, by, count));
    }
}
