package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Adopted;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.MissingOfStart;
import io.shardstream.common.contract.record.OnMappingChange;
import io.shardstream.common.contract.record.OnSourceMappingChange;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.contract.record.TrimmedLanes;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.index.target.HeldMark;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.index.target.MappingShape;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.index.target.TargetState;
import io.shardstream.control.state.OvertakenDocuments;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.ControllerWork;
import io.shardstream.control.state.controller.MemoryTopic;
import io.shardstream.control.state.controller.RunStage;
import io.shardstream.control.state.lanes.LaneStarts;
import io.shardstream.control.state.lanes.Trimming;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunWorkTest {
    private static final RunState HALF = RunStates.state(List.of(9L, 4L), List.of(10L, 5L), List.of(5L, 0L));
    private static final RunState WHOLE = RunStates.state(List.of(9L, 4L), List.of(10L, 5L), List.of(10L, 5L));

    private static final SourceTerms NOW_TERMS = new SourceTerms(List.of(3L, 3L));

    private final MemoryRun run = new MemoryRun(2, 2);
    private final MemoryTopic topic = new MemoryTopic();
    private Instant now = Instant.EPOCH;
    private RunState state = HALF;
    private @Nullable RuntimeException kafkaFailure;
    private OptionalInt most = OptionalInt.empty();
    private TargetState target = new TargetState(Optional.empty(), new TargetShape(Map.of()), TargetHistories.NONE);
    private Supplier<TargetState> looked = () -> target;
    private int endings;
    private boolean saidAtTheEnd;
    private long overtaken;
    private Set<Integer> whole = Set.of();
    private boolean targetIsAway;
    private boolean canEnd = true;
    private boolean limitsLetItBegin = true;
    private Trim trim = Trim.WRITTEN;
    private TargetReplicas replicas = TargetReplicas.AS_SOURCE;
    private int has;
    private final List<List<Long>> trimmed = new ArrayList<>();

    @Test
    void aCopyEndsOnceWhenItIsComplete() throws Exception {
        ControllerEpoch term = term();
        RunWork work = work(false);
        look(work, term);
        assertThat(topic.said().isIn(Phase.BACKFILL)).isTrue();
        state = WHOLE;
        look(work, term);
        look(work, term);
        assertThat(topic.said().completed()).isTrue();
        assertThat(endings).isEqualTo(1);
    }

    @Test
    void whatACopyLacksOfTheStartIsWrittenDownWithItsEnd() throws Exception {
        state = WHOLE;
        look(work(false), term());
        assertThat(topic.said().completed()).isTrue();
        assertThat(OvertakenDocuments.of(topic.said())).isZero();

        overtaken = 3;
        ControllerEpoch term = term();
        look(work(false), term);
        assertThat(topic.said().completed()).isTrue();
        assertThat(OvertakenDocuments.of(topic.said())).isEqualTo(3);
        assertThat(topic.writes.getLast()).contains(MissingOfStart.KEY, RunPhase.KEY);
    }

    @Test
    void aCopyWhoseTargetDoesNotGetItsSettingsBackIsEndedLater() throws Exception {
        canEnd = false;
        state = WHOLE;
        ControllerEpoch term = term();
        RunWork work = work(false);
        look(work, term);
        assertThat(topic.said().completed()).isFalse();
        canEnd = true;
        look(work, term);
        assertThat(topic.said().completed()).isTrue();
    }

    /// A shard was read again while another controller looked, with as many documents as before.
    @Test
    void howFarLanesReachedWhenThisControllerLookedBeforeSaysNothingWhenItControlsAgain() throws Exception {
        RunWork work = work(false);
        state = RunStates.state(List.of(9L, 4L), List.of(10L, 5L), List.of(5L, 0L));
        look(work, term());

        ControllerEpoch again = term();
        work.begin();
        state = RunStates.state(List.of(9L, 4L), List.of(10L, 12L), List.of(10L, 5L));
        look(work, again);
        look(work, again);
        assertThat(topic.said().completed()).isFalse();
    }

    @Test
    void aRunThatFollowsGivesTheTargetItsReplicasWhenTheBackfillIsDoneAndNotBefore() throws Exception {
        replicas = new TargetReplicas(OptionalInt.of(2), OptionalInt.of(0));
        ControllerEpoch term = term();
        RunWork work = work(true);
        look(work, term);
        assertThat(has).isZero();
        state = WHOLE;
        look(work, term);
        look(work, term);
        assertThat(topic.said().isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(has).isEqualTo(2);
    }

    @Test
    void theSourcesAliasesAreLookedAtWhileARunCopiesAndWhileItFollows() throws Exception {
        ControllerEpoch term = term();
        RunWork work = work(true);
        look(work, term);
        assertThat(aliasLooks).isEqualTo(1);
        state = WHOLE;
        look(work, term);
        int before = aliasLooks;
        look(work, term);
        assertThat(topic.said().isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(aliasLooks).isGreaterThan(before);
    }

    @Test
    void whoChangesTheReplicasAfterThatIsLeftAloneAlsoByTheNextController() throws Exception {
        replicas = new TargetReplicas(OptionalInt.of(2), OptionalInt.of(0));
        state = WHOLE;
        ControllerEpoch term = term();
        RunWork work = work(true);
        look(work, term);
        look(work, term);
        assertThat(has).isEqualTo(2);
        has = 0;
        ControllerEpoch next = term();
        RunWork another = work(true);
        look(another, next);
        look(another, next);
        assertThat(has).isZero();
    }

    @Test
    void aRunThatWasStoppedGivesThemWhenItGoesOn() throws Exception {
        replicas = new TargetReplicas(OptionalInt.empty(), OptionalInt.of(0));
        ControllerEpoch before = term();
        state = WHOLE;
        look(work(true), before);
        topic.say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        ControllerEpoch term = ControllerEpoch.begin(topic.journal(), "next", () -> now);
        RunWork work = work(true);
        look(work, term);
        assertThat(topic.said().isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(has).isZero();
        topic.say(Pause.KEY, null);
        term.request();
        look(work, term);
        assertThat(has).isEqualTo(1);
    }

    /// A process that is started at that moment reads whether the run has ended after it has raised a setting.
    @Test
    void theTargetsSettingsArePutBackOnceMoreWhenTheTopicSaysThatTheRunHasEnded() throws Exception {
        ControllerEpoch term = term();
        state = WHOLE;
        look(work(false), term);
        assertThat(saidAtTheEnd).isTrue();
    }

    @Test
    void aCopyWithTooManyRejectsDoesNotEndUntilTheyAreAccepted() throws Exception {
        most = OptionalInt.of(0);
        ControllerEpoch term = term();
        RunWork work = work(false);
        state = new RunState(WHOLE.plan(), WHOLE.checkpoints(), WHOLE.ends(), WHOLE.committed(), 1);
        look(work, term);
        look(work, term);
        assertThat(topic.said().completed()).isFalse();
        assertThat(topic.said().blocked()).hasSize(1);
        topic.say(Pause.KEY, null);
        topic.say(Blocked.key(Blocked.REJECTS), null);
        look(work, term);
        assertThat(topic.said().completed()).isTrue();
    }

    @Test
    void aCopyWhoseTargetWasChangedDoesNotEndUntilThatIsAccepted() throws Exception {
        topic.say(TargetShape.KEY, target.shape().encode());
        ControllerEpoch term = term();
        RunWork work = work(false);
        look(work, term);
        target = new TargetState(Optional.empty(), new TargetShape(Map.of("dynamic", "1")), TargetHistories.NONE);
        state = WHOLE;
        look(work, term);
        look(work, term);
        assertThat(topic.said().completed()).isFalse();
        assertThat(topic.said().blocked()).hasSize(1);
        topic.say(Pause.KEY, null);
        topic.say(Blocked.key(Blocked.TARGET), null);
        look(work, term);
        assertThat(topic.said().completed()).isTrue();
    }

    @Test
    void aTargetThatIsChangedIsNoticedWhileTheRunFollows() throws Exception {
        topic.say(TargetShape.KEY, target.shape().encode());
        ControllerEpoch term = term();
        RunWork work = work(true);
        state = WHOLE;
        look(work, term);
        target = new TargetState(Optional.of("It has a pipeline."), target.shape(), TargetHistories.NONE);
        now = now.plusSeconds(10);
        look(work, term);
        look(work, term);
        assertThat(topic.said().blocked()).hasSize(1);
    }

    /// Each pass carries a field, and what it writes has not come back when the target is looked at.
    @Test
    void aTargetThatIsChangedIsNoticedWhileFieldsArriveAllTheTime() throws Exception {
        followed();
        ControllerEpoch term = following();
        RunWork work = work(true);
        looked = () -> new TargetState(target.problem(), MappingShape.of(kept.mapping), TargetHistories.NONE);
        for (int pass = 0; pass < 25 && topic.said().blocked().isEmpty(); pass++) {
            source.change("{'properties':{" + fields(pass) + "}}");
            look(work, term);
            assertThat(kept.mapping.path("properties")).hasSize(pass + 1);
            if (pass == 12) {
                target = new TargetState(Optional.of("It has a pipeline."), target.shape(), TargetHistories.NONE);
            }
        }
        assertThat(topic.said().blocked()).hasSize(1);
    }

    private void followed() {
        kept.mapping = HeldMark.carried(MappingLevels.shut(source.mapping), source.mapping, true, "0");
        topic.say(
                CarriedMapping.KEY,
                CarriedMapping.begun(0, true, MappingLevels.of(source.mapping).toString(), Map.of())
                        .encode());
        topic.say(TargetShape.KEY, MappingShape.of(kept.mapping).encode());
    }

    private static String fields(int last) {
        return IntStream.rangeClosed(0, last)
                .mapToObj(field -> "'f" + field + "':{'type':'long'}")
                .collect(Collectors.joining(","));
    }

    @Test
    void aTargetThatIsChangedIsNoticedWhileASweepLasts() throws Exception {
        topic.say(TargetShape.KEY, target.shape().encode());
        ControllerEpoch term = following();
        duringSweep(() -> {
            target = new TargetState(Optional.of("It has a pipeline."), target.shape(), TargetHistories.NONE);
            now = now.plusSeconds(10);
        });
        look(work(true), term);

        assertThat(topic.said().blocked()).hasSize(1);
    }

    @Test
    void tooManyRejectsStopARunWhileASweepLasts() throws Exception {
        most = OptionalInt.of(0);
        ControllerEpoch term = following();
        duringSweep(() -> {
            state = new RunState(WHOLE.plan(), WHOLE.checkpoints(), WHOLE.ends(), WHOLE.committed(), 1);
            now = now.plusSeconds(1);
        });
        look(work(true), term);

        assertThat(topic.said().blocked()).hasSize(1);
    }

    @Test
    void theLanesAreTrimmedWhileASweepLasts() throws Exception {
        ControllerEpoch term = following();
        duringSweep(() -> now = now.plusSeconds(10));
        List<List<Long>> meanwhile = new ArrayList<>();
        run.whileAsking(() -> meanwhile.addAll(trimmed));
        look(work(true), term);

        assertThat(meanwhile).contains(WHOLE.committed());
    }

    @Test
    void aSweepGivesWayToWhatSomebodyAsksFor() throws Exception {
        ControllerEpoch term = following();
        run.source(0).index("a", "{}");
        run.copy();
        run.source(0).delete("a");
        duringSweep(() -> {
            topic.say(Request.KEY, new Request("r", Request.Kind.CUTOVER, Map.of(), now).encode());
            now = now.plusSeconds(1);
        });
        look(work(true), term);

        assertThat(run.target(0).documents()).containsKey("a");
    }

    @Test
    void aSlowAnswerOfKafkaDoesNotEndASweep() throws Exception {
        ControllerEpoch term = following();
        run.source(0).index("a", "{}");
        run.copy();
        run.source(0).delete("a");
        run.copy();
        duringSweep(() -> {
            kafkaFailure = new TimeoutException("no answer within 5 s");
            now = now.plusSeconds(31);
        });
        look(work(true), term);

        assertThat(run.copied()).isEmpty();
    }

    private ControllerEpoch following() throws Exception {
        ControllerEpoch term = term();
        state = WHOLE;
        term.enter(((RunStage.Backfill) term.stage()).caughtUp());
        return term;
    }

    /// Happens once, when a sweep asks for the first time.
    private void duringSweep(Runnable action) {
        AtomicBoolean isOver = new AtomicBoolean();
        run.source(0).before(call -> {
            if (call.equals("deletes") && isOver.compareAndSet(false, true)) {
                action.run();
            }
        });
    }

    /// Documents that the lost run had not written, had written in an older state, and of which it had not
    /// carried the deletion out.
    @Test
    void anAdoptedTargetIsMendedBeforeTheCopyCountsAsComplete() throws Exception {
        adopted();
        run.source(0).index("old", "{\"n\":1}");
        run.source(0).index("gone", "{}");
        run.copy();
        run.source(0).index("old", "{\"n\":2}");
        run.source(1).index("missing", "{}");
        run.source(0).delete("gone");
        run.copyAbove(Long.MAX_VALUE);
        state = WHOLE;
        ControllerEpoch term = term();
        look(work(true), term);
        assertThat(topic.said().isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.copied()).containsOnlyKeys("old", "missing").containsEntry("old", "{\"n\":2}");
        assertThat(topic.said().of(Adopted.KEY, Adopted::decode)).contains(new Adopted(Instant.EPOCH, 2, true, 3));
        assertThat(topic.said().of(SourceTerms.KEY, SourceTerms::decode)).contains(NOW_TERMS);
    }

    @Test
    void anAdoptedTargetThatHoldsWhatNobodyKnowsBlocksTheRun() {
        adopted();
        run.targetOf("strange").write("strange", null, 7, "{}");
        run.copy();
        state = WHOLE;
        ControllerEpoch term = term();
        assertThatThrownBy(() -> look(work(true), term))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("holds 1 document that this run can neither explain nor mend")
                .hasMessageContaining("'strange' is foreign");
        assertThat(topic.said().isIn(Phase.BACKFILL)).isTrue();
    }

    /// Numbers may have been given out twice before the run began.
    @Test
    void bytesOfAnAdoptedTargetAreComparedWhereTheTermHasChangedSinceItWasMade() throws Exception {
        adopted();
        whole = Set.of(0, 1);
        for (int i = 0; i < 3000; i++) {
            run.source(0).index("d" + i, "{}");
        }
        run.copy();
        run.targetOf("d77").write("d77", null, run.word(0, 77), "{\"other\":1}");
        state = WHOLE;
        ControllerEpoch term = term();
        look(work(true), term);
        assertThat(run.copied()).containsEntry("d77", "{}");
    }

    @Test
    void anAdoptedTargetIsNotComparedWhileTheRunIsPaused() throws Exception {
        adopted();
        topic.say(Pause.KEY, new Pause("wait", Instant.EPOCH).encode());
        run.copy();
        state = WHOLE;
        ControllerEpoch term = term();
        look(work(false), term);
        assertThat(endings).isZero();
        topic.say(Pause.KEY, null);
        look(work(false), term);
        assertThat(endings).isEqualTo(1);
    }

    @Test
    void anAdoptedTargetIsComparedOnce() throws Exception {
        adopted();
        run.copy();
        state = WHOLE;
        targetIsAway = true;
        ControllerEpoch term = term();
        RunWork work = work(false);
        look(work, term);
        int before = run.records();
        run.source(0).index("later", "{}");
        targetIsAway = false;
        look(work, term);
        assertThat(endings).isEqualTo(2);
        assertThat(run.records()).isEqualTo(before);
    }

    private void adopted() {
        topic.say(Adopted.KEY, Adopted.begun(Instant.EPOCH, 2).encode());
    }

    @Test
    void endingIsTriedAgainWhenTheTargetWasAway() throws Exception {
        ControllerEpoch term = term();
        RunWork work = work(false);
        state = WHOLE;
        targetIsAway = true;
        look(work, term);
        assertThat(topic.said().completed()).isFalse();
        targetIsAway = false;
        look(work, term);
        assertThat(topic.said().completed()).isTrue();
        assertThat(endings).isEqualTo(2);
    }

    /// Each would be a new state of the cluster for every node of it, and `dynamic` would go to and fro.
    @Test
    void anEndThatIsRefusedDoesNotOpenAndShutTheTargetEachTime() throws Exception {
        followed();
        ControllerEpoch term = term();
        RunWork work = work(false);
        looked = () -> new TargetState(target.problem(), MappingShape.of(kept.mapping), TargetHistories.NONE);
        look(work, term);
        int changes = kept.changes.size();
        state = WHOLE;
        targetIsAway = true;
        for (int i = 0; i < 10; i++) {
            look(work, term);
        }
        assertThat(endings).isEqualTo(10);
        assertThat(kept.changes).hasSize(changes);
        targetIsAway = false;
        look(work, term);
        assertThat(topic.said().completed()).isTrue();
        assertThat(MappingLevels.areShut(kept.mapping)).isFalse();
    }

    @Test
    void aRunThatFollowsGoesOnInsteadOfEnding() throws Exception {
        ControllerEpoch term = term();
        RunWork work = work(true);
        state = WHOLE;
        look(work, term);
        assertThat(topic.said().isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(endings).isZero();
    }

    @Test
    void nothingIsSweptWhileTheLimitsDoNotLetASweepBegin() throws Exception {
        run.source(0).index("gone", "{}");
        run.copy();
        ControllerEpoch term = term();
        RunWork work = work(true);
        state = WHOLE;
        look(work, term);
        run.source(0).delete("gone");
        run.copy();
        limitsLetItBegin = false;
        look(work, term);
        now = now.plusSeconds(60);
        look(work, term);
        assertThat(run.copied()).containsOnlyKeys("gone");
        limitsLetItBegin = true;
        look(work, term);
        assertThat(run.copied()).isEmpty();
    }

    @Test
    void aRunThatFollowsIsSweptOnItsSchedule() throws Exception {
        run.source(0).index("gone", "{}");
        run.source(0).index("kept", "{}");
        run.copy();
        ControllerEpoch term = term();
        RunWork work = work(true);
        state = WHOLE;
        look(work, term);
        run.source(0).delete("gone");
        run.copy();
        look(work, term);
        assertThat(run.copied()).containsOnlyKeys("kept");
        run.source(0).delete("kept");
        run.copy();
        look(work, term);
        assertThat(run.copied()).as("the next one is not due").containsOnlyKeys("kept");
        now = now.plusSeconds(10);
        look(work, term);
        assertThat(run.copied()).isEmpty();
    }

    /// It may have published what the source has deleted since, and says that the next sweep deletes what it
    /// has found.
    @Test
    void theFirstSweepAfterAVerificationSkipsNothing() throws Exception {
        ControllerEpoch term = following();
        RunWork work = work(true);
        long word = run.word(0, run.source(0).index("a", "{}"));
        run.copy();
        run.source(0).delete("a");
        run.copy();
        look(work, term);
        assertThat(run.copied()).isEmpty();
        run.targetOf("a").forgetTombstones();
        run.publish(List.of(new DocRecord(Bytes.utf8("a"), null, word, Bytes.utf8("{}"))));
        now = now.plusSeconds(60);
        look(work, term);
        assertThat(run.copied()).containsKey("a");

        topic.say(Verified.KEY, verified(RunStates.PLAN.docsTopicId(), now));
        now = now.plusSeconds(60);
        look(work, term);

        assertThat(run.copied()).isEmpty();
    }

    /// The target may have been put back to an older state, and accepted so, while another controller looked.
    @Test
    void theFirstSweepOfWhoeverControlsTheRunAgainSkipsNothing() throws Exception {
        RunWork work = work(true);
        long word = run.word(0, run.source(0).index("a", "{}"));
        run.copy();
        run.source(0).delete("a");
        run.copy();
        look(work, following());
        run.targetOf("a").forgetTombstones();
        run.publish(List.of(new DocRecord(Bytes.utf8("a"), null, word, Bytes.utf8("{}"))));

        ControllerEpoch again = following();
        work.begin();
        now = now.plusSeconds(60);
        look(work, again);

        assertThat(run.copied()).isEmpty();
    }

    /// The target may have been put back to an older state while nobody wrote to it.
    @Test
    void theFirstSweepOfARunThatWasPausedSkipsNothing() throws Exception {
        ControllerEpoch term = following();
        RunWork work = work(true);
        long word = run.word(0, run.source(0).index("a", "{}"));
        run.copy();
        run.source(0).delete("a");
        run.copy();
        look(work, term);
        topic.say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        term.request();
        run.targetOf("a").forgetTombstones();
        run.publish(List.of(new DocRecord(Bytes.utf8("a"), null, word, Bytes.utf8("{}"))));
        now = now.plusSeconds(60);
        look(work, term);
        assertThat(run.copied()).containsKey("a");

        topic.say(Pause.KEY, null);
        term.request();
        now = now.plusSeconds(60);
        look(work, term);

        assertThat(run.copied()).isEmpty();
    }

    @Test
    void aCopyDoesNotEndBeforeTheTargetHasTheSourcesMapping() throws Exception {
        followed();
        looked = () -> new TargetState(target.problem(), MappingShape.of(kept.mapping), TargetHistories.NONE);
        ControllerEpoch term = term();
        RunWork work = work(false);
        look(work, term);
        source.change("{'properties':{'late':{'type':'long'}}}");
        kept.failure = Optional.of(new ElasticException.Malformed("the target does not answer"));
        state = WHOLE;
        now = now.plusSeconds(10);
        look(work, term);
        look(work, term);
        assertThat(topic.said().completed()).isFalse();

        kept.failure = Optional.empty();
        for (int times = 0; times < 5; times++) {
            now = now.plusSeconds(10);
            look(work, term);
        }
        assertThat(kept.mapping.path("properties").has("late")).isTrue();
        assertThat(topic.said().completed()).isTrue();
    }

    @Test
    void theLanesAreTrimmedUntilTheCutOverBegins() throws Exception {
        ControllerEpoch term = term();
        RunWork work = work(true);
        look(work, term);
        assertThat(trimmed).containsExactly(HALF.committed());
        state = WHOLE;
        look(work, term);
        now = now.plusSeconds(61);
        look(work, term);
        assertThat(trimmed).containsExactly(HALF.committed(), WHOLE.committed());

        state = HALF;
        term.enter(new RunStage.CatchingUp("").cutOver());
        now = now.plusSeconds(61);
        look(work, term);
        assertThat(trimmed).hasSize(2);
    }

    @Test
    void whatIsTrimmedIsInTheControlTopicAndNeverFalls() throws Exception {
        ControllerEpoch term = term();
        String docs = RunStates.PLAN.docsTopicId();
        topic.say(TrimmedLanes.key(0), new TrimmedLanes(docs, 0, List.of(1L, 400L)).encode());
        RunWork work = work(true);
        look(work, term);
        assertThat(trimmed).containsExactly(HALF.committed());
        assertThat(topic.said().trimmedBelow(docs, 0)).isEqualTo(5);
        assertThat(topic.said().trimmedBelow(docs, 1)).isEqualTo(400);
        assertThat(topic.said().trimmedBelow("another", 0)).isZero();

        topic.say(TrimmedLanes.key(0), new TrimmedLanes("another", 0, List.of(900L, 900L)).encode());
        term.request();
        state = WHOLE;
        look(work, term);
        now = now.plusSeconds(61);
        look(work, term);
        assertThat(topic.said().trimmedBelow(docs, 0)).isEqualTo(10);
        assertThat(topic.said().trimmedBelow(docs, 1)).isEqualTo(5);
    }

    @Test
    void aVerificationOfAnotherDocsTopicSaysNothingAboutThisOne() throws Exception {
        trim = Trim.VERIFIED;
        ControllerEpoch term = term();
        RunWork work = work(true);
        topic.say(Verified.KEY, verified("another", now));
        look(work, term);
        now = now.plusSeconds(10);
        look(work, term);
        assertThat(trimmed).isEmpty();
        topic.say(Verified.KEY, verified(RunStates.PLAN.docsTopicId(), now));
        term.request();
        now = now.plusSeconds(10);
        look(work, term);
        assertThat(trimmed).containsExactly(List.of(3L, 0L));
    }

    @Test
    void whatIsVerifiedAfterTheTargetWasRestoredIsTrimmedAgain() throws Exception {
        trim = Trim.VERIFIED;
        target = new TargetState(target.problem(), target.shape(), new TargetHistories(List.of("a")));
        ControllerEpoch term = term();
        RunWork work = work(true);
        state = WHOLE;
        look(work, term);
        target = new TargetState(target.problem(), target.shape(), new TargetHistories(List.of("x")));
        now = now.plusSeconds(10);
        look(work, term);
        assertThat(topic.said().blocked()).hasSize(1);
        topic.say(Pause.KEY, null);
        topic.say(Blocked.key(Blocked.TARGET), null);
        topic.say(Verified.KEY, verified(RunStates.PLAN.docsTopicId(), now));
        now = now.plusSeconds(10);
        look(work, term);
        assertThat(trimmed).containsExactly(List.of(3L, 3L));
    }

    private static byte[] verified(String docsTopicId, Instant at) {
        return new Verified(
                        docsTopicId,
                        at,
                        false,
                        List.of(9L, 4L),
                        List.of(3L, 3L),
                        1,
                        1,
                        1,
                        0,
                        0,
                        0,
                        Optional.of(Verified.Rest.NONE))
                .encode();
    }

    private int aliasLooks;
    private final MemoryMapping source = new MemoryMapping(RunStates.PLAN.sourceUuid(), "{}");
    private final MemoryMapping kept = new MemoryMapping(RunStates.PLAN.targetUuid(), "{}");
    private final MappingCarrier mapping =
            new MappingCarrier("run", source, kept, OnSourceMappingChange.APPLY, Set.of(), new AccessRefusals(() -> 0));

    private RunWork work(boolean follow) {
        return new RunWork(
                follow,
                this::state,
                ending(),
                new RejectLimit("run", most, 1_000_000),
                mapping,
                new TargetWatch(
                        "run",
                        () -> Optional.of(looked.get()),
                        (seen, _) -> seen,
                        OnMappingChange.STOP,
                        mapping::tellsOwnFromOthers),
                _ -> aliasLooks++,
                new AdoptedTarget(this::verification, () -> NOW_TERMS, () -> true, () -> now),
                new ReplicasAtEnd(
                        replicas,
                        "v2",
                        () -> Map.of(TargetReplicas.SETTING, "1"),
                        () -> Map.of(TargetReplicas.SETTING, Integer.toString(has)),
                        given -> has = given,
                        () -> now),
                new Sweeping(
                        waits -> new Sweep(run.compared(), () -> now, waits, 1000),
                        run.sleeper(),
                        Duration.ofSeconds(10),
                        () -> limitsLetItBegin,
                        new SweepFailures(() -> now),
                        () -> now),
                new Trimming(() -> trim, starts(), () -> now),
                new ControllerWork() {
                    @Override
                    public void goOn(ControllerEpoch term) {}

                    @Override
                    public void carryOut(Request request, ControllerEpoch term) {}
                });
    }

    private RunState state() {
        if (kafkaFailure != null) {
            throw kafkaFailure;
        }
        return state;
    }

    private RunWork.Ending ending() {
        return new RunWork.Ending() {
            @Override
            public void begin() {}

            @Override
            public long overtaken() {
                return overtaken;
            }

            @Override
            public boolean isReady(RunState complete) {
                assertThat(complete.ends()).isEqualTo(WHOLE.ends());
                endings++;
                return !targetIsAway;
            }

            @Override
            public boolean end() {
                return canEnd;
            }

            @Override
            public void ended() {
                saidAtTheEnd = topic.said().completed();
            }
        };
    }

    private LaneStarts starts() {
        return new LaneStarts() {
            @Override
            public List<Long> written(Wanted wanted) {
                return IntStream.range(0, state.committed().size())
                        .mapToObj(lane -> wanted.is(lane, state.committed().get(lane))
                                ? state.committed().get(lane)
                                : 0L)
                        .toList();
            }

            @Override
            public void shortenSegments() {}

            @Override
            public void lengthenSegments() {}

            @Override
            public void deleteBelow(List<Long> offsets) {
                trimmed.add(offsets);
            }
        };
    }

    private Verification verification() {
        return new Verification(run.compared(), whole, run, run.sleeper(), 1000, new Random(1));
    }

    private ControllerEpoch term() {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 0, "").encode());
        return ControllerEpoch.begin(topic.journal(), "test", () -> now);
    }

    private void look(RunWork work, ControllerEpoch term) throws Exception {
        now = now.plusSeconds(1);
        assertThat(term.request()).isEmpty();
        work.goOn(term);
    }
}
