package io.shardstream.control.run.guard;

import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.log.About;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The data nodes of one cluster of a run whose guard nobody has asked for. Only nodes that serve somebody's
/// searches are guarded, they begin without a limit, and each keeps a least rate whatever it is busy with.
/// What is not known limits nothing, and is told in the log once.
final class GuardedByDefault {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedByDefault.class);

    /// For so long what was found before holds, while a cluster or one of its nodes does not answer.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final MeasuredCluster cluster;
    private final Map<String, Node> nodes = new TreeMap<>();
    private Instant known = Instant.MIN;
    private boolean hasComplained;

    GuardedByDefault(MeasuredCluster cluster) {
        this.cluster = cluster;
    }

    /// A node and its last sample.
    private final class Node {
        private final OthersSearches searches = new OthersSearches();
        private final Map<Side, GuardedRate> rates = new EnumMap<>(Side.class);
        private NodeSample last;
        private Instant lastAt;
        private boolean isMissed;
        private String reason = "";

        Node(NodeSample first, Instant now) {
            this.last = first;
            this.lastAt = now;
        }

        void look(String name, NodeSample sample, ToDoubleFunction<Side> used, Instant now) {
            if (sample.follows(last)) {
                searches.look(last, sample, lastAt, now);
                judge(Judge.byDefault().of(name, last, sample), used, now);
            }
            last = sample;
            lastAt = now;
        }

        private void judge(NodeVerdict verdict, ToDoubleFunction<Side> used, Instant now) {
            if (!searches.areServed(now)) {
                rates.clear();
                return;
            }
            cluster.sides().forEach(side -> {
                // Asked for at the first look too: only from the second on it is known how much is moved.
                double moved = used.applyAsDouble(side);
                GuardedRate rate = rates.get(side);
                if (rate == null) {
                    rates.put(side, GuardedRate.byDefault(cluster.shares().applyAsInt(side), now));
                } else {
                    rate.after(verdict.kind(), moved, now);
                }
            });
            isMissed = verdict.isMissed();
            if (isMissed) {
                reason = verdict.reason() + " (guard by default)";
            }
        }

        private Stream<Finding> findings(String name) {
            return rates.entrySet().stream()
                    .filter(rate -> rate.getValue().isLimit())
                    .map(rate ->
                            new Finding(rate.getKey(), name, rate.getValue().bytes(), isMissed, reason));
        }
    }

    /// Measures, and says what each node may be asked to do then; nothing of one that is not limited.
    ///
    /// @param used bytes a second that the run moves on a side; asked only while a node is guarded
    List<Finding> look(ToDoubleFunction<Side> used, Instant now) {
        try {
            NodeSamples samples = cluster.production().sample();
            known = now;
            nodes.entrySet().removeIf(node -> isForgotten(node.getKey(), node.getValue(), samples, now));
            samples.byName()
                    .forEach((name, sample) -> nodes.computeIfAbsent(name, _ -> new Node(sample, now))
                            .look(name, sample, used, now));
            if (samples.byName().values().stream().anyMatch(sample -> sample.cpu() < 0)) {
                complain("a node does not tell how busy its processors are (os.cpu.percent of _nodes/stats)");
            }
        } catch (ElasticException e) {
            if (!now.isBefore(known.plus(PATIENCE))) {
                complain(String.valueOf(e.getMessage()));
                nodes.clear();
            }
        }
        return nodes.entrySet().stream()
                .flatMap(node -> node.getValue().findings(node.getKey()))
                .toList();
    }

    /// A node that is gone, or of which nothing is known for too long.
    private boolean isForgotten(String name, Node node, NodeSamples samples, Instant now) {
        boolean isSilent = samples.failed().contains(name) && !now.isBefore(node.lastAt.plus(PATIENCE));
        if (isSilent && !node.rates.isEmpty()) {
            About.node(name)
                    .in(LOG.atWarn())
                    .log(
                            "Node {} of the {} has not told how it is for {} s, so the run goes on without a limit"
                                    + " there: see why it does not answer _nodes/stats.",
                            name,
                            cluster.sides().getFirst().label(),
                            PATIENCE.toSeconds());
        }
        return isSilent || samples.isGone(name);
    }

    private void complain(String why) {
        if (!hasComplained) {
            LOG.warn(
                    "Production on the {} is not guarded by default ({}), and the run goes on without a limit: grant"
                            + " the run's user the cluster privilege 'monitor', or write guard: off.",
                    cluster.sides().getFirst().label(),
                    why);
        }
        hasComplained = true;
    }
}
