package io.shardstream.cli.steer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.control.state.RequestAge;
import io.shardstream.control.state.finding.RunRefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class OpenRequestTest {
    private static final RunTopics TOPICS = new RunTopics("run");
    private static final TopicPartition CONTROL = new TopicPartition(TOPICS.control(), 0);
    private static final Map<String, String> NONE = Map.of();
    private static final Request CUTOVER = request("one", Request.Kind.CUTOVER, NONE);
    private static final Request DRY_RUN = request("two", Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
    private static final Request ABORT = request("three", Request.Kind.ABORT, NONE);
    private static final Request RELEASE = request("five", Request.Kind.RELEASE, NONE);
    private static final Request ROLLBACK = request("four", Request.Kind.ROLLBACK, Map.of("lose-writes", "7"));

    @Test
    void theSameWishIsJoined() {
        assertThat(joined(open(CUTOVER), Request.Kind.CUTOVER, NONE)).contains(CUTOVER);
        assertThat(joined(open(ROLLBACK), Request.Kind.ROLLBACK, Map.of("lose-writes", "7")))
                .contains(ROLLBACK);
    }

    /// Also one of an earlier version, which did not say what its run file has.
    @Test
    void theSameCommandWithTheSameRunFileIsJoined() {
        Map<String, String> said = Map.of("replace-index", "false", "max-lag", "5");
        for (Map<String, String> open : List.of(said, NONE, Map.of("replace-index", "false"))) {
            Request other = request("seven", Request.Kind.CUTOVER, open);
            assertThat(joined(open(other), Request.Kind.CUTOVER, said)).contains(other);
        }
        assertThatThrownBy(() -> joined(
                        open(request("eight", Request.Kind.CUTOVER, said)),
                        Request.Kind.CUTOVER,
                        Map.of("replace-index", "true", "max-lag", "5")))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("'cutover' was asked for with a run file that says otherwise of"
                        + " cutover.replace-index, and is not done:");
    }

    @Test
    void theSentenceHasWhatCanBeTypedAgain() {
        Map<String, String> options = Map.of(
                "replace-index", "false",
                "on-swap", "0123456789abcdef",
                "force", "yes",
                "accept-rejects", "7",
                "accept-difference", "title\nname in $x");
        assertThatThrownBy(
                        () -> joined(open(request("nine", Request.Kind.CUTOVER, options)), Request.Kind.CUTOVER, NONE))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("'cutover --accept-difference title --accept-difference \"name in \\$x\""
                        + " --accept-rejects 7 --force' was asked for and is not done:");
    }

    /// C-110. The next controller would refuse it.
    @Test
    void aWishThatNobodyBeganInTimeIsAskedForAnew() {
        Instant late = Instant.EPOCH.plus(RequestAge.MOST).plusMillis(1);
        Map<String, byte[]> records = new HashMap<>(
                Map.of(Request.KEY, CUTOVER.encode(), RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 1, "").encode()));
        assertThat(OpenRequest.joined(new ControlRecords(records), Request.Kind.CUTOVER, NONE, late))
                .isEmpty();

        Step step = new Step(CUTOVER.id(), 1, 1, "check the conditions", false, "", late.minusSeconds(60));
        records.put(step.key(), step.encode());
        assertThat(OpenRequest.joined(new ControlRecords(records), Request.Kind.CUTOVER, NONE, late))
                .contains(CUTOVER);
        records.put(RunPhase.KEY, new RunPhase(Phase.CUTTING_OVER, 1, "").encode());
        assertThat(OpenRequest.joined(
                        new ControlRecords(records), Request.Kind.CUTOVER, NONE, late.plus(RequestAge.MOST)))
                .contains(CUTOVER);
        assertThat(OpenRequest.joined(open(ABORT), Request.Kind.ABORT, NONE, late))
                .contains(ABORT);
    }

    @Test
    void whatIsAnsweredIsNotInTheWay() {
        assertThat(joined(answered(ABORT, ABORT), Request.Kind.CUTOVER, NONE)).isEmpty();
        assertThat(joined(ControlRecords.NONE, Request.Kind.CUTOVER, NONE)).isEmpty();
    }

    @Test
    void aDryRunDoesNotJoinACutOverNorTheOtherWayRound() {
        assertThatThrownBy(() -> joined(open(CUTOVER), Request.Kind.CUTOVER, DRY_RUN.options()))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContainingAll("'cutover'", "'abort' to end it");
        assertThatThrownBy(() -> joined(open(DRY_RUN), Request.Kind.CUTOVER, NONE))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("'cutover --dry-run'");
    }

    @Test
    void anOpenAbortIsErasedByNothingButGivingTheRunUp() {
        assertThatThrownBy(() -> joined(open(ABORT), Request.Kind.CUTOVER, NONE))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("'abort' was asked for")
                .hasMessageEndingWith("or 'abort --run' to give the whole run up.");
        assertThat(joined(open(ABORT), Request.Kind.ABORT, Map.of("run", "yes")))
                .isEmpty();
        Request run = request("six", Request.Kind.ABORT, Map.of("run", "yes"));
        assertThatThrownBy(() -> joined(open(run), Request.Kind.ABORT, NONE))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageEndingWith("'abort --run' was asked for and is not done: run it again to see it through.");
    }

    @Test
    void anAbortTakesThePlaceOfEveryOtherRequest() {
        for (Request open : List.of(CUTOVER, ROLLBACK, RELEASE)) {
            assertThat(joined(open(open), Request.Kind.ABORT, NONE)).isEmpty();
        }
    }

    @Test
    void aRollbackThatIsNotFinishedMakesRoomForAReleaseButForNoOtherRollback() {
        assertThat(joined(open(ROLLBACK), Request.Kind.RELEASE, NONE)).isEmpty();
        assertThatThrownBy(() -> joined(open(ROLLBACK), Request.Kind.ROLLBACK, Map.of("lose-writes", "all")))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContainingAll("'rollback --lose-writes 7'", "'abort' to end it and stay on the target");
        assertThatThrownBy(() -> joined(open(RELEASE), Request.Kind.ROLLBACK, NONE))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContainingAll("'release'", "'abort' to end it");
    }

    @Test
    void nobodyIsToldToStayOnTheTargetWhenProductionMayHaveLeftIt() {
        Step swapBack = new Step(ROLLBACK.id(), 1, 9, "swap back", false, "", Instant.EPOCH);
        ControlRecords movedBack =
                new ControlRecords(Map.of(Request.KEY, ROLLBACK.encode(), swapBack.key(), swapBack.encode()));
        assertThatThrownBy(() -> joined(movedBack, Request.Kind.ROLLBACK, Map.of("lose-writes", "all")))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageEndingWith("'rollback --lose-writes 7' was asked for and is not done: run it again to see it"
                        + " through.");
    }

    @Test
    void aRequestWhosePlaceWasTakenIsNotWaitedForForEver() {
        assertThatThrownBy(() -> OpenRequest.requireNotErased(open(CUTOVER), ABORT))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("'cutover' was asked for at the same time");
        assertThatThrownBy(() -> OpenRequest.requireNotErased(answered(DRY_RUN, DRY_RUN), CUTOVER))
                .isInstanceOf(RunRefusedException.class);
    }

    @Test
    void aRequestWhosePlaceWasTakenBeforeItWasSeenIsNotWaitedForEither() {
        try (MockConsumer<byte[], byte[]> topic = new MockConsumer<>("earliest");
                ControlTopicTail tail = new ControlTopicTail(topic, TOPICS, () -> Instant.EPOCH)) {
            topic.updateBeginningOffsets(Map.of(CONTROL, 5L));
            topic.addRecord(said(5, CUTOVER));
            topic.addRecord(said(7, DRY_RUN));
            topic.updateEndOffsets(Map.of(CONTROL, 8L));
            assertThat(tail.poll()).isEqualTo(2);

            assertThatCode(() -> OpenRequest.requireNotErased(tail, ABORT, 8)).doesNotThrowAnyException();
            assertThatThrownBy(() -> OpenRequest.requireNotErased(tail, ABORT, 6))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining("'cutover --dry-run' was asked for at the same time");
        }
    }

    private static ConsumerRecord<byte[], byte[]> said(long offset, Request request) {
        return new ConsumerRecord<>(
                CONTROL.topic(), 0, offset, Request.KEY.getBytes(StandardCharsets.UTF_8), request.encode());
    }

    @Test
    void aCutOverIsWaitedForWhileItIsAborted() {
        assertThatCode(() -> OpenRequest.requireNotErased(open(ABORT), CUTOVER)).doesNotThrowAnyException();
        assertThatCode(() -> OpenRequest.requireNotErased(open(CUTOVER), CUTOVER))
                .doesNotThrowAnyException();
        assertThatCode(() -> OpenRequest.requireNotErased(answered(DRY_RUN, CUTOVER), CUTOVER))
                .doesNotThrowAnyException();
    }

    private static Optional<Request> joined(ControlRecords records, Request.Kind kind, Map<String, String> options) {
        return OpenRequest.joined(records, kind, options, Instant.EPOCH);
    }

    private static Request request(String id, Request.Kind kind, Map<String, String> options) {
        return new Request(id, kind, options, Instant.EPOCH);
    }

    private static ControlRecords open(Request latest) {
        return new ControlRecords(Map.of(Request.KEY, latest.encode()));
    }

    private static ControlRecords answered(Request latest, Request answered) {
        Map<String, byte[]> values = new HashMap<>(Map.of(Request.KEY, latest.encode()));
        values.put(
                Answer.key(answered.id()), new Answer(answered.id(), Answer.Outcome.DONE, "", Instant.EPOCH).encode());
        return new ControlRecords(values);
    }
}
