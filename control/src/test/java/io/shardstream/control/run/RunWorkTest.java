package io.shardstream.control.run;

import static io.shardstream.control.run.RunWorkFixture.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.MissingOfStart;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.target.HeldMark;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.index.target.MappingShape;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.index.target.TargetState;
import io.shardstream.control.state.OvertakenDocuments;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What a controller does for a run in each of its looks, and when the run ends.
class RunWorkTest {
    private final RunWorkFixture fixture = new RunWorkFixture();
    private final MemoryTopic topic = fixture.topic;

    @Test
    void aCopyEndsOnceWhenItIsComplete() throws Exception {
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(false);
        fixture.look(work, term);
        assertThat(topic.said().isIn(Phase.BACKFILL)).isTrue();
        fixture.state = WHOLE;
        fixture.look(work, term);
        fixture.look(work, term);
        assertThat(topic.said().completed()).isTrue();
        assertThat(fixture.endings).isEqualTo(1);
    }

    @Test
    void whatACopyLacksOfTheStartIsWrittenDownWithItsEnd() throws Exception {
        fixture.state = WHOLE;
        fixture.look(fixture.work(false), fixture.term());
        assertThat(topic.said().completed()).isTrue();
        assertThat(OvertakenDocuments.of(topic.said())).isZero();

        fixture.overtaken = 3;
        ControllerEpoch term = fixture.term();
        fixture.look(fixture.work(false), term);
        assertThat(topic.said().completed()).isTrue();
        assertThat(OvertakenDocuments.of(topic.said())).isEqualTo(3);
        assertThat(topic.writes.getLast()).contains(MissingOfStart.KEY, RunPhase.KEY);
    }

    @Test
    void aCopyWhoseTargetDoesNotGetItsSettingsBackIsEndedLater() throws Exception {
        fixture.canEnd = false;
        fixture.state = WHOLE;
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(false);
        fixture.look(work, term);
        assertThat(topic.said().completed()).isFalse();
        fixture.canEnd = true;
        fixture.look(work, term);
        assertThat(topic.said().completed()).isTrue();
    }

    /// A shard was read again while another controller looked, with as many documents as before.
    @Test
    void howFarLanesReachedWhenThisControllerLookedBeforeSaysNothingWhenItControlsAgain() throws Exception {
        RunWork work = fixture.work(false);
        fixture.state = RunStates.state(List.of(9L, 4L), List.of(10L, 5L), List.of(5L, 0L));
        fixture.look(work, fixture.term());

        ControllerEpoch again = fixture.term();
        work.begin();
        fixture.state = RunStates.state(List.of(9L, 4L), List.of(10L, 12L), List.of(10L, 5L));
        fixture.look(work, again);
        fixture.look(work, again);
        assertThat(topic.said().completed()).isFalse();
    }

