package io.shardstream.control.index.cluster;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.state.lanes.Workers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A cut-over under whose block nobody would read or write what is left, or after whose swap nobody could
/// write: all would be taken back, after production was refused for as long as it may be.
class FirmConditionsTest {
    private final CutoverFixture run = new CutoverFixture();

    @Test
    void aPausedRun() throws Exception {
        run.topic.say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        assertRefusedWhateverIsSaid("the run is paused: 'resume' lets it go on");
    }

    @Test
    void aPartThatWaitsForSomebodyToLook() throws Exception {
        Blocked blocked = new Blocked("writer", "its disk is full", Instant.EPOCH);
        run.topic.say(Blocked.key(blocked.part()), blocked.encode());
        assertRefusedWhateverIsSaid("waits for somebody to look: its disk is full");
    }

    @Test
    void aRunWithoutReadersOrWriters() throws Exception {
        run.run.atWork(new Workers(0, 1));
        assertRefusedWhateverIsSaid("no reader is at work: 'run' or 'reader' starts one");
        run.run.atWork(new Workers(1, 0));
        assertRefusedWhateverIsSaid("no writer is at work: 'run' or 'writer' starts one");
    }

    /// What is asked of it would be asked for ever.
    @Test
    void aTargetOfWhichNothingButTheNameIsThere() throws Exception {
        run.cluster.remove(TARGET);
        run.cluster.with("copy", "another");
        run.cluster.arrive(List.of(new AliasChange.Add("copy", Alias.plain(TARGET))));
        assertRefusedWhateverIsSaid("target index 'cities-v2' is gone, and what has its name since, such as an alias");
    }

    @Test
    void aWriteBlockOfTheTargetThatSomebodyHasSet() throws Exception {
        run.cluster.block(TARGET, true);
        assertRefusedWhateverIsSaid("target index 'cities-v2' has a write block, which somebody else has set: ask"
                + " whoever did, or lift it: PUT /cities-v2/_settings {\"index.blocks.write\": null}");
    }

    /// A cut-over that was taken back leaves a name of the run's own, whoever blocks after it.
    @Test
    void aWriteBlockOfTheTargetThatSomebodyHasSetAfterACutOverThatWasTakenBack() throws Exception {
        run.cluster.block(TARGET, true);
        run.cluster.arrive(List.of(new AliasChange.Add(TARGET, Alias.plain("Shardstream-x-Block-docs-1-1"))));
        assertRefusedWhateverIsSaid("has a write block, which somebody else has set: ask whoever did");
    }

    @Test
    void aWriteBlockOfTheTargetThatAnotherRunHasSet() throws Exception {
        run.cluster.block(TARGET, true);
        run.cluster.arrive(List.of(new AliasChange.Add(TARGET, Alias.plain("Shardstream-other-Block-docs-1-1"))));
        assertRefusedWhateverIsSaid("has a write block, which run 'other' has set: roll that run back, or abort it");
    }

    @Test
    void aSnapshotOfASourceThatTheSwapDeletes() throws Exception {
        CutoverFixture replaced = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        replaced.cluster.snapshots.put(SOURCE, List.of("nightly/one"));
        for (Map<String, String> options : List.of(Map.of("force", "yes"), Map.of("dry-run", "yes"))) {
            Answer answer = replaced.answerTo(Request.Kind.CUTOVER, options);
            assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(answer.sentence())
                    .contains("a snapshot is being taken of 'cities' ('nightly/one'), and an index cannot be deleted");
        }
        replaced.cluster.snapshots.clear();
        assertThat(replaced.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);

        run.cluster.snapshots.put(SOURCE, List.of("nightly/one"));
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// It may be complete when both sides have been compared.
    @Test
    void aSnapshotThatBeginsDuringTheComparisonIsWaitedForAWhile() throws Exception {
        CutoverFixture replaced = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        replaced.once("after name", () -> replaced.cluster.snapshots.put(SOURCE, List.of("nightly/one")));
        Answer answer = replaced.answerTo(Request.Kind.CUTOVER, Map.of());
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence()).contains("a snapshot is being taken", "Production was not blocked or moved");
    }

    /// All that is in the way is said at once, as long as nothing of it is to be passed.
    @Test
    void whatCouldBeForcedIsSaidBesideThem() throws Exception {
        run.run.atWork(new Workers(0, 1));
        run.cluster.health = "yellow";
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).sentence())
                .contains("no reader is at work", "is yellow and not green");
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of("force", "yes")).sentence())
                .contains("no reader is at work")
                .doesNotContain("yellow");
    }

    private void assertRefusedWhateverIsSaid(String why) throws Exception {
        for (Map<String, String> options :
                List.of(Map.<String, String>of(), Map.of("force", "yes"), Map.of("dry-run", "yes"))) {
            Answer answer = run.answerTo(Request.Kind.CUTOVER, options);

            assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(answer.sentence())
                    .startsWith("Not cut over: ")
                    .contains(why, "Nothing was changed.")
                    .doesNotContain("--force");
            assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
            assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        }
    }
}
