package io.shardstream.control.run;

import static io.shardstream.control.run.TargetWatchFixture.FIRST;
import static io.shardstream.control.run.TargetWatchFixture.SECOND;
import static io.shardstream.control.run.TargetWatchFixture.VERIFIED;
import static io.shardstream.control.run.TargetWatchFixture.holds;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.OnMappingChange;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.TargetReach;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.RunningPrimaries;
import io.shardstream.control.index.target.TargetNumbers;
import io.shardstream.control.index.target.TargetState;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A target that was restored or whose disk was put back while the run works for it.
class PutBackTargetWatchTest {
    private final TargetWatchFixture fixture = new TargetWatchFixture();
    private final MemoryTopic topic = fixture.topic;
    private final TargetWatch watch = fixture.watch;

    @Test
    void aShardWithAnotherHistoryStopsTheRunWhateverItSaysOfMappings() {
        TargetWatch warning = new TargetWatch("run", fixture::look, OnMappingChange.WARN);
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(withHistories("a", ""));
        assertThat(holds(warning, term)).isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        fixture.target = Optional.of(withHistories("", "b"));
        assertThat(holds(warning, term)).as("a shard that is told of at last").isTrue();
        fixture.target = Optional.of(withHistories("x", "b"));
        assertThat(holds(warning, fixture.term())).as("the next controller").isFalse();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .startsWith("Target index '" + RunStates.PLAN.targetIndex()
                        + "' has another history than before in shards [0]:");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();
        assertThat(holds(warning, fixture.term())).isFalse();
        fixture.resume();
        assertThat(holds(warning, fixture.term())).isTrue();
        assertThat(fixture.stopped()).isEmpty();
    }

    /// The way to undo a mapping is a snapshot, which undoes what was acknowledged since as well.
    @Test
    void aTargetThatIsRestoredWhileTheRunIsStoppedIsTold() {
        fixture.target = Optional.of(withHistories("a", "b"));
        ControllerEpoch term = fixture.term();
        assertThat(holds(watch, term)).isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        fixture.target = Optional.of(new TargetState(Optional.empty(), SECOND, new TargetHistories(List.of("a", "b"))));
        assertThat(holds(watch, term)).isFalse();
        fixture.now = fixture.now.plusSeconds(10);
        fixture.target = Optional.of(withHistories("x", "b"));
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .startsWith("The mapping of target index")
                .contains("has another history than before in shards [0]:");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();
        assertThat(topic.said().pause()).isPresent();

        fixture.now = fixture.now.plusSeconds(10);
        fixture.target = Optional.of(withHistories("x", "y"));
        ControllerEpoch next = fixture.term();
        assertThat(holds(watch, next)).as("the next controller").isFalse();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .contains("shards [0]:", "shards [1]:")
                .containsOnlyOnce("The mapping of");
        assertThat(holds(watch, next)).isFalse();
        fixture.resume();
        assertThat(holds(watch, next)).isTrue();
        assertThat(fixture.stopped()).isEmpty();
    }

    @Test
    void aShardThatHasGivenOutFewerNumbersThanWereOnAllItsCopiesStopsTheRun() {
        fixture.target = Optional.of(reaching(100, 110));
        ControllerEpoch term = fixture.term();
        assertThat(holds(watch, term)).isTrue();
        fixture.target = Optional.of(reaching(100, 104));
        assertThat(holds(watch, term)).as("after a fail-over").isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        fixture.target = Optional.of(reaching(60, 60));
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .contains("in shards [0]:", "an older state of its disk");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();

        fixture.now = fixture.now.plusSeconds(10);
        fixture.resume();
        assertThat(holds(watch, term)).isTrue();
    }

    @Test
    void aDiskThatIsPutBackStopsTheRunThoughAsManyNumbersWereGivenOutAgain() {
        fixture.target = Optional.of(running(2, "a", "p1"));
        ControllerEpoch term = fixture.term();
        assertThat(holds(watch, term)).isTrue();
        fixture.target = Optional.of(reaching(100, 100));
        assertThat(holds(watch, term)).as("while it starts").isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        fixture.target = Optional.of(running(2, "a", "p2"));
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .contains("in shards [0]:", "an older state of its disk");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();

        fixture.now = fixture.now.plusSeconds(10);
        fixture.resume();
        assertThat(holds(watch, term)).as("who lets it go on accepts that").isTrue();
    }

    /// Each raises the term or makes another copy.
    @Test
    void neitherARestartNorAFailOverNorARelocationIsTakenForADiskThatIsPutBack() {
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(running(2, "a", "p1"));
        assertThat(holds(watch, term)).isTrue();
        fixture.target = Optional.of(running(3, "a", "p2"));
        assertThat(holds(watch, term)).as("a restart").isTrue();
        fixture.target = Optional.of(running(3, "b", "p3"));
        assertThat(holds(watch, term)).as("a relocation").isTrue();
        fixture.target = Optional.of(running(4, "c", "p4"));
        assertThat(holds(watch, term)).as("a fail-over").isTrue();
        assertThat(fixture.stopped()).isEmpty();
    }

