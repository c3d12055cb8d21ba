package io.shardstream.control.preflight;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.StateManagement;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Asks the index state management of OpenSearch, whose policies attach themselves to indices by patterns of
/// names (`ism_template`): settings of an index do not show that.
final class StateManagementSurvey {
    private static final String POLICIES = "/_plugins/_ism/policies";
    /// As many as one search may find (`index.max_result_window`); without it a server tells 20
    /// (`DEFAULT_PAGINATION_SIZE` of its index management).
    private static final String MOST_POLICIES = "10000";

    private final ElasticCluster cluster;
    private final FindingList findings;

    StateManagementSurvey(ElasticCluster cluster, FindingList findings) {
        this.cluster = cluster;
        this.findings = findings;
    }

    /// Whether the source is under a policy that nothing else has told.
    void source(Server server, String index) throws ElasticException.Unreachable {
        if (isAsked(server, FindingCode.SOURCE_UNDER_LIFECYCLE)) {
            policy(index, FindingCode.SOURCE_UNKNOWN)
                    .ifPresent(policy -> findings.add(Finding.warns(
                            FindingCode.SOURCE_UNDER_LIFECYCLE,
                            "The source is under the policy '" + policy + "' of index state management, which may roll"
                                    + " it over, shrink or delete it while it is copied.",
                            "Take it off the source for the time of the run (POST _plugins/_ism/remove/" + index
                                    + ").")));
        }
    }

    /// Whether the target is under a policy, or would be as soon as it is made.
    ///
    /// @param exists whether it is there
    void target(Server server, String index, boolean exists) throws ElasticException.Unreachable {
        if (!isAsked(server, FindingCode.TARGET_UNDER_LIFECYCLE)) {
            return;
        }
        if (exists) {
            policy(index, FindingCode.TARGET_UNKNOWN)
                    .ifPresent(policy -> findings.add(Finding.warns(
                            FindingCode.TARGET_UNDER_LIFECYCLE,
                            "The target is under the policy '" + policy + "' of index state management, which may roll"
                                    + " it over, shrink or delete it while it is filled.",
                            "Set the policy after the run.")));
        } else {
            matching(index)
                    .ifPresent(policy -> findings.add(Finding.warns(
                            FindingCode.TEMPLATE_LIFECYCLE,
                            "The policy '" + policy + "' of index state management would attach itself to the target by"
                                    + " its name (ism_template), and may roll it over, shrink or delete it.",
                            "Choose a name that its patterns do not match.")));
        }
    }

    private boolean isAsked(Server server, FindingCode told) {
        return server.distribution().equals(Server.OPENSEARCH) && !findings.has(told);
    }

    private Optional<String> policy(String index, FindingCode unknown) throws ElasticException.Unreachable {
        return findings.ask(
                        unknown,
                        "whether a policy of index state management works on '" + index + "'",
                        () -> StateManagement.explained(cluster, index))
                .flatMap(answer -> answer);
    }

    private Optional<String> matching(String index) throws ElasticException.Unreachable {
        return findings.ask(
                        FindingCode.TEMPLATES_UNKNOWN,
                        "whether a policy of index state management would attach itself to '" + index + "'",
                        () -> matchingOf(index))
                .flatMap(answer -> answer)
                .filter(policy -> !policy.isEmpty());
    }

    private Optional<String> matchingOf(String index) throws ElasticException {
        Optional<JsonNode> answer =
                StateManagement.json(cluster, Call.get(POLICIES).with("size", MOST_POLICIES));
        return answer.isPresent() ? Optional.of(matching(index, answer.get())) : Optional.empty();
    }

    private String matching(String index, JsonNode answer) throws ElasticException {
        JsonNode policies = answer.path("policies");
        OptionalLong total = AnswerValues.number(answer.path("total_policies"));
        if (!policies.isArray() || total.isEmpty() || total.getAsLong() > policies.size()) {
            throw StateManagement.untold(cluster);
        }
        return policies.valueStream()
                .filter(entry -> entry.path("policy")
                        .path("ism_template")
                        .valueStream()
                        .flatMap(template -> template.path("index_patterns").valueStream())
                        .anyMatch(pattern -> matches(pattern.asString(""), index)))
                .findFirst()
                .map(entry -> entry.path("_id").asString(""))
                .orElse("");
    }

    private static boolean matches(String pattern, String index) {
        return Pattern.matches(Pattern.quote(pattern).replace("*", "\\E.*\\Q"), index);
    }
}
