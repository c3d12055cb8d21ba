package io.shardstream.cli.run;

import io.shardstream.common.contract.record.MemberReport;
import io.shardstream.common.contract.record.MemberReport.NodeReport;
import io.shardstream.common.pace.Limiter;
import io.shardstream.writer.send.NodeFigures;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Makes reports of what a part does, each about the time since the one before. Used by one thread.
final class PartReports {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final String part;
    private final String member;
    private Map<Limiter, Long> heldBefore = Map.of();
    private Map<String, NodeFigures> nodesBefore = Map.of();

    /// @param member this process, as its client ids name it
    PartReports(String part, String member) {
        this.part = part;
        this.member = member;
    }

    /// @param held what kept the part from doing more, how often, since it started
    /// @param nodes what it has done with data nodes
    MemberReport next(Map<Limiter, Long> held, List<NodeFigures> nodes, Instant now) {
        Map<Limiter, Long> since = new HashMap<>(held);
        heldBefore.forEach((limiter, times) -> since.merge(limiter, -times, Long::sum));
        List<NodeReport> reports = nodes.stream()
                .filter(node -> !node.node().isEmpty())
                .map(node -> report(node, since))
                .toList();
        heldBefore = Map.copyOf(held);
        nodesBefore = nodes.stream().collect(Collectors.toMap(NodeFigures::node, Function.identity()));
        return new MemberReport(
                part,
                member,
                now,
                most(since, _ -> true).map(Limiter::toString).orElse(""),
                reports,
                OptionalLong.empty());
    }

    private NodeReport report(NodeFigures node, Map<Limiter, Long> since) {
        Optional<NodeFigures> before = Optional.ofNullable(nodesBefore.get(node.node()));
        long bulks = node.answered() - before.map(NodeFigures::answered).orElse(0L);
        long nanos =
                node.answeredNanos() - before.map(NodeFigures::answeredNanos).orElse(0L);
        return new NodeReport(
                node.node(),
                node.underWay(),
                node.limit(),
                node.refusals().values().stream().mapToLong(Long::longValue).sum(),
                bulks == 0 ? 0 : nanos / bulks / NANOS_PER_MILLI,
                most(since, limiter -> limiter.node().equals(node.node()))
                        .map(limiter -> limiter.kind().label())
                        .orElse(""));
    }

    private static Optional<Limiter> most(Map<Limiter, Long> times, Predicate<Limiter> which) {
        return times.entrySet().stream()
                .filter(one -> one.getValue() > 0 && which.test(one.getKey()))
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }
}
