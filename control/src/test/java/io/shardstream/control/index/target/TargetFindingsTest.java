package io.shardstream.control.index.target;

import static io.shardstream.control.preflight.server.IndexAnswers.index;
import static io.shardstream.control.preflight.server.IndexAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.control.preflight.server.IndexAnswers;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TargetFindingsTest {
    @Test
    void noReplicasWithAnAsynchronousTranslogBlock() {
        assertThat(created("{'translog':{'durability':'async'}}", 0, "{}"))
                .filteredOn(finding -> finding.severity() == Severity.BLOCKS)
                .extracting(Finding::topic)
                .containsExactly("durability");
    }

    @Test
    void anAsynchronousTranslogWithReplicasIsWarnedOf() {
        assertThat(created("{'translog':{'durability':'ASYNC'}}", 1, "{}"))
                .extracting(Finding::severity, Finding::topic)
                .contains(tuple(Severity.WARNS, "durability"));
    }

    /// Its cluster sets the number of its replicas, and may well give it one.
    @Test
    void anAsynchronousTranslogWithReplicasByTheClusterIsWarnedOf() {
        assertThat(created("{'translog':{'durability':'async'},'auto_expand_replicas':'0-1'}", 0, "{}"))
                .extracting(Finding::code)
                .contains(FindingCode.TRANSLOG_ASYNC)
                .doesNotContain(FindingCode.TRANSLOG_ASYNC_WITHOUT_REPLICAS);
    }

    @Test
    void noReplicasAreWarnedOf() {
        assertThat(created("{}", 0, "{}"))
                .anyMatch(finding -> finding.what().startsWith("The target has no replicas: "));
    }

    @Test
    void replicasThatAreBuiltLaterAreNotMissedButDoNotMakeATranslogSafer() {
        TargetSettings later = wish("{'refresh_interval':'30s'}", 1, "{}").withReplicasWhileCopying(OptionalInt.of(0));
        assertThat(TargetFindings.of(IndexAnswers.target("{}", later))).isEmpty();
        TargetSettings risky = wish("{'refresh_interval':'30s','translog.durability':'async'}", 1, "{}")
                .withReplicasWhileCopying(OptionalInt.of(0));
        assertThat(TargetFindings.of(IndexAnswers.target("{}", risky)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(FindingCode.TRANSLOG_ASYNC_WITHOUT_REPLICAS);
                    assertThat(finding.advice()).contains("target.replicas-while-copying to 1");
                });
    }

    @Test
    void aFinalPipelineBlocks() {
        assertThat(created("{'final_pipeline':'stamp'}", 1, "{}"))
                .anyMatch(finding ->
                        finding.severity() == Severity.BLOCKS && finding.what().contains("'stamp'"));
    }

    @Test
    void mappingsThatDoNotKeepSourceBlock() {
        assertThat(created("{}", 1, "{'_source':{'enabled':false}}"))
                .filteredOn(finding -> finding.severity() == Severity.BLOCKS)
                .extracting(Finding::what)
                .allMatch(what -> what.startsWith("Target index 'v2' has _source disabled"))
                .hasSize(1);
    }

    @Test
    void whatTheRunFileAsksOfAnIndexThatIsThereIsToldToBeIgnored() {
        WantedTarget target = WantedTarget.existing(
                index("{}"), index("{}"), wish("{'codec':'default'}", 1, "{}").acceptingAsItIs(true), false);
        assertThat(TargetFindings.of(target)).extracting(Finding::topic).contains("target");
    }

    @Test
    void aTargetUnderAPolicyIsWarnedOf() {
        WantedTarget target =
                WantedTarget.existing(index("{'index.lifecycle.name':'p'}"), index("{}"), wish("{}", 1, "{}"), false);
        assertThat(TargetFindings.of(target)).extracting(Finding::topic).contains("lifecycle");
    }

    @Test
    void aTargetThatRefreshesEverySecondIsNoted() {
        assertThat(created("{}", 1, "{}")).extracting(Finding::topic).containsExactly("refresh");
        assertThat(created("{'refresh_interval':'30s'}", 1, "{}")).isEmpty();
    }

    private static List<Finding> created(String settings, int replicas, String mappings) {
        return TargetFindings.of(IndexAnswers.target("{}", wish(settings, replicas, mappings)));
    }

    private static TargetSettings wish(String settings, int replicas, String mappings) {
        return TargetSettings.of(
                "v2", OptionalInt.empty(), OptionalInt.of(replicas), json(settings), Optional.of(json(mappings)));
    }
}
