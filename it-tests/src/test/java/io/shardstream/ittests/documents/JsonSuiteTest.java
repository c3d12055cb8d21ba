package io.shardstream.ittests.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.workload.compare.ComparisonReport;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Whatever a source accepts arrives, and what a stricter target refuses is named.
@RealServers
class JsonSuiteTest {
    private static final SortedMap<String, Bytes> BODIES = JsonSuite.bodies();
    private static final int CASES = 340;

    @Test
    void everyBodyThatTheSourceAcceptsArrives() {
        try (CopyRun run = CopyRun.create().withSource("\"number_of_shards\":3", "{\"dynamic\":false}")) {
            Set<String> accepted = accepted(run.rest(), run.source());

            assertThat(run.runHere()).isZero();

            assertThat(BODIES).hasSize(CASES);
            assertThat(accepted).hasSizeGreaterThan(100).contains("y_structure_whitespace_array.json");
            assertThat(run.rejects()).isEmpty();
            ComparisonReport report = run.assertCopied();
            assertThat(report.source().documents()).isEqualTo(accepted.size());
            assertThat(report.equal()).isEqualTo(accepted.size() - report.reformatted());
        }
    }

    @Test
    void whatAStricterTargetRefusesIsRejectedWithTheReasonAndNothingElse() {
        String numbersOnly = "{\"dynamic\":false,\"properties\":{\"v\":{\"type\":\"long\"}}}";
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":3", "{\"dynamic\":false}")
                .withTarget("replicas: 0\nmappings: " + numbersOnly)) {
            Set<String> accepted = accepted(run.rest(), run.source());
            String trial = Servers.name("trial");
            run.rest().put("/" + trial, "{\"mappings\":%s}".formatted(numbersOnly));
            Set<String> fitting = accepted(run.rest(), trial);

            assertThat(run.runHere()).isEqualTo(ExitCodes.REJECTED);

            List<Reject> rejects = run.rejects();
            assertThat(rejects.stream().map(reject -> reject.document().id().utf8()))
                    .containsExactlyInAnyOrderElementsOf(accepted.stream()
                            .filter(name -> !fitting.contains(name))
                            .toList());
            assertThat(rejects).allSatisfy(reject -> {
                assertThat(reject.type()).endsWith("_exception");
                assertThat(reject.reason()).contains("[v]");
                assertThat(reject.document().source())
                        .isEqualTo(Objects.requireNonNull(
                                BODIES.get(reject.document().id().utf8())));
            });
            assertThat(run.assertCopied().rejected()).isEqualTo(rejects.size());
            run.rest().delete("/" + trial);
        }
    }

    private static Set<String> accepted(Rest rest, String index) {
        return BODIES.entrySet().stream()
                .filter(entry -> rest.send(
                                "PUT",
                                "/" + index + "/_doc/" + entry.getKey(),
                                entry.getValue().toArray())
                        .isOk())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
