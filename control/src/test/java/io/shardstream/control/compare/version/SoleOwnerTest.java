package io.shardstream.control.compare.version;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.FakeNode;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SoleOwnerTest {
    private static final String STATE = "/_cluster/state/blocks,metadata/v2";

    private FakeNode node;
    private WholeSight owner;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("target");
        owner = SoleOwner.of(node.cluster(), "v2", TargetOwner.beginning("a", new RunId("x", Instant.EPOCH)));
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aTargetOfThisRunAloneIsWorkedWith() {
        has("'Shardstream-a-Write-x','production','Shardstream-b-Claim-y'");
        assertThatCode(owner::require).doesNotThrowAnyException();
    }

    /// It is asked each time: the other run may come in the middle of a sweep.
    @Test
    void aTargetThatGetsAnotherOwnerIsNotWorkedWithAnyMore() throws ElasticException {
        has("'Shardstream-a-Write-x'");
        owner.require();
        has("'Shardstream-a-Write-x','Shardstream-b'");
        assertThatThrownBy(owner::require)
                .isInstanceOf(BlockedException.class)
                .hasMessage("Target index 'v2' belongs to run b, too: it has the alias Shardstream-b. Each of the two"
                        + " runs overwrites and deletes documents of the other. End one of them, and take its alias"
                        + " away from the index.");
    }

    /// By that alias it can be rolled back.
    @Test
    void theMarkOfARunThatHasMovedProductionIsNotToBeTakenAway() throws ElasticException {
        has("'Shardstream-a-Write-x','Shardstream-b-Live'");
        assertThatThrownBy(owner::require)
                .hasMessage("Target index 'v2' belongs to run b, too: it has the alias Shardstream-b-Live. That run has"
                        + " moved production to it, and the alias is its way back: leave that, and give this run up"
                        + " with 'abort --run'.");
    }

    @Test
    void aClusterThatDoesNotTellItsStateIsBelieved() {
        node.answers(STATE, 403, "{'error':{'type':'security_exception','reason':'no'}}");
        assertThatCode(owner::require).doesNotThrowAnyException();
    }

    /// A node that has just started knows of no alias.
    @Test
    void aStateThatIsNotWholeIsNotBelieved() {
        node.answers(STATE, 200, "{'cluster_name':'c','blocks':{'global':{'1':{}}},'metadata':{'indices':{}}}");
        assertThatThrownBy(owner::require).isInstanceOf(ElasticException.class);
    }

    private void has(String aliases) {
        node.answers(STATE, 200, "{'cluster_name':'c','metadata':{'indices':{'v2':{'aliases':[" + aliases + "]}}}}");
    }
}
