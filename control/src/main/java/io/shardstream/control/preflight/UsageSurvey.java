package io.shardstream.control.preflight;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.Server;
import io.shardstream.control.preflight.server.FieldUsage;
import io.shardstream.control.preflight.server.UnusedText;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Asks the source which of its text fields are searched.
final class UsageSurvey {
    private static final String WHICH = "which text fields of the source nobody searches";

    private final ElasticCluster source;
    private final FindingList findings;

    UsageSurvey(ElasticCluster source, FindingList findings) {
        this.source = source;
        this.findings = findings;
    }

    /// @param server what the source is
    /// @param target the target's mapping as it is, or would be
    void look(Server server, SourceFacts index, JsonNode target) throws ElasticException.Unreachable {
        JsonNode mapping = index.index().mappings();
        if (!UnusedText.mayBe(mapping, target)) {
            return;
        }
        if (server.distribution().equals(Server.OPENSEARCH)) {
            findings.add(
                    Finding.unknown(FindingCode.FIELD_USAGE_UNKNOWN, WHICH + ", which OpenSearch does not count."));
            return;
        }
        String name = index.index().name();
        Optional<JsonNode> answer = findings.ask(
                FindingCode.FIELD_USAGE_UNKNOWN,
                WHICH + ", for which the privilege 'manage' on it is needed",
                () -> source.send(Call.get("/" + Call.encoded(name) + "/_field_usage_stats"))
                        .orThrow()
                        .json());
        if (answer.isPresent()) {
            Optional<FieldUsage> usage = FieldUsage.of(name, answer.get());
            usage.flatMap(known -> UnusedText.of(mapping, target, known)).ifPresent(findings::add);
            if (usage.isEmpty()) {
                findings.add(Finding.unknown(
                        FindingCode.FIELD_USAGE_UNKNOWN, WHICH + ", as not every copy of its shards answers."));
            }
        }
    }
}
