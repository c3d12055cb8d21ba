package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.Event.Kind;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The guard gives way to production at a node, or has had no reason to for a while: while it feels for the
/// limit, production misses its objective again and again. It gives way too when it lets nothing be done for
/// want of a measurement.
final class GuardEvents implements EventDetector {
    /// Production that keeps its objective for so long has recovered.
    private static final Duration STEADY = Duration.ofSeconds(30);

    private static final int NAMED = 3;

    /// When it gave way last, by node.
    private final Map<String, Instant> last = new TreeMap<>();

    @Override
    public Stream<Event> between(RunView before, RunView now) {
        List<Finding> all = now.standing().guard();
        last.keySet().retainAll(all.stream().map(Finding::node).toList());
        List<String> reasons = givesWay(all, now.at());
        List<String> nodes = recovered(now.at());
        return Stream.concat(
                        said("the guard gives way to production: ", reasons, "; "),
                        said("production has recovered, and the guard allows more again on ", nodes, ", "))
                .map(sentence -> new Event(now.at(), Kind.THROTTLE, sentence));
    }

    /// @return why, of nodes at which it did not before
    private List<String> givesWay(List<Finding> all, Instant now) {
        List<Finding> news = all.stream()
                .filter(finding -> finding.isMissed() || finding.rate() == 0)
                // Where source and target are one cluster, a node has a finding for reading and one for writing.
                .collect(Collectors.toMap(Finding::node, finding -> finding, (first, _) -> first, TreeMap::new))
                .values()
                .stream()
                .filter(finding -> last.put(finding.node(), now) == null)
                .toList();
        return news.stream().map(Finding::reason).distinct().toList();
    }

    private List<String> recovered(Instant now) {
        List<String> nodes = last.entrySet().stream()
                .filter(node -> !now.isBefore(node.getValue().plus(STEADY)))
                .map(Map.Entry::getKey)
                .toList();
        nodes.forEach(last::remove);
        return nodes;
    }

    private static Stream<String> said(String what, List<String> of, String between) {
        if (of.isEmpty()) {
            return Stream.empty();
        }
        String named = of.stream().limit(NAMED).collect(Collectors.joining(between));
        return Stream.of(what + named + (of.size() > NAMED ? between + "and " + (of.size() - NAMED) + " more" : ""));
    }
}