    @Test
    void aDiskThatIsPutBackIsToldByTheCopyThatTheClusterHoldsForThePrimary() {
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(running(2, "a", "p1"));
        assertThat(holds(watch, term)).isTrue();
        fixture.target = Optional.of(running(2, "a", "p2"));
        fixture.primaryFailure = new NotPrimaryException("no primary");
        assertThat(holds(watch, term)).as("the primaries do not tell").isFalse();
        assertThat(fixture.stopped()).isEmpty();
        fixture.primaryFailure = null;
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped()).hasSize(1);
    }

    @Test
    void aDiskThatIsPutBackBeforeTheNextControllerLooksStopsTheRun() {
        fixture.target = Optional.of(reaching(100, 100));
        assertThat(holds(watch, fixture.term())).isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        fixture.target = Optional.of(reaching(60, 60));
        ControllerEpoch next = fixture.term();
        assertThat(holds(fixture.another(), next)).isFalse();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .contains("in shards [0]:", "an older state of its disk");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();
        assertThat(topic.said().pause()).isPresent();

        fixture.resume();
        assertThat(holds(fixture.another(), fixture.term()))
                .as("who lets it go on accepts that")
                .isTrue();
        assertThat(holds(watch, fixture.term()))
                .as("for the first process, too")
                .isTrue();
        assertThat(fixture.stopped()).isEmpty();
    }

    /// A node that is put back is away for a while.
    @Test
    void aShardThatWasAwayMeanwhileIsNotForgotten() {
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(reaching(100, 100));
        assertThat(holds(watch, term)).isTrue();
        fixture.target = Optional.of(reaching(-1, Long.MAX_VALUE));
        assertThat(holds(watch, term)).isTrue();
        fixture.target = Optional.of(reaching(60, 60));
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped()).hasSize(1);
    }

    /// It hears only later how far its copies are.
    @Test
    void aPrimaryThatHasJustTakenOverMakesNothingUnsettled() {
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(reaching(100, 110));
        assertThat(holds(watch, term)).isTrue();
        fixture.target = Optional.of(reaching(70, 104));
        assertThat(holds(watch, term)).isTrue();
        assertThat(holds(fixture.another(), fixture.term())).isTrue();
        fixture.target = Optional.of(reaching(80, 80));
        assertThat(holds(fixture.another(), fixture.term())).isFalse();
    }

    /// Numbers of another history say nothing of those before.
    @Test
    void aShardThatIsAcceptedWithAnotherHistoryBeginsAnew() {
        fixture.target = Optional.of(reaching(100, 100));
        assertThat(holds(watch, fixture.term())).isTrue();
        fixture.target = Optional.of(reaching("x", 60, 120));
        assertThat(holds(watch, fixture.term())).isFalse();
        fixture.resume();
        fixture.target = Optional.of(reaching("x", 70, 90));
        assertThat(holds(fixture.another(), fixture.term())).isTrue();
    }

    @Test
    void howFarShardsAreIsNotedAtFirstThenOnceAMinuteAndSoonWhenTheRunIsPaused() {
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(reaching(100, 100));
        assertThat(holds(watch, term)).isTrue();
        assertThat(noted()).containsExactly(100L);
        fixture.target = Optional.of(reaching(200, 200));
        fixture.now = fixture.now.plusSeconds(59);
        assertThat(holds(watch, term)).isTrue();
        assertThat(noted()).containsExactly(100L);
        fixture.now = fixture.now.plusSeconds(1);
        assertThat(holds(watch, term)).isTrue();
        assertThat(noted()).containsExactly(200L);
        fixture.target = Optional.of(reaching(300, 300));
        topic.say(Pause.KEY, new Pause("mine", Instant.EPOCH).encode());
        assertThat(holds(watch, term)).isTrue();
        assertThat(noted()).containsExactly(300L);
        fixture.now = fixture.now.plusSeconds(60);
        int writes = topic.writes.size();
        assertThat(holds(watch, term)).isTrue();
        assertThat(topic.writes).as("nothing new").hasSize(writes);
    }

    @Test
    void aRunThatWasJustStoppedForAnOlderDiskDoesNotEndInBetween() {
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(reaching(100, 100));
        assertThat(holds(watch, term)).isTrue();
        assertThat(term.request()).isEmpty();
        fixture.target = Optional.of(reaching(60, 60));
        assertThat(watch.holds(term)).isFalse();
        assertThat(watch.holds(term)).isFalse();
    }

    /// The others have gone on without it, and it does not know that.
    @Test
    void aCopyThatWasCutOffStopsNothingAndARunDoesNotEndByItsWord() {
        ControllerEpoch term = fixture.term();
        fixture.target = Optional.of(reaching(5000, 5000));
        assertThat(holds(watch, term)).isTrue();
        fixture.target = Optional.of(reaching("a", 4000, 4000));
        fixture.primaries = Optional.of(reaching(-1, Long.MAX_VALUE));
        assertThat(holds(watch, term)).as("no primary is known").isFalse();
        fixture.primaries = Optional.of(reaching(5100, 5200));
        assertThat(holds(watch, term)).isTrue();
        fixture.target = Optional.of(reaching("of before", 4000, 4000));
        assertThat(holds(watch, term)).isTrue();
        fixture.primaryFailure = new NotPrimaryException("no primary");
        assertThat(holds(watch, term)).as("the primaries do not tell").isFalse();
        assertThat(fixture.stopped()).isEmpty();
        assertThat(topic.said().pause()).isEmpty();

        fixture.primaryFailure = null;
        fixture.primaries = Optional.of(reaching(4100, 4100));
        assertThat(holds(watch, term))
                .as("the primary itself has lost something")
                .isFalse();
        assertThat(fixture.stopped()).singleElement().asString().contains("in shards [0]:");
    }

    @Test
    void aShardThatWentBackWhileTheRunWasPausedIsToldWhenItIsToGoOn() {
        fixture.target = Optional.of(reaching(100, 100));
        ControllerEpoch term = fixture.term();
        assertThat(holds(watch, term)).isTrue();
        topic.say(Pause.KEY, new Pause("mine", Instant.EPOCH).encode());
        fixture.target = Optional.of(reaching(60, 60));
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped()).isEmpty();
        fixture.now = fixture.now.plusSeconds(10);
        fixture.target = Optional.of(reaching(90, 90));
        fixture.resume();
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped()).singleElement().asString().contains("in shards [0]:");
    }

    @Test
    void aRunThatIsToldToGoOnJustBeforeARestoreIsSeenIsStoppedForIt() {
        fixture.target = Optional.of(new TargetState(Optional.empty(), SECOND, new TargetHistories(List.of("a"))));
        ControllerEpoch term = fixture.term();
        assertThat(holds(watch, term)).isFalse();
        assertThat(term.request()).isEmpty();
        fixture.now = fixture.now.plusSeconds(10);
        fixture.resume();
        fixture.target = Optional.of(withHistories("x"));
        assertThat(watch.holds(term)).as("a look that has not heard of it yet").isFalse();
        assertThat(holds(watch, term)).isFalse();
        assertThat(topic.said().pause()).isPresent();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .contains("has another history than before in shards [0]:");
    }

    @Test
    void aTargetThatIsRestoredWhileSomethingElseIsWrongWithItIsTold() {
        fixture.target = Optional.of(withHistories("a"));
        ControllerEpoch term = fixture.term();
        assertThat(holds(watch, term)).isTrue();
        topic.say(Verified.KEY, VERIFIED.encode());
        fixture.target = Optional.of(new TargetState(
                Optional.of("It has a pipeline."), FIRST, withHistories("x").histories()));
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .startsWith("It has a pipeline.")
                .contains("has another history than before in shards [0]:");
        assertThat(topic.said().of(Verified.KEY, Verified::decode)).isEmpty();
        fixture.target = Optional.of(withHistories("y"));
        fixture.now = fixture.now.plusSeconds(10);
        assertThat(holds(watch, term)).isFalse();
        fixture.resume();
        assertThat(holds(watch, term)).isTrue();
    }

    @Test
    void aMappingThatChangedWithTheHistoryIsToldToo() {
        fixture.target = Optional.of(withHistories("a"));
        ControllerEpoch term = fixture.term();
        assertThat(holds(watch, term)).isTrue();
        fixture.target = Optional.of(
                new TargetState(Optional.empty(), SECOND, withHistories("x").histories()));
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .contains("has another history than before in shards [0]:", "The mapping of target index");
    }

    @Test
    void aTargetThatIsRestoredWhileAnOperatorHasPausedTheRunStopsItWhenItGoesOn() {
        fixture.target = Optional.of(withHistories("a"));
        ControllerEpoch term = fixture.term();
        assertThat(holds(watch, term)).isTrue();
        topic.say(Pause.KEY, new Pause("mine", Instant.EPOCH).encode());
        fixture.target = Optional.of(withHistories("x"));
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped()).isEmpty();
        fixture.resume();
        assertThat(holds(watch, term)).isFalse();
        assertThat(fixture.stopped())
                .singleElement()
                .asString()
                .contains("has another history than before in shards [0]:");
    }

    private static TargetState withHistories(String... uuids) {
        return new TargetState(Optional.empty(), FIRST, new TargetHistories(List.of(uuids)));
    }

    private List<Long> noted() {
        return topic.said()
                .of(TargetReach.KEY, TargetReach::decode)
                .orElse(TargetReach.NONE)
                .settled();
    }

    private static TargetState reaching(long settled, long highest) {
        return reaching("a", settled, highest);
    }

    private static TargetState reaching(String history, long settled, long highest) {
        return new TargetState(
                Optional.empty(),
                FIRST,
                new TargetHistories(List.of(history)),
                new TargetNumbers(List.of(settled), List.of(highest)));
    }

    /// With as many numbers as ever.
    private static TargetState running(long term, String allocation, String process) {
        TargetState state = reaching(100, 100);
        return new TargetState(
                state.problem(),
                state.refusal(),
                state.shape(),
                state.histories(),
                state.numbers(),
                new RunningPrimaries(Map.of(0, new CopyIdentity(term, allocation, "u", "", process))));
    }
}
