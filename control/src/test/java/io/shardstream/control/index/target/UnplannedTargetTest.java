package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnplannedTargetTest {
    private static final String WRITE = "Shardstream-x-Write-id";
    private static final String MADE = "{'dynamic':'false','_meta':{'shardstream':{'held':true,'made_by':{'alias':'"
            + WRITE + "','definition':'d'}}}}";

    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("target")
                .answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}")
                .answers(
                        "/_cluster/state/metadata/v2",
                        200,
                        "{'metadata':{'indices':{'v2':{'routing_num_shards':1024}}}}");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void oneThatNobodyHasWrittenToIsDeletedWhenItsAliasIsGone() throws ElasticException {
        has(MADE, "'" + WRITE + "':{}", -1);
        UnplannedTarget made = find().orElseThrow();
        assertThat(made.isUnused()).isTrue();
        assertThat(made.advice()).isEmpty();
        has(MADE, "", -1);
        made.delete();
        assertThat(node.requests()).contains("DELETE /v2");
    }

    @Test
    void oneWhoseDeletionIsNotAcknowledgedIsNotTakenForDeleted() throws ElasticException {
        has(MADE, "", -1);
        node.answers("DELETE /v2", 200, "<html>Login</html>");
        UnplannedTarget made = find().orElseThrow();
        assertThatThrownBy(made::delete).isInstanceOf(ElasticException.Malformed.class);
    }

    /// Meanwhile somebody may have made another index of that name, or have written to it.
    @Test
    void aDeletionWithoutAnAnswerIsNotSentToAnotherAddress() throws ElasticException {
        has(MADE, "", -1);
        node.whenAsked("DELETE /v2", () -> {
            throw new IllegalStateException("no answer");
        });
        try (ElasticCluster two = node.byTwoAddresses()) {
            UnplannedTarget made = UnplannedTarget.find(two, "v2", WRITE).orElseThrow();
            assertThatThrownBy(made::delete).isInstanceOf(ElasticException.Unreachable.class);
        }
        assertThat(node.requests())
                .filteredOn(request -> request.equals("DELETE /v2"))
                .hasSize(1);
    }

    @Test
    void anIndexThatTheRunHasNotMadeIsNone() throws ElasticException {
        has("{'_meta':{'shardstream':{'held':true}}}", "'" + WRITE + "':{}", -1);
        assertThat(find()).isEmpty();
        has(MADE.replace("-id", "-other"), "", -1);
        assertThat(find()).isEmpty();
    }

    @Test
    void oneThatSomebodyHasWrittenToStaysAndWhatToMindIsSaid() throws ElasticException {
        has(MADE, "", 3);
        UnplannedTarget made = find().orElseThrow();
        assertThat(made.isUnused()).isFalse();
        assertThat(made.advice()).hasValueSatisfying(why -> assertThat(why).contains("Index 'v2' stays", "'dynamic'"));
    }

    /// As an index template gives it.
    @Test
    void oneWithAnAliasThatTheRunHasNotGivenStays() throws ElasticException {
        has(MADE, "'" + WRITE + "':{},'everything':{}", -1);
        UnplannedTarget made = find().orElseThrow();
        assertThat(made.isUnused()).isFalse();
        assertThat(made.advice()).hasValueSatisfying(why -> assertThat(why).contains("has an alias"));
    }

    /// `clean` takes away what else there is all the same.
    @Test
    void oneThatCannotBeLookedAtStays() throws ElasticException {
        has(MADE, "", -1);
        TargetAnswers.isUnplaced(node, 1);
        assertThat(find().orElseThrow().isUnused()).isFalse();
        node.answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['closed']}]}");
        assertThat(find()).isEmpty();
    }

    /// Nobody can have written to it.
    @Test
    void oneThatNoNodeHasEverHadIsDeleted() throws ElasticException {
        has(MADE, "", -1);
        TargetAnswers.isUnplaced(node, 0);
        UnplannedTarget made = find().orElseThrow();
        assertThat(made.isUnused()).isTrue();
        made.delete();
        assertThat(node.requests()).contains("DELETE /v2");
    }

    /// The node that is asked lags behind: a node has the shard by now, as the master knows.
    @Test
    void oneThatANodeHasByNowAsTheMasterSaysStays() throws ElasticException {
        has(MADE, "", -1);
        TargetAnswers.isUnplaced(node, 0);
        TargetAnswers.isActive(node, 1);
        assertThat(find().orElseThrow().isUnused()).isFalse();
    }

    @Test
    void oneThatSomebodyUsesMeanwhileIsNotDeleted() throws ElasticException {
        has(MADE, "", -1);
        UnplannedTarget made = find().orElseThrow();
        has(MADE, "", 0);
        assertThatThrownBy(made::delete).isInstanceOf(RunRefusedException.class);
        has(MADE, "'production':{}", -1);
        assertThatThrownBy(made::delete).isInstanceOf(RunRefusedException.class);
        has("{}", "", -1);
        assertThatThrownBy(made::delete).isInstanceOf(RunRefusedException.class);
        assertThat(node.requests()).noneMatch(request -> request.startsWith("DELETE"));
    }

    private Optional<UnplannedTarget> find() throws ElasticException {
        return UnplannedTarget.find(node.cluster(), "v2", WRITE);
    }

    private void has(String mappings, String aliases, long highest) {
        TargetAnswers.has(node, mappings, aliases, highest);
    }
}
