package io.shardstream.control.run.guard;

import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.run.guard.NodeVerdict.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/// The data nodes of one cluster with what they may be asked to do. Where source and target are one cluster,
/// each of its nodes has a rate for reading and one for writing, which fall together.
final class GuardedCluster {
    private final List<Side> sides;
    private final ToIntFunction<Side> shares;
    private final ProductionNodes production;
    private final Map<String, Node> nodes = new TreeMap<>();

    GuardedCluster(MeasuredCluster cluster) {
        this.sides = cluster.sides();
        this.shares = cluster.shares();
        this.production = cluster.production();
    }

    /// A node, its last sample, and what it may be asked to do.
    private final class Node {
        private final Map<Side, GuardedRate> rates = new EnumMap<>(Side.class);
        private final Canary canary = new Canary();
        private NodeSample last;
        private boolean isMissed;
        private String reason;

        Node(NodeSample first, Instant now, String name) {
            sides.forEach(side -> rates.put(side, new GuardedRate(shares.applyAsInt(side), now)));
            this.last = first;
            this.reason = "guard on " + name + ": begins slowly";
        }

        void judge(NodeVerdict verdict, ToDoubleFunction<Side> used, Instant now) {
            rates.forEach((side, rate) -> rate.after(verdict.kind(), used.applyAsDouble(side), now));
            isMissed = verdict.isMissed();
            if (verdict.kind() != Kind.KEPT) {
                reason = verdict.reason();
            }
        }

        Stream<Finding> findings(String name) {
            return rates.entrySet().stream()
                    .map(rate ->
                            new Finding(rate.getKey(), name, rate.getValue().bytes(), isMissed, reason));
        }
    }

    /// Measures, and says what each node may be asked to do then.
    ///
    /// @param used bytes a second that the run moves on a side
    List<Finding> look(Objective objective, ToDoubleFunction<Side> used, Instant now) {
        try {
            Map<String, List<Double>> canaries = production.canaries();
            NodeSamples samples = production.sample();
            // A node that is away is nobody's: what it may do is found out anew when it comes back.
            nodes.keySet().removeIf(samples::isGone);
            samples.byName()
                    .forEach((name, sample) -> judge(
                            name, sample, canaries.getOrDefault(name, List.of()), new Judge(objective), used, now));
            samples.failed().forEach(name -> silent(name, used, now));
            return findings();
        } catch (ElasticException e) {
            String problem = "guard: production of the %s cannot be measured: %s"
                    .formatted(sides.getFirst().label(), e.getMessage());
            nodes.values().forEach(node -> node.judge(new NodeVerdict(Kind.UNKNOWN, problem), used, now));
            List<Finding> findings = new ArrayList<>(findings());
            if (findings.isEmpty()) {
                sides.forEach(side -> findings.add(new Finding(side, "", 0, false, problem)));
            }
            return findings;
        }
    }

    private void silent(String name, ToDoubleFunction<Side> used, Instant now) {
        Node known = nodes.get(name);
        if (known != null) {
            String problem = "guard on " + name + ": the node does not tell how it is";
            known.judge(new NodeVerdict(Kind.UNKNOWN, problem), used, now);
        }
    }

    private void judge(
            String name,
            NodeSample sample,
            List<Double> canaries,
            Judge judge,
            ToDoubleFunction<Side> used,
            Instant now) {
        Node known = nodes.get(name);
        if (known == null || !sample.follows(known.last)) {
            nodes.put(name, new Node(sample, now, name));
            return;
        }
        canaries.forEach(millis -> known.canary.took(millis, now));
        OptionalDouble quantile = known.canary.quantile(now);
        known.judge(judge.of(name, known.last, sample, quantile), used, now);
        known.last = sample;
    }

    private List<Finding> findings() {
        return nodes.entrySet().stream()
                .flatMap(node -> node.getValue().findings(node.getKey()))
                .toList();
    }
}
