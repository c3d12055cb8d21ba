package io.shardstream.control.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlannedIndexTest {
    private static final PlannedIndex PLANNED = new PlannedIndex("target", "v2", "u");
    private static final String STATE = "/_cluster/state/blocks,metadata/v2";

    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("target");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void theIndexOfThatUuidIsNotLost() throws ElasticException {
        has("u");
        assertThat(PLANNED.lost(node.cluster())).isEmpty();
    }

    @Test
    void anotherIndexOfTheNameIsTold() throws ElasticException {
        has("other");
        LostIndex lost = PLANNED.lost(node.cluster()).orElseThrow();
        assertThat(lost.sentence())
                .isEqualTo("The target index 'v2' is not the one with which the run began (uuid other instead of u):"
                        + " begin a new run under another name.");
        assertThat(lost.finding())
                .isEqualTo(Finding.blocks(
                        FindingCode.TARGET_MADE_AGAIN,
                        "The target index 'v2' is not the one with which the run began (uuid other instead of u).",
                        "Begin a new run under another name."));
    }

    @Test
    void anIndexThatTheMasterDoesNotHaveIsGone() throws ElasticException {
        node.answers(STATE, 200, "{'cluster_name':'c'}");
        assertThat(lost()).isEqualTo(FindingCode.TARGET_GONE);
        node.answers("/_cluster/state/blocks,metadata/cities", 200, "{'cluster_name':'c'}");
        assertThat(new PlannedIndex("source", "cities", "s").lost(node.cluster()))
                .map(LostIndex::code)
                .contains(FindingCode.SOURCE_MISSING);
    }

    /// As one answers that has just started, whatever its cluster has.
    @Test
    void anIndexThatOnlyOneNodeDoesNotKnowIsNotSaidToBeGone() throws ElasticException {
        node.answers(STATE, 200, "{'cluster_name':'c','blocks':{'global':{'1':{'retryable':true}}}}");
        assertThat(lost()).isEqualTo(FindingCode.TARGET_NOT_SEEN);
        node.answers(STATE, 200, "{'cluster_name':'c','metadata':{'indices':{'v2':{'state':'open'}}}}");
        assertThat(lost()).isEqualTo(FindingCode.TARGET_NOT_SEEN);
        node.answers(STATE, 200, "{}");
        assertThat(lost()).isEqualTo(FindingCode.TARGET_NOT_SEEN);
        node.answers(STATE, 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThat(lost()).isEqualTo(FindingCode.TARGET_NOT_SEEN);
        assertThat(PLANNED.lost(node.cluster()).orElseThrow().sentence()).endsWith(": try again in a minute.");
    }

    @Test
    void anAliasOfTheNameIsNotTheIndex() {
        node.answers("/_resolve/index/v2", 200, "{'indices':[],'aliases':[{'name':'v2','indices':['v3']}]}");
        assertThatThrownBy(() -> PLANNED.lost(node.cluster())).isInstanceOf(RunRefusedException.class);
    }

    private FindingCode lost() throws ElasticException {
        return PLANNED.lost(node.cluster()).orElseThrow().code();
    }

    private void has(String uuid) {
        node.answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}")
                .answers(
                        "/v2",
                        200,
                        "{'v2':{'settings':{'index.uuid':'" + uuid
                                + "','index.number_of_shards':'1'},'mappings':{},'aliases':{}}}")
                .answers(
                        "/_cluster/state/metadata/v2",
                        200,
                        "{'metadata':{'indices':{'v2':{'routing_num_shards':1024}}}}");
    }
}
