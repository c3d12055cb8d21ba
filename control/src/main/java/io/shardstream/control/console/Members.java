package io.shardstream.control.console;

import io.shardstream.common.contract.record.MemberReport;
import io.shardstream.common.contract.record.MemberReport.NodeReport;
import io.shardstream.control.console.view.MemberView;
import io.shardstream.control.console.view.NodeLoad;
import io.shardstream.control.state.Behind;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;

/// Puts together what the groups know of their members and what these tell of themselves.
final class Members {
    private Members() {}

    /// @param part `reader` or `writer`
    /// @param described members of its group
    /// @param reports of both parts
    static List<MemberView> of(String part, Collection<MemberDescription> described, Collection<MemberReport> reports) {
        Map<String, MemberReport> byName = reports.stream()
                .filter(report -> report.part().equals(part))
                .collect(Collectors.toMap(MemberReport::member, Function.identity(), (_, newer) -> newer));
        return described.stream()
                .map(member -> {
                    String process = process(part, member);
                    return new MemberView(
                            part,
                            member.groupInstanceId()
                                    .map(name -> name + " (" + process + ")")
                                    .orElse(process),
                            member.assignment().topicPartitions().stream()
                                    .map(TopicPartition::partition)
                                    .sorted()
                                    .toList(),
                            Optional.ofNullable(byName.get(process))
                                    .map(MemberReport::limitedBy)
                                    .orElse(""));
                })
                .sorted(Comparator.comparing(MemberView::name))
                .toList();
    }

    /// The process by the id of its client, which [io.shardstream.common.kafka.ThisProcess] made; what the
    /// group calls it where somebody else did.
    private static String process(String part, MemberDescription member) {
        String prefix = "shardstream-" + part + "-";
        return member.clientId().startsWith(prefix)
                ? member.clientId().substring(prefix.length())
                : member.consumerId();
    }

    /// What all writers together have under way, by node.
    static Map<String, NodeLoad> loads(Collection<MemberReport> reports) {
        Map<String, NodeLoad> loads = new HashMap<>();
        reports.stream()
                .flatMap(report -> report.nodes().stream())
                .forEach(node -> loads.merge(node.node(), of(node), Members::together));
        return loads;
    }

    /// How far the run is behind its source, as whoever controls it has told last.
    static OptionalLong behind(Collection<MemberReport> reports) {
        return latest(reports).stream().mapToLong(Behind::operations).findFirst();
    }

    /// The same with why it is.
    static Optional<Behind> latest(Collection<MemberReport> reports) {
        return reports.stream()
                .filter(report -> report.part().equals(MemberReport.CONTROL))
                .max(Comparator.comparing(MemberReport::at))
                .filter(report -> report.behind().isPresent())
                .map(report -> new Behind(report.behind().getAsLong(), report.limitedBy(), Optional.of(report.at())));
    }

    private static NodeLoad of(NodeReport node) {
        return new NodeLoad(node.bulks(), node.limit(), node.refusals(), node.meanMillis(), node.limitedBy());
    }

    private static NodeLoad together(NodeLoad one, NodeLoad other) {
        return new NodeLoad(
                one.bulks() + other.bulks(),
                one.limit() + other.limit(),
                one.refusals() + other.refusals(),
                Math.max(one.meanMillis(), other.meanMillis()),
                one.limitedBy().isEmpty() ? other.limitedBy() : one.limitedBy());
    }
}
