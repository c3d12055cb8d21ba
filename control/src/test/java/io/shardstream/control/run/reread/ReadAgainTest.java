package io.shardstream.control.run.reread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.DeposedException;
import io.shardstream.control.state.controller.MemoryTopic;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.errors.TopicDeletionDisabledException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadAgainTest {
    private static final RunPlan PLAN = RunStates.PLAN;

    private final MemoryTopic control = new MemoryTopic();
    private final MemoryLaneTopics topics = new MemoryLaneTopics();
    private final List<String> complaints = new ArrayList<>();
    private ReadAgain.Permission permission = () -> {};
    private Instant now = Instant.EPOCH;
    private final ReadAgain again =
            new ReadAgain("run", topics, control::journal, "test", () -> now, pause -> now = now.plus(pause));

    @BeforeEach
    void prepared() {
        control.say(RunPlan.KEY, PLAN.encode());
        say(Phase.CATCHING_UP);
    }

    @Test
    void thePlanNamesTheNewTopicAndNothingElseIsDifferent() throws Exception {
        ReadAgain.Begun begun = begin();

        assertThat(begun).isEqualTo(new ReadAgain.Begun(PLAN.readAgain("docs-2"), true));
        assertThat(control.said().plan()).contains(begun.plan());
        assertThat(begun.plan().id()).isEqualTo(PLAN.docsTopicId());
        assertThat(begun.plan().goal()).isEqualTo(PLAN.goal());
        assertThat(control.said().isIn(Phase.CATCHING_UP)).isTrue();
    }

    @Test
    void whatIsSaidOfTheOldTopicIsTakenBackAndTheRestStands() throws Exception {
        say(new Blocked("writer", "Lane 0 has lost records", now));
        say(new Blocked(Blocked.REJECTS, "too many", now));
        say(new Blocked(Blocked.TARGET, "changed", now));
        control.say(
                Verified.KEY,
                new Verified(
                                "docs",
                                now,
                                false,
                                List.of(),
                                List.of(4L),
                                1,
                                1,
                                1,
                                0,
                                0,
                                0,
                                Optional.of(Verified.Rest.NONE))
                        .encode());
        control.say(AcceptedHistory.key(1), new AcceptedHistory(1, "h", 2, 7).encode());
        control.say(Pause.KEY, new Pause("", now).encode());
        begin();

        assertThat(control.said().blocked())
                .extracting(Blocked::part)
                .containsExactlyInAnyOrder(Blocked.REJECTS, Blocked.TARGET);
        assertThat(control.said().of(Verified.KEY, Verified::decode)).isEmpty();
        assertThat(control.said().of(AcceptedHistory.key(1), AcceptedHistory::decode))
                .isPresent();
        assertThat(control.said().pause()).isPresent();
    }

    @Test
    void aControllerOfBeforeWritesNothingAnyMore() throws Exception {
        ControllerEpoch before = ControllerEpoch.begin(control.journal(), "before", () -> now);
        begin();
        assertThatThrownBy(before::requireControl).isInstanceOf(DeposedException.class);
    }

    @Test
    void aControllerThatTakesTheRunBackInBetweenIsDeposedAgain() throws Exception {
        List<ControllerEpoch> others = new ArrayList<>();
        ReadAgain disturbed = new ReadAgain(
                "run",
                topics,
                () -> new DisturbedJournal(control.journal(), () -> {
                    if (others.size() < 2) {
                        others.add(ControllerEpoch.begin(control.journal(), "other", () -> now));
                    }
                }),
                "test",
                () -> now,
                pause -> now = now.plus(pause));
        assertThat(disturbed.begin(control.said(), permission, complaints::add).isNew())
                .isTrue();
        assertThat(others).hasSize(2);
        assertThat(control.said().plan()).contains(PLAN.readAgain("docs-2"));
    }

    @Test
    void theOldDocsTopicGoesWhenThePlanIsWrittenAndItsWritersHaveLeft() throws Exception {
        topics.writersUntil = now.plusSeconds(3);
        topics.whenDeleted = () -> {
            assertThat(control.said().plan()).contains(PLAN.readAgain("docs-2"));
            assertThat(now).isBetween(Instant.EPOCH.plusSeconds(3), Instant.EPOCH.plusSeconds(4));
        };
        begin();
        assertThat(topics.docs).containsOnlyKeys(2);
    }

    @Test
    void aFrozenWriterIsNotWaitedForForLong() throws Exception {
        topics.writersUntil = Instant.MAX;
        begin();
        assertThat(topics.docs).containsOnlyKeys(2);
        assertThat(Duration.between(Instant.EPOCH, now)).isLessThan(Duration.ofSeconds(11));
    }

    @Test
    void anAttemptThatWasKilledBeforeThePlanIsMadeUpFor() throws Exception {
        topics.whenCarried = () -> {
            throw new IllegalStateException("killed");
        };
        assertThatThrownBy(this::begin).hasMessage("killed");
        assertThat(control.said().plan()).contains(PLAN);
        topics.whenCarried = () -> {};
        assertThat(begin().plan()).isEqualTo(PLAN.readAgain("docs-2"));
        assertThat(topics.docs).containsOnlyKeys(2);
    }

    @Test
    void oneThatWasKilledAfterThePlanIsFinishedAndDoesNotBeginOnceMore() throws Exception {
        topics.lost.put(1, "Topic docs is gone.");
        topics.whenDeleted = () -> {
            throw new IllegalStateException("killed");
        };
        assertThatThrownBy(this::begin).hasMessage("killed");
        topics.whenDeleted = () -> {};
        assertThat(begin()).isEqualTo(new ReadAgain.Begun(PLAN.readAgain("docs-2"), false));
        assertThat(topics.docs).containsOnlyKeys(2);
    }

    /// It would delete documents that only Kafka has.
    @Test
    void nothingIsMadeOrDeletedWithoutPermission() {
        permission = () -> {
            throw new RunRefusedException("the source is gone");
        };
        assertThatThrownBy(this::begin).hasMessage("the source is gone");
        assertThat(topics.docs).containsOnlyKeys(1);
        assertThat(control.said().plan()).contains(PLAN);
    }

    /// The source may have lost documents since the attempt that was killed was allowed to delete them.
    @Test
    void norIsWhatAnEarlierAttemptHasLeft() {
        topics.whenDeleted = () -> {
            throw new IllegalStateException("killed");
        };
        assertThatThrownBy(this::begin).hasMessage("killed");
        topics.whenDeleted = () -> {};
        permission = () -> {
            throw new RunRefusedException("the source is gone");
        };
        assertThatThrownBy(this::begin).hasMessage("the source is gone");
        assertThat(topics.docs).containsOnlyKeys(1, 2);
    }

    @Test
    void aRunThatLosesRecordsOnceMoreReadsOnceMore() throws Exception {
        begin();
        topics.lost.put(2, "Lane 0 has lost offsets 0 to 1, which were not written.");
        assertThat(again.lost(control.said())).hasSize(1);
        assertThat(begin().plan()).isEqualTo(PLAN.readAgain("docs-2").readAgain("docs-3"));
        assertThat(topics.docs).containsOnlyKeys(3);
    }

    @Test
    void aTopicThatCannotBeDeletedIsNamed() throws Exception {
        topics.whenDeleted = () -> {
            throw new TopicDeletionDisabledException("no");
        };
        assertThat(begin().isNew()).isTrue();
        assertThat(complaints)
                .containsExactly(
                        "Topic docs.1, which nobody needs any more, could not be deleted (no): delete it by hand.");
    }

    /// C-106: the target may have been restored since.
    @Test
    void aTopicThatAnEarlierAttemptCouldNotDeleteIsNoReasonToReadNothing() throws Exception {
        topics.whenDeleted = () -> {
            throw new TopicDeletionDisabledException("no");
        };
        assertThat(begin().isNew()).isTrue();
        topics.read.add(2);

        assertThat(begin())
                .isEqualTo(new ReadAgain.Begun(PLAN.readAgain("docs-2").readAgain("docs-3"), true));
    }

    @Test
    void aRunThatCutsOverOrHasEndedIsLeftAsItIs() {
        say(Phase.CUTTING_OVER);
        assertThatThrownBy(this::begin)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("'abort' ends that");
        say(Phase.COMPLETED);
        assertThatThrownBy(this::begin)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("completed: nothing is read any more");
        assertThat(topics.docs).containsOnlyKeys(1);
    }

    @Test
    void whatWasAskedForIsSeenThroughFirst() throws Exception {
        Request request = new Request("cutover-1", Request.Kind.CUTOVER, Map.of(), now);
        control.say(Request.KEY, request.encode());
        assertThatThrownBy(this::begin)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("'cutover' was asked for and is not done");
        control.say(
                Answer.key(request.id()), new Answer(request.id(), Answer.Outcome.ABORTED, "aborted", now).encode());
        assertThat(begin().isNew()).isTrue();
    }

    @Test
    void oneThatBeginsToCutOverMeanwhileIsLeftAsItIs() {
        topics.whenMade = () -> say(Phase.CUTTING_OVER);
        assertThatThrownBy(this::begin).isInstanceOf(RunRefusedException.class).hasMessageContaining("cutting over");
        assertThat(control.said().plan()).contains(PLAN);
    }

    @Test
    void ofTwoAtOnceOneFindsOut() {
        topics.whenMade =
                () -> control.say(RunPlan.KEY, PLAN.readAgain("docs-2").encode());
        assertThatThrownBy(this::begin).isInstanceOf(PlanChangedException.class);
        assertThat(topics.docs).containsKeys(1, 2);
    }

    private ReadAgain.Begun begin() throws InterruptedException {
        return again.begin(control.said(), permission, complaints::add);
    }

    private void say(Phase phase) {
        control.say(RunPhase.KEY, new RunPhase(phase, 0, "").encode());
    }

    private void say(Blocked blocked) {
        control.say(Blocked.key(blocked.part()), blocked.encode());
    }

    private final class MemoryLaneTopics implements LaneTopics {
        private final Map<Integer, String> docs = new TreeMap<>(Map.of(1, "docs.1"));
        private final Map<Integer, String> lost = new TreeMap<>();
        private final Set<Integer> read = new TreeSet<>();
        private Instant writersUntil = Instant.EPOCH;
        private Runnable whenMade = () -> {};
        private Runnable whenCarried = () -> {};
        private Runnable whenDeleted = () -> {};

        @Override
        public List<String> lost(RunPlan plan) {
            String sentence = lost.get(plan.generation());
            return sentence == null ? List.of() : List.of(sentence);
        }

        @Override
        public boolean isUnread(RunPlan plan) {
            return !read.contains(plan.generation());
        }

        @Override
        public String make(RunPlan plan) {
            int generation = plan.generation() + 1;
            docs.put(generation, "docs." + generation);
            whenMade.run();
            return "docs-" + generation;
        }

        @Override
        public void carryOver(RunPlan plan, RunPlan next) {
            whenCarried.run();
        }

        @Override
        public List<Earlier> earlier(RunPlan plan) {
            return docs.keySet().stream()
                    .filter(generation -> generation < plan.generation())
                    .map(generation -> new Earlier("docs." + generation, "id-" + generation))
                    .toList();
        }

        @Override
        public boolean hasWriters(RunPlan plan) {
            return now.isBefore(writersUntil);
        }

        @Override
        public void delete(Earlier one) {
            whenDeleted.run();
            docs.values().remove(one.name());
        }
    }
}
