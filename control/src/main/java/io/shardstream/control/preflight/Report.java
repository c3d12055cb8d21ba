package io.shardstream.control.preflight;

import io.shardstream.control.index.Server;
import io.shardstream.control.preflight.sample.SampleResult;
import io.shardstream.control.preflight.sample.TimeEstimate;
import io.shardstream.control.preflight.server.KafkaFacts;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import java.util.Optional;

/// What a survey found out.
///
/// @param sourceServer what the source is
/// @param source empty if there is no index to be copied
/// @param targetServer empty if the target cannot be asked
/// @param target likewise
/// @param kafka empty if Kafka cannot be asked
/// @param sample empty if none was taken
/// @param time empty if nothing can be said of it
/// @param findings the worst first
public record Report(
        Server sourceServer,
        Optional<SourceFacts> source,
        Optional<Server> targetServer,
        Optional<TargetFacts> target,
        Optional<KafkaFacts> kafka,
        Optional<SampleResult> sample,
        Optional<TimeEstimate> time,
        List<Finding> findings) {
    public Report {
        findings = List.copyOf(findings);
    }

    /// The same with what was found elsewhere.
    public Report with(List<Finding> more) {
        FindingList all = new FindingList();
        all.addAll(findings);
        all.addAll(more);
        return new Report(sourceServer, source, targetServer, target, kafka, sample, time, all.worstFirst());
    }

    /// Whether the run can be done, as far as is known.
    public boolean canBeDone() {
        return findings.stream().noneMatch(finding -> finding.severity() == Severity.BLOCKS);
    }
}
