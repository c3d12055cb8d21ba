package io.shardstream.control.preflight.server;

import static io.shardstream.control.preflight.server.IndexAnswers.index;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.control.state.finding.Finding;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceFindingsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "index.lifecycle.name",
                "index.plugins.index_state_management.policy_id",
                "index.opendistro.index_state_management.policy_id"
            })
    void aPolicyThatMayDeleteTheSourceIsWarnedOf(String setting) {
        assertThat(of("{'" + setting + "':'thirty-days'}", List.of(), 0))
                .anyMatch(finding ->
                        finding.topic().equals("lifecycle") && finding.what().contains("'thirty-days'"));
    }

    @Test
    void thePolicyIsSetAfterwardsWithTheDateFromWhichItCounts() {
        String policy = "'index.lifecycle.name':'days','index.creation_date':'1700000000000'";
        assertThat(of("{" + policy + "}", List.of(), 0))
                .anyMatch(finding -> finding.advice().contains("index.lifecycle.origination_date: 1700000000000"));
        assertThat(of("{" + policy + ",'index.lifecycle.origination_date':'1600000000000'}", List.of(), 0))
                .anyMatch(finding -> finding.advice().contains("index.lifecycle.origination_date: 1600000000000"));
    }

    @Test
    void pipelinesThatTheTargetDoesNotGetAreNoted() {
        assertThat(of("{'index.default_pipeline':'enrich','index.final_pipeline':'_none'}", List.of(), 0))
                .filteredOn(finding -> finding.topic().equals("pipeline"))
                .singleElement()
                .matches(finding -> finding.what().contains("'enrich'"));
    }

    @Test
    void aliasesAndCustomRoutingAreNoted() {
        assertThat(of("{}", List.of(), 1234))
                .extracting(Finding::what)
                .containsExactly(
                        "The source has the aliases production.",
                        "The source has 1,234 documents with a custom routing.");
    }

    @Test
    void aShardWithManyUpdatesIsNoted() {
        assertThat(of("{}", List.of(new ShardFacts(0, 10, 0, 100, 999)), 0))
                .extracting(Finding::topic)
                .contains("density");
    }

    @Test
    void aShardThatIsMuchLargerThanTheOthersIsNoted() {
        assertThat(of("{}", List.of(shard(0, 10), shard(1, 900), shard(2, 10)), 0))
                .anyMatch(finding -> finding.what().startsWith("Shard 1 of the source has 900 B of 920 B"));
    }

    @Test
    void whatRefreshesCostIsTold() {
        assertThat(SourceFindings.refreshes(index("{}"), Duration.ofSeconds(1)).what())
                .isEqualTo("Readers refresh a shard of the source that is written to about once in 1 s"
                        + " (source.refresh-interval); the index refreshes by itself as the servers do it, once a"
                        + " second while it is searched (index.refresh_interval). What is written is read up to one"
                        + " and a half times as long later.");
        assertThat(SourceFindings.refreshes(index("{'index.refresh_interval':'30s'}"), Duration.ofSeconds(1))
                        .what())
                .contains("the index refreshes by itself once in 30s");
        assertThat(SourceFindings.refreshes(index("{'index.refresh_interval':'-1'}"), Duration.ofSeconds(1))
                        .what())
                .contains("the index never refreshes by itself");
    }

    @Test
    void withTheSourcesVersionsItIsToldThatTheTargetIsTheRunsAlone() {
        assertThat(SourceFindings.deletes(VersionMode.SOURCE, true, "v2"))
                .hasValueSatisfying(
                        finding -> assertThat(finding.what()).contains("nothing tells who wrote a document of 'v2'"));
        assertThat(SourceFindings.deletes(VersionMode.SOURCE, false, "v2")).isEmpty();
        assertThat(SourceFindings.deletes(VersionMode.SEQNO, true, "v2")).isEmpty();
        assertThat(SourceFindings.deletes(VersionMode.CREATE, true, "v2")).isEmpty();
    }

    private static ShardFacts shard(int number, long bytes) {
        return new ShardFacts(number, 10, 0, bytes, 9);
    }

    private static List<Finding> of(String settings, List<ShardFacts> shards, long routed) {
        return SourceFindings.of(index(settings), shards, routed, false);
    }
}
