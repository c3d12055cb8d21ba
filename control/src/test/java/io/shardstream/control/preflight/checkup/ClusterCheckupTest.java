package io.shardstream.control.preflight.checkup;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.PlannedIndex;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.Severity;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterCheckupTest {
    private static final Instant NOW = Instant.parse("2026-01-10T12:00:00Z");

    private static final PlannedIndex PLANNED = new PlannedIndex("target", "v2", "u");

    private final FindingList findings = new FindingList();
    private FakeNode node;
    private ClusterCheckup checkup;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("target")
                .answers(
                        "/_nodes/stats/process",
                        200,
                        "{'nodes':{'a':{'name':'node-1','timestamp':" + NOW.toEpochMilli() + "}}}")
                .answers("/_cluster/health/v2", 200, "{'status':'green'}")
                .answers("/_nodes", 200, "{'nodes':{'a':{'name':'node-1','roles':['data']}}}")
                .answers(
                        "/_nodes/stats/fs",
                        200,
                        "{'nodes':{'a':{'fs':{'total':{'total_in_bytes':1000,'available_in_bytes':500}}}}}")
                .answers("/_cluster/settings", 200, "{}")
                .answers("/", 200, "{'version':{'number':'9.5.3','build_flavor':'default'}}");
        checkup = new ClusterCheckup(node.cluster(), "v2", () -> NOW, findings);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aClusterThatIsWellIsSaidToAnswerAndNothingElse() {
        checkup.look();
        assertThat(findings.worstFirst())
                .containsExactly(
                        Finding.notes(FindingCode.VERSION_TESTED, "The target is Elasticsearch 9.5.3.", ""),
                        Finding.notes(FindingCode.TARGET_ANSWERS, "The target answers.", ""));
    }

    /// Nobody listens on port 1.
    @Test
    void aDataNodeThatDoesNotAnswerWhereItSaysIsNamed() {
        node.answers(
                "/_nodes/http",
                200,
                "{'nodes':{'a':{'name':'node-1','roles':['data'],'http':{'publish_address':'127.0.0.1:1'}},"
                        + "'b':{'name':'node-2','roles':['master'],'http':{'publish_address':'127.0.0.1:2'}},"
                        + "'c':{'name':'node-3','roles':['data_hot'],'http':{'publish_address':':9200'}}}}");
        checkup.look();
        assertThat(findings.worstFirst().stream()
                        .filter(finding -> finding.code() == FindingCode.ADDRESS_NOT_ANSWERING)
                        .map(Finding::what))
                .containsExactly(
                        "A data node of the target does not answer at the address that it publishes: target node"
                                + " http://127.0.0.1:1 refuses connections: is the port right and the server running?",
                        "A data node of the target does not answer at the address that it publishes: target node"
                                + " ':9200' cannot be asked: that is no address, although the node publishes it");
    }

    @Test
    void aClusterThatIsAwayBlocks() {
        node.close();
        checkup.look();
        assertThat(findings.worstFirst())
                .singleElement()
                .matches(finding -> finding.severity() == Severity.BLOCKS
                        && finding.what().startsWith("The target cannot be asked: "));
    }

    @Test
    void whatIsNotToldIsNotKnownAndTheRestIs() {
        node.answers("/_nodes/stats/fs", 403, "{'error':{'type':'security_exception','reason':'no'}}")
                .answers("/_cluster/health/v2", 200, "{'status':'red'}");
        checkup.look();
        assertThat(findings.worstFirst())
                .extracting(Finding::topic)
                .containsExactly("target", Finding.UNKNOWN, "version", "target");
    }

    @Test
    void aTargetThatIsGoneBlocks() {
        node.answers("/_cluster/state/blocks,metadata/v2", 200, "{'cluster_name':'c'}");
        assertThat(checkup.has(PLANNED)).isFalse();
        assertThat(findings.worstFirst())
                .containsExactly(Finding.blocks(
                        FindingCode.TARGET_GONE,
                        "The target index 'v2' is gone.",
                        "Begin a new run under another name."));
    }

    /// As a node answers that has just started.
    @Test
    void aTargetThatOnlyANodeDoesNotKnowIsNotSaidToBeGone() {
        assertThat(checkup.has(PLANNED)).isFalse();
        assertThat(findings.worstFirst()).extracting(Finding::code).containsExactly(FindingCode.TARGET_NOT_SEEN);
    }

    @Test
    void whatCannotBeAskedForIsNotLost() {
        node.answers("/_resolve/index/v2", 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThat(checkup.has(PLANNED)).isTrue();
        assertThat(findings.worstFirst()).extracting(Finding::code).containsExactly(FindingCode.TARGET_UNKNOWN);
    }

    @Test
    void aDocsTopicThatGrowsIsFound() {
        assertThat(trimOf("async", Optional.empty()))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.WARNS
                        && finding.what().contains("index.translog.durability is not 'request'"));
        assertThat(trimOf("request", Optional.empty())).isEmpty();
        assertThat(trimOf("async", Optional.of(Trim.WRITTEN))).isEmpty();
        assertThat(trimOf("async", Optional.of(Trim.NEVER))).isEmpty();
    }

    /// The index is there, and open.
    ///
    /// @param aliases JSON within the braces, with apostrophes
    /// @param more what its description has beside the rest, in the same way
    /// @param settings what it has as its settings
    private void target(String aliases, String more, String settings) {
        node.answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}")
                .answers(
                        "/v2",
                        200,
                        "{'v2':{'aliases':{" + aliases + "},'mappings':{},"
                                + "'settings':{'index.uuid':'u','index.number_of_shards':'2'" + more + "}}}")
                .answers(
                        "/_cluster/state/metadata/v2",
                        200,
                        "{'metadata':{'indices':{'v2':{'routing_num_shards':1024}}}}")
                .answers("/v2/_settings", 200, "{'v2':{'settings':{" + settings + "},'defaults':{}}}");
    }

    private List<Finding> trimOf(String durability, Optional<Trim> said) {
        target("", "", "'index.translog.durability':'" + durability + "'");
        FindingList found = new FindingList();
        new ClusterCheckup(node.cluster(), "v2", () -> NOW, found).target(RunStates.PLAN, said, Optional.empty());
        return found.worstFirst().stream()
                .filter(finding ->
                        finding.code() == FindingCode.DOCS_TRIMMED_LATE || finding.code() == FindingCode.TARGET_UNKNOWN)
                .toList();
    }

    /// Its pipeline and its block are production's, or of a rollback.
    @Test
    void theTargetOfACompleteRunIsNotHeldToWhatTheRunNeeded() {
        target(
                "",
                ",'index.final_pipeline':'stamp'",
                "'index.blocks.write':'true','index.translog.durability':'async'");
        assertThat(foundOfTarget(Phase.CATCHING_UP))
                .containsExactlyInAnyOrder(
                        FindingCode.TARGET_UNFIT, FindingCode.TARGET_BLOCKED, FindingCode.DOCS_TRIMMED_LATE);
        assertThat(foundOfTarget(Phase.COMPLETED)).isEmpty();
    }

    @Test
    void aTargetThatSweepsCannotReadIsNamed() {
        target("", ",'index.disable_sequence_numbers':'true'", "'index.disable_sequence_numbers':'true'");
        assertThat(foundOfTarget(Phase.CATCHING_UP)).contains(FindingCode.TARGET_UNFIT);
    }

    /// In a chain of runs the target of one is the source of the next.
    @Test
    void theWayBackOfALaterRunIsNotToBeOpened() {
        ControlRecords said = new ControlRecords(Map.of(RunPhase.KEY, new RunPhase(Phase.COMPLETED, 1, "").encode()));
        String block = "'Shardstream-later-Block-x-1-1':{}";
        // Where production is there still, its writes are refused.
        for (String aliases : List.of(block, "'production':{}", block + ",'production':{}")) {
            target(aliases, "", "'index.blocks.write':'true'");
            FindingList found = new FindingList();
            new ClusterCheckup(node.cluster(), "v2", () -> NOW, found)
                    .target(RunStates.PLAN, Optional.empty(), Optional.of(said));
            List<String> advice = found.worstFirst().stream()
                    .filter(one -> one.code() == FindingCode.TARGET_BLOCKED)
                    .map(Finding::advice)
                    .toList();
            assertThat(advice.isEmpty()).as(aliases).isNotEqualTo(aliases.contains("production"));
            assertThat(advice)
                    .allMatch(lift -> lift.contains("'abort' of that run lifts it; do not lift it by hand")
                            == aliases.contains("later"));
        }
    }

    private List<FindingCode> foundOfTarget(Phase phase) {
        ControlRecords said = new ControlRecords(Map.of(
                RunPhase.KEY,
                new RunPhase(phase, 1, "").encode(),
                OwnBlock.key(Side.TARGET),
                new OwnBlock(Side.TARGET, "v2", NOW, false).encode()));
        FindingList found = new FindingList();
        new ClusterCheckup(node.cluster(), "v2", () -> NOW, found)
                .target(RunStates.PLAN, Optional.empty(), Optional.of(said));
        return found.worstFirst().stream().map(Finding::code).toList();
    }

    @Test
    void onlyAddressesWithTlsHaveCertificates() {
        checkup.certificates(List.of(URI.create("http://localhost:1")));
        assertThat(findings.worstFirst()).isEmpty();
    }

    @Test
    void aCertificateThatCannotBeSeenIsWarnedOf() {
        checkup.certificates(List.of(URI.create("https://localhost:1")));
        assertThat(findings.worstFirst()).extracting(Finding::severity).containsExactly(Severity.WARNS);
    }
}
