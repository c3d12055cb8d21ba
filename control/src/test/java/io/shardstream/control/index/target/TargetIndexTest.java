package io.shardstream.control.index.target;

import static io.shardstream.control.index.target.TargetFixture.MARKING;
import static io.shardstream.control.index.target.TargetFixture.asking;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.control.index.FakeNode;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An index that is there already, and whether it is taken as the target of a run.
class TargetIndexTest {
    private TargetFixture fixture;
    private FakeNode node;
    private List<String> steps;

    @BeforeEach
    void start() throws IOException {
        fixture = new TargetFixture();
        node = fixture.node;
        steps = fixture.steps;
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void anIndexThatNeverHeldADocumentIsTaken() throws IOException {
        assertThat(fixture.prepare().name()).isEqualTo("v2");
    }

    @Test
    void anIndexThatIsTakenIsMarkedAndKeepsWhatItsMappingSaysOfItself() throws IOException {
        fixture.has("{'_meta':{'team':'a'}}", -1);
        fixture.prepare();
        assertThat(node.requests()).contains(MARKING);
        assertThat(node.bodies())
                .contains(
                        "{\"_meta\":{\"team\":\"a\",\"shardstream\":{\"source_uuid\":\"u\",\"version_mode\":\"seqno\","
                                + "\"histories\":[\"h\"],\"terms\":[1]}}}");
    }

    @Test
    void anIndexThatHoldsDocumentsIsRefusedAndTheSentenceNamesTheWayOutOfALostKafka() {
        node.answers(
                "/v2/_search",
                200,
                "{'timed_out':false,'_shards':{'total':1,'successful':1},'hits':{'total':{'value':7}}}");
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Target index 'v2' is not empty: it holds 7 documents")
                .hasMessageEndingWith("continue with 'run --adopt-target'.");
    }

    /// The tombstones of its documents are newer than the copies.
    @Test
    void anIndexThatWasEmptiedByDeletesIsRefused() {
        fixture.has("{}", 1);
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("The target index 'v2' has held documents before (its sequence numbers have begun): their"
                        + " tombstones would win over copies. Name another, or delete it if nobody needs it."
                        + " If it was filled by a run whose Kafka is gone for good, continue with 'run"
                        + " --adopt-target'.");
    }

    @Test
    void anIndexThatLosesPartsOfItsDocumentsIsRefused() {
        fixture.has("{'_source':{'excludes':['secret']}}", -1);
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Target index 'v2' keeps only parts of _source");
    }

    @Test
    void anIndexWhoseSequenceNumbersAreDisabledIsRefused() {
        node.answers("/v2/_settings", 200, "{'v2':{'settings':{'index.disable_sequence_numbers':'true'}}}");
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Target index 'v2' has its sequence numbers disabled");
    }

    @Test
    void anIndexWhoseSettingsMakeItsSourceSyntheticIsRefused() {
        node.answers("/v2/_settings", 200, "{'v2':{'defaults':{'index.mapping.source.mode':'SYNTHETIC'}}}");
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Target index 'v2' has a synthetic _source");
    }

    /// Nothing of the other run is changed, and whoever reads it is not told to delete what that run has
    /// written.
    @Test
    void anIndexOfAnotherRunIsRefusedBeforeAnythingElseIsSaidOfIt() {
        fixture.owned = "It belongs to run b.";
        node.answers(
                "/v2/_search",
                200,
                "{'timed_out':false,'_shards':{'total':1,'successful':1},'hits':{'total':{'value':7}}}");
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("It belongs to run b.");
        assertThat(node.requests()).noneMatch(request -> request.startsWith("PUT") || request.endsWith("_aliases"));
        assertThat(steps).containsExactly("look");
    }

    @Test
    void anIndexIsMarkedOnlyOnceItIsThisRunsAndNeverWithoutAnotherLook() {
        fixture.whenTaken = () -> {
            assertThat(node.requests()).doesNotContain(MARKING);
            fixture.has("{}", 3);
        };
        assertThatThrownBy(fixture::prepare).hasMessageContaining("has held documents before");
        assertThat(node.requests()).doesNotContain(MARKING);
    }

    @Test
    void anIndexThatHeldDocumentsIsNotTaken() {
        fixture.has("{}", 3);
        assertThatThrownBy(fixture::prepare).hasMessageContaining("has held documents before");
        assertThat(steps).containsExactly("look");
    }

    @Test
    void anIndexOfSomebodyElseThatIsNotAsTheRunFileSaysIsRefusedWithWhatDiffers() {
        node.answers("/v2/_settings", 200, "{'v2':{'settings':{},'defaults':{'index.codec':'default'}}}");
        fixture.has("{'properties':{'n':{'type':'keyword'}}}", -1);
        fixture.wish =
                asking("{'codec':'best_compression','refresh_interval':null}", "{'properties':{'n':{'type':'long'}}}");
        assertThatThrownBy(fixture::prepare)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining(
                        "exists already, and is not what the run file asks for: index.number_of_replicas is 1 and not"
                                + " 2; index.codec is default and not best_compression; target.mappings: Fields that have"
                                + " another type in the target: n (long → keyword).")
                .hasMessageContaining("target.accept-as-it-is: true");
        assertThat(steps).containsExactly("look");
    }

    /// Copies of somebody else's index are not taken away.
    @Test
    void anIndexOfSomebodyElseMustHaveTheReplicasOfTheBackfillAlready() throws IOException {
        fixture.has("{}", -1);
        fixture.wish = new TargetSettings("v2", OptionalInt.empty(), OptionalInt.of(1), Map.of(), Optional.empty())
                .withReplicasWhileCopying(OptionalInt.of(0));
        node.answers("/v2/_settings", 200, "{'v2':{'settings':{'index.number_of_replicas':'1'},'defaults':{}}}");
        assertThatThrownBy(fixture::prepare).hasMessageContaining("index.number_of_replicas is 1 and not 0");
        node.answers("/v2/_settings", 200, "{'v2':{'settings':{'index.number_of_replicas':'0'},'defaults':{}}}");
        assertThat(fixture.prepare().name()).isEqualTo("v2");
    }

    @Test
    void itIsTakenAsItIsByWordOrWhereItDiffersInNothing() throws IOException {
        fixture.wish =
                asking("{'codec':'best_compression'}", "{'dynamic':false}").acceptingAsItIs(true);
        assertThat(fixture.prepare().name()).isEqualTo("v2");
        node.answers(
                "/v2/_settings",
                200,
                "{'v2':{'settings':{'index.number_of_replicas':'2'},'defaults':{'index.codec':'best_compression'}}}");
        fixture.has("{'dynamic':'false'}", -1);
        fixture.wish = asking("{'codec':'best_compression'}", "{'dynamic':false}");
        assertThat(fixture.prepare().name()).isEqualTo("v2");
    }
}
