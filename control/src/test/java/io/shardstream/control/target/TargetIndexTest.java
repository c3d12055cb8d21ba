package io.shardstream.control.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.version.VersionMode;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.refusal.RunRefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

class TargetIndexTest {
    private static final IndexDescription SOURCE = new IndexDescription(
            "cities",
            Map.of("index.number_of_shards", StringNode.valueOf("1")),
            new JsonMapper().createObjectNode(),
            Set.of(),
            1024);

    private final List<String> steps = new ArrayList<>();
    private FakeNode node;
    private String owned = "";
    private Runnable whenTaken = () -> {};

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("target")
                .answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}")
                .answers(
                        "/_cluster/state/metadata/v2",
                        200,
                        "{'metadata':{'indices':{'v2':{'routing_num_shards':1024}}}}")
                .answers("/v2/_settings", 200, "{'v2':{'settings':{},'defaults':{}}}")
                .answers("/v2/_refresh", 200, "{}")
                .answers("/_aliases", 200, "{}")
                .answers("/v2/_mapping", 200, "{}")
                .answers("/v2/_search", 200, "{'_shards':{'total':1,'successful':1},'hits':{'total':{'value':0}}}");
        has("{}", -1);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void anIndexThatNeverHeldADocumentIsTaken() throws IOException {
        assertThat(prepare().name()).isEqualTo("v2");
    }

    @Test
    void anIndexThatIsTakenIsMarkedAndKeepsWhatItsMappingSaysOfItself() throws IOException {
        has("{'_meta':{'team':'a'}}", -1);
        prepare();
        assertThat(node.requests()).contains("PUT /v2/_mapping");
        assertThat(node.bodies())
                .contains(
                        "{\"_meta\":{\"team\":\"a\",\"shardstream\":{\"source_uuid\":\"u\",\"version_mode\":\"seqno\","
                                + "\"histories\":[\"h\"],\"terms\":[1]}}}");
    }

    @Test
    void anIndexThatHoldsDocumentsIsRefusedAndTheSentenceNamesTheWayOutOfALostKafka() {
        node.answers("/v2/_search", 200, "{'_shards':{'total':1,'successful':1},'hits':{'total':{'value':7}}}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Target index 'v2' is not empty: it holds 7 documents")
                .hasMessageEndingWith("continue with 'run --adopt-target'.");
    }

    /// The tombstones of its documents are newer than the copies.
    @Test
    void anIndexThatWasEmptiedByDeletesIsRefused() {
        has("{}", 1);
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("The target index 'v2' has held documents before (its sequence numbers have begun): their"
                        + " tombstones would win over copies. Delete it, or name another. If it was filled by a run"
                        + " whose Kafka is gone for good, continue with 'run --adopt-target'.");
    }

    @Test
    void anIndexThatLosesPartsOfItsDocumentsIsRefused() {
        has("{'_source':{'excludes':['secret']}}", -1);
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Target index 'v2' keeps only parts of _source");
    }

    @Test
    void anIndexWhoseSettingsMakeItsSourceSyntheticIsRefused() {
        node.answers("/v2/_settings", 200, "{'v2':{'defaults':{'index.mapping.source.mode':'SYNTHETIC'}}}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Target index 'v2' has a synthetic _source");
    }

    /// Nothing of the other run is changed, and whoever reads it is not told to delete what that run has written.
    @Test
    void anIndexOfAnotherRunIsRefusedBeforeAnythingElseIsSaidOfIt() {
        owned = "It belongs to run b.";
        node.answers("/v2/_search", 200, "{'_shards':{'total':1,'successful':1},'hits':{'total':{'value':7}}}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("It belongs to run b.");
        assertThat(node.requests()).noneMatch(request -> request.startsWith("PUT") || request.endsWith("_aliases"));
        assertThat(steps).containsExactly("look");
    }

    @Test
    void anIndexIsMarkedOnlyOnceItIsThisRunsAndNeverWithoutAnotherLook() {
        whenTaken = () -> {
            assertThat(node.requests()).doesNotContain("PUT /v2/_mapping");
            has("{}", 3);
        };
        assertThatThrownBy(this::prepare).hasMessageContaining("has held documents before");
        assertThat(node.requests()).doesNotContain("PUT /v2/_mapping");
    }

    @Test
    void anIndexThatHeldDocumentsIsNotTaken() {
        has("{}", 3);
        assertThatThrownBy(this::prepare).hasMessageContaining("has held documents before");
        assertThat(steps).containsExactly("look");
    }

    private void has(String mappings, long highest) {
        node.answers(
                "/v2",
                200,
                "{'v2':{'settings':{'index.number_of_shards':'1','index.uuid':'t'},'mappings':" + mappings
                        + ",'aliases':{}}}");
        node.answers(
                "/v2/_stats/docs",
                200,
                "{'indices':{'v2':{'shards':{'0':[{'routing':{'state':'STARTED','primary':true},'seq_no':{'max_seq_no':"
                        + highest + ",'global_checkpoint':" + highest + "}}]}}}}");
    }

    /// Nobody else has the index, unless a sentence says so.
    private final class Taking implements Claim {
        @Override
        public String writeAlias() {
            return "Shardstream-run-Write-x";
        }

        @Override
        public void requireFree() {
            steps.add("look");
            if (!owned.isEmpty()) {
                throw new RunRefusedException(owned);
            }
        }

        @Override
        public void take() {
            requireFree();
            steps.add("take");
            whenTaken.run();
        }
    }

    private IndexDescription prepare() throws IOException {
        TargetSettings wish =
                new TargetSettings("v2", OptionalInt.empty(), OptionalInt.empty(), Map.of(), Optional.empty());
        return new TargetIndex(node.cluster(), new IndexCatalog(node.cluster()), wish)
                .prepare(
                        SOURCE, false, new TargetMark("u", VersionMode.SEQNO, List.of("h"), List.of(1L)), new Taking());
    }
}
