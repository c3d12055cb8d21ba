package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverAssertions.assertNotCutOver;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverTerms;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.run.block.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// What has to hold before anything is blocked, and is said at once where it does not.
class CutoverConditionsTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final Settings REPLICATED = new Settings(
            Duration.ofSeconds(20),
            100,
            List.of("{\"size\":0}"),
            0,
            ReplaceIndex.NO,
            Optional.empty(),
            Intended.NOTHING,
            new TargetReplicas(OptionalInt.of(1), OptionalInt.of(0)),
            new CutoverTerms(Map.of()));

    @Test
    void otherPipelinesThanTheSourcesAreSaid() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.settingsOf(SOURCE).put("index.default_pipeline", "names");
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("index.default_pipeline _none and the source names");
    }

    /// C-39: its translog is synced later than writes are acknowledged.
    @Test
    void whatTheSourceHasAcknowledgedAndNotSettledCountsAsBehind() throws Exception {
        CutoverFixture run = new CutoverFixture();
        for (int document = 0; document < 150; document++) {
            run.run.source(0).index("unsynced-" + document, "{}");
        }
        run.run.source(0).unsettled(150);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .contains(
                        "operations behind, and cutover.max-lag is 100",
                        "the source has not settled 150 of them yet (index.translog.sync_interval)");
    }

    @Test
    void whatDoesNotHoldIsSaidAtOnceAndNothingIsChanged() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.topic.say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        run.cluster.health = "yellow";
        run.cluster.settingsOf(SOURCE).put("index.number_of_replicas", "1");
        run.cluster.settingsOf(TARGET).put("index.translog.durability", "async");
        run.cluster.settingsOf(TARGET).put("index.refresh_interval", "-1");
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .contains(
                        "paused",
                        "yellow and not green",
                        "0 replicas and the source 1",
                        "async",
                        "refresh_interval -1");
        assertNotCutOver(run);
    }

    @Test
    void replicasThatAreStillBuiltAreCounted() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.startedWith(REPLICATED);
        run.cluster.settingsOf(TARGET).put("index.number_of_replicas", "1");
        run.cluster.health = "yellow";
        for (String dryRun : List.of("yes", "")) {
            Request request = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", dryRun));
            run.control();
            assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(run.answer(request).sentence())
                    .contains("is yellow and not green: 2 of the 4 copies of its shards are missing (1 being built,"
                            + " 1 not assigned to a node)")
                    .doesNotContain("the run file asks for");
            assertNotCutOver(run);
        }
    }

    /// The source has none, so that nothing but the run file misses it.
    @Test
    void aReplicaThatTheRunFileAsksForAndTheTargetDoesNotHaveIsSaid() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.startedWith(REPLICATED);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("has 0 replicas and the run file asks for 1");
        assertNotCutOver(run);

        run.cluster.settingsOf(TARGET).put("index.number_of_replicas", "1");
        Request again = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(again).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// What it says of the target's settings needs no consent elsewhere.
    @Test
    void fewerReplicasThanTheSourceHasAreToldWhereTheRunFileSaysSo() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.startedWith(REPLICATED);
        run.cluster.settingsOf(SOURCE).put("index.number_of_replicas", "2");
        run.cluster.settingsOf(TARGET).put("index.number_of_replicas", "1");
        Answer dryRun = run.answerTo(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        assertThat(dryRun.outcome()).as(dryRun.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(dryRun.sentence())
                .contains("As the run file says, the target has fewer copies than the source: index.number_of_replicas"
                        + " is 1, and 2 in the source. ");
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// With so many nodes each.
    @Test
    void aTargetThatHasACopyOnEachOfItsNodesMayHaveFewerThanTheSource() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.sourceCluster.settingsOf(SOURCE).put("index.auto_expand_replicas", "0-all");
        run.sourceCluster.settingsOf(SOURCE).put("index.number_of_replicas", "4");
        run.cluster.settingsOf(TARGET).put("index.auto_expand_replicas", "0-all");
        run.cluster.settingsOf(TARGET).put("index.number_of_replicas", "2");
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());
        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void whatAServerRefusesBeforeTheBlockIsSaidAndNotTriedForEver() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.searchStatus = 400;
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .contains("/_search", "400", "may have been deleted from the target")
                .doesNotContain("othing was changed");
        assertNotCutOver(run);
    }

    @Test
    void aDryRunChangesNothing() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.answer(request).sentence())
                .contains("The application keeps its alias 'places', 'search'")
                .contains("clients get status 403. Filebeat and Vector drop such events")
                .contains("Clients that write with 'if_seq_no' must read again after the swap")
                .doesNotContain("Clients that give versions");
        assertNotCutOver(run);
    }

    /// Production would get an index from which another run deletes what it does not know.
    @Test
    void aTargetThatBelongsToAnotherRunAsWellIsNotCutOverTo() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.with("cities-v2", "t", Alias.plain("Shardstream-x"), Alias.plain("Shardstream-b-Write-y"));
        for (String dryRun : List.of("yes", "")) {
            Request request = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", dryRun));
            run.control();
            assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(run.answer(request).sentence())
                    .contains("Target index 'cities-v2' belongs to run b, too: it has the alias Shardstream-b-Write-y");
        }
        assertThat(run.cluster.names("cities-v2")).containsExactly("Shardstream-b-Write-y", "Shardstream-x");
    }
}
