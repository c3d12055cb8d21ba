package io.shardstream.control.index.server;

import static io.shardstream.control.index.server.ServerAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiskRuleTest {
    private static final Watermark HIGH = Watermark.high(ClusterSettings.NONE);

    /// A disk of 1000 with 600 free has 500 below the watermark.
    private static final List<ClusterNode> NODES = ClusterNode.of(json("""
                    {'nodes':{
                      'a':{'name':'node-1','version':'9.5.3','roles':['data','master']},
                      'b':{'name':'node-2','version':'9.5.3','roles':['master']}}}"""), json("""
                    {'nodes':{
                      'a':{'fs':{'total':{'total_in_bytes':1000,'free_in_bytes':700,'available_in_bytes':600}}},
                      'b':{'fs':{'total':{'total_in_bytes':1000,'available_in_bytes':1000}}}}}"""));

    @Test
    void onlyNodesThatHoldDataCount() {
        assertThat(DiskRule.room(ClusterNode.holding("data_content", NODES), HIGH))
                .hasValue(500);
    }

    @Test
    void aCopyThatDoesNotFitBlocks() {
        assertThat(severity(new DiskNeed(300, 1))).isEqualTo(Severity.BLOCKS);
    }

    @Test
    void aCopyThatFitsOnlyWithoutMergesIsWarnedOf() {
        assertThat(severity(new DiskNeed(200, 1))).isEqualTo(Severity.WARNS);
    }

    @Test
    void aCopyThatFitsIsNoted() {
        assertThat(severity(new DiskNeed(300, 0))).isEqualTo(Severity.NOTES);
    }

    @Test
    void aNodeThatDoesNotTellMakesTheRoomUnknown() {
        List<ClusterNode> silent = ClusterNode.of(json("{'nodes':{'a':{'name':'n','roles':['data']}}}"), json("{}"));
        assertThat(DiskRule.of(new DiskNeed(1, 0), silent, HIGH))
                .extracting(Finding::topic)
                .containsExactly(Finding.UNKNOWN);
    }

    @Test
    void theFirstTierThatHasNodesIsTheOne() {
        List<ClusterNode> tiers = ClusterNode.of(
                json(
                        "{'nodes':{'h':{'name':'hot','roles':['data_hot']},'c':{'name':'content','roles':['data_content']},"
                                + "'w':{'name':'warm','roles':['data_warm','data_hot']}}}"),
                json("{}"));
        assertThat(ClusterNode.holding("data_cold,data_hot", tiers))
                .extracting(ClusterNode::name)
                .containsExactly("hot", "warm");
    }

    @Test
    void whereNoNodeIsOfTheTierAllOthersThatHoldShardsAreTaken() {
        List<ClusterNode> tiers = ClusterNode.of(
                json("{'nodes':{'f':{'name':'frozen','roles':['data_frozen']},'m':{'name':'master','roles':['master']},"
                        + "'w':{'name':'warm','roles':['data_warm']}}}"),
                json("{}"));
        assertThat(ClusterNode.holding("data_content", tiers))
                .extracting(ClusterNode::name)
                .containsExactly("warm");
    }

    private static Severity severity(DiskNeed need) {
        return DiskRule.of(need, ClusterNode.holding("data_content", NODES), HIGH)
                .getFirst()
                .severity();
    }
}