    @Test
    void aRunThatFollowsGivesTheTargetItsReplicasWhenTheBackfillIsDoneAndNotBefore() throws Exception {
        fixture.replicas = new TargetReplicas(OptionalInt.of(2), OptionalInt.of(0));
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(true);
        fixture.look(work, term);
        assertThat(fixture.has).isZero();
        fixture.state = WHOLE;
        fixture.look(work, term);
        fixture.look(work, term);
        assertThat(topic.said().isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(fixture.has).isEqualTo(2);
    }

    @Test
    void theSourcesAliasesAreLookedAtWhileARunCopiesAndWhileItFollows() throws Exception {
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(true);
        fixture.look(work, term);
        assertThat(fixture.aliasLooks).isEqualTo(1);
        fixture.state = WHOLE;
        fixture.look(work, term);
        int before = fixture.aliasLooks;
        fixture.look(work, term);
        assertThat(topic.said().isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(fixture.aliasLooks).isGreaterThan(before);
    }

    @Test
    void whoChangesTheReplicasAfterThatIsLeftAloneAlsoByTheNextController() throws Exception {
        fixture.replicas = new TargetReplicas(OptionalInt.of(2), OptionalInt.of(0));
        fixture.state = WHOLE;
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(true);
        fixture.look(work, term);
        fixture.look(work, term);
        assertThat(fixture.has).isEqualTo(2);
        fixture.has = 0;
        ControllerEpoch next = fixture.term();
        RunWork another = fixture.work(true);
        fixture.look(another, next);
        fixture.look(another, next);
        assertThat(fixture.has).isZero();
    }

    @Test
    void aRunThatWasStoppedGivesThemWhenItGoesOn() throws Exception {
        fixture.replicas = new TargetReplicas(OptionalInt.empty(), OptionalInt.of(0));
        ControllerEpoch before = fixture.term();
        fixture.state = WHOLE;
        fixture.look(fixture.work(true), before);
        topic.say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        ControllerEpoch term = ControllerEpoch.begin(topic.journal(), "next", () -> fixture.now);
        RunWork work = fixture.work(true);
        fixture.look(work, term);
        assertThat(topic.said().isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(fixture.has).isZero();
        topic.say(Pause.KEY, null);
        term.request();
        fixture.look(work, term);
        assertThat(fixture.has).isEqualTo(1);
    }

    /// A process that is started at that moment reads whether the run has ended after it has raised a setting.
    @Test
    void theTargetsSettingsArePutBackOnceMoreWhenTheTopicSaysThatTheRunHasEnded() throws Exception {
        ControllerEpoch term = fixture.term();
        fixture.state = WHOLE;
        fixture.look(fixture.work(false), term);
        assertThat(fixture.saidAtTheEnd).isTrue();
    }

    @Test
    void aCopyWithTooManyRejectsDoesNotEndUntilTheyAreAccepted() throws Exception {
        fixture.most = OptionalInt.of(0);
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(false);
        fixture.state = new RunState(WHOLE.plan(), WHOLE.checkpoints(), WHOLE.ends(), WHOLE.committed(), 1);
        fixture.look(work, term);
        fixture.look(work, term);
        assertThat(topic.said().completed()).isFalse();
        assertThat(topic.said().blocked()).hasSize(1);
        topic.say(Pause.KEY, null);
        topic.say(Blocked.key(Blocked.REJECTS), null);
        fixture.look(work, term);
        assertThat(topic.said().completed()).isTrue();
    }

    @Test
    void aCopyWhoseTargetWasChangedDoesNotEndUntilThatIsAccepted() throws Exception {
        topic.say(TargetShape.KEY, fixture.target.shape().encode());
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(false);
        fixture.look(work, term);
        fixture.target =
                new TargetState(Optional.empty(), new TargetShape(Map.of("dynamic", "1")), TargetHistories.NONE);
        fixture.state = WHOLE;
        fixture.look(work, term);
        fixture.look(work, term);
        assertThat(topic.said().completed()).isFalse();
        assertThat(topic.said().blocked()).hasSize(1);
        topic.say(Pause.KEY, null);
        topic.say(Blocked.key(Blocked.TARGET), null);
        fixture.look(work, term);
        assertThat(topic.said().completed()).isTrue();
    }

    @Test
    void aTargetThatIsChangedIsNoticedWhileTheRunFollows() throws Exception {
        topic.say(TargetShape.KEY, fixture.target.shape().encode());
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(true);
        fixture.state = WHOLE;
        fixture.look(work, term);
        fixture.target =
                new TargetState(Optional.of("It has a pipeline."), fixture.target.shape(), TargetHistories.NONE);
        fixture.now = fixture.now.plusSeconds(10);
        fixture.look(work, term);
        fixture.look(work, term);
        assertThat(topic.said().blocked()).hasSize(1);
    }

    /// Each pass carries a field, and what it writes has not come back when the target is looked at.
    @Test
    void aTargetThatIsChangedIsNoticedWhileFieldsArriveAllTheTime() throws Exception {
        followed();
        ControllerEpoch term = fixture.following();
        RunWork work = fixture.work(true);
        fixture.looked = () ->
                new TargetState(fixture.target.problem(), MappingShape.of(fixture.kept.mapping), TargetHistories.NONE);
        for (int pass = 0; pass < 25 && topic.said().blocked().isEmpty(); pass++) {
            fixture.source.change("{'properties':{" + fields(pass) + "}}");
            fixture.look(work, term);
            assertThat(fixture.kept.mapping.path("properties")).hasSize(pass + 1);
            if (pass == 12) {
                fixture.target = new TargetState(
                        Optional.of("It has a pipeline."), fixture.target.shape(), TargetHistories.NONE);
            }
        }
        assertThat(topic.said().blocked()).hasSize(1);
    }

    private void followed() {
        fixture.kept.mapping =
                HeldMark.carried(MappingLevels.shut(fixture.source.mapping), fixture.source.mapping, true, "0");
        topic.say(
                CarriedMapping.KEY,
                CarriedMapping.begun(
                                0,
                                true,
                                MappingLevels.of(fixture.source.mapping).toString(),
                                Map.of())
                        .encode());
        topic.say(TargetShape.KEY, MappingShape.of(fixture.kept.mapping).encode());
    }

    private static String fields(int last) {
        return IntStream.rangeClosed(0, last)
                .mapToObj(field -> "'f" + field + "':{'type':'long'}")
                .collect(Collectors.joining(","));
    }

    @Test
    void endingIsTriedAgainWhenTheTargetWasAway() throws Exception {
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(false);
        fixture.state = WHOLE;
        fixture.targetIsAway = true;
        fixture.look(work, term);
        assertThat(topic.said().completed()).isFalse();
        fixture.targetIsAway = false;
        fixture.look(work, term);
        assertThat(topic.said().completed()).isTrue();
        assertThat(fixture.endings).isEqualTo(2);
    }

    /// Each would be a new state of the cluster for every node of it, and `dynamic` would go to and fro.
    @Test
    void anEndThatIsRefusedDoesNotOpenAndShutTheTargetEachTime() throws Exception {
        followed();
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(false);
        fixture.looked = () ->
                new TargetState(fixture.target.problem(), MappingShape.of(fixture.kept.mapping), TargetHistories.NONE);
        fixture.look(work, term);
        int changes = fixture.kept.changes.size();
        fixture.state = WHOLE;
        fixture.targetIsAway = true;
        for (int i = 0; i < 10; i++) {
            fixture.look(work, term);
        }
        assertThat(fixture.endings).isEqualTo(10);
        assertThat(fixture.kept.changes).hasSize(changes);
        fixture.targetIsAway = false;
        fixture.look(work, term);
        assertThat(topic.said().completed()).isTrue();
        assertThat(MappingLevels.areShut(fixture.kept.mapping)).isFalse();
    }

    @Test
    void aRunThatFollowsGoesOnInsteadOfEnding() throws Exception {
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(true);
        fixture.state = WHOLE;
        fixture.look(work, term);
        assertThat(topic.said().isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(fixture.endings).isZero();
    }

    @Test
    void aCopyDoesNotEndBeforeTheTargetHasTheSourcesMapping() throws Exception {
        followed();
        fixture.looked = () ->
                new TargetState(fixture.target.problem(), MappingShape.of(fixture.kept.mapping), TargetHistories.NONE);
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(false);
        fixture.look(work, term);
        fixture.source.change("{'properties':{'late':{'type':'long'}}}");
        fixture.kept.failure = Optional.of(new ElasticException.Malformed("the target does not answer"));
        fixture.state = WHOLE;
        fixture.now = fixture.now.plusSeconds(10);
        fixture.look(work, term);
        fixture.look(work, term);
        assertThat(topic.said().completed()).isFalse();

        fixture.kept.failure = Optional.empty();
        for (int times = 0; times < 5; times++) {
            fixture.now = fixture.now.plusSeconds(10);
            fixture.look(work, term);
        }
        assertThat(fixture.kept.mapping.path("properties").has("late")).isTrue();
        assertThat(topic.said().completed()).isTrue();
    }
}
