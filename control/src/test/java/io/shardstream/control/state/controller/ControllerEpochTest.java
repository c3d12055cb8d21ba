package io.shardstream.control.state.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.NewerFormatException;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ThisProcess;
import io.shardstream.control.state.RunStates;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ControllerEpochTest {
    private static final byte[] VALUE = {1};

    private Instant now = Instant.EPOCH;

    private final MemoryTopic topic = new MemoryTopic();

    @BeforeEach
    void prepared() {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 0, "").encode());
    }

    @Test
    void everyTakeOverRaisesTheEpoch() {
        assertThat(begin("first").epoch()).isEqualTo(1);
        ControllerEpoch second = begin("second");
        assertThat(second.epoch()).isEqualTo(2);
        assertThat(topic.said().of(Controller.KEY, Controller::decode))
                .contains(new Controller(2, "second", Instant.EPOCH));
    }

    @Test
    void oneThatWasDeposedFindsOutBeforeItChangesAnything() {
        ControllerEpoch first = begin("first");
        begin("second");
        RunStage.Backfill backfill = (RunStage.Backfill) first.stage();
        assertThatThrownBy(() -> first.enter(backfill.complete())).isInstanceOf(DeposedException.class);
        assertThat(first.stage()).isEqualTo(backfill);
        assertThat(topic.said().isIn(Phase.BACKFILL)).isTrue();
    }

    /// Every process keeps them in memory.
    @Test
    void whatWasTriedLongAgoIsForgotten() {
        ControllerEpoch term = begin("first");
        Request signed = attempt(term, 0);
        term.write(
                CutoverNotes.KEY, new CutoverNotes(signed, now, List.of(), List.of(), Optional.empty(), -1).encode());
        for (int attempt = 1; attempt <= 100; attempt++) {
            now = now.plusSeconds(1);
            Request _ = attempt(term, attempt);
        }

        List<String> left = topic.said().all(Answer.key("cutover-"), Answer::decode).stream()
                .map(Answer::request)
                .toList();
        assertThat(left).hasSizeBetween(20, 23).contains(signed.id(), "cutover-100", "cutover-081");
        assertThat(topic.said().all(Step.KEY_PREFIX, Step::decode))
                .extracting(Step::request)
                .containsExactlyInAnyOrderElementsOf(left);
    }

    private Request attempt(ControllerEpoch term, int number) {
        Request request =
                new Request(String.format(Locale.ROOT, "cutover-%03d", number), Request.Kind.CUTOVER, Map.of(), now);
        topic.say(Request.KEY, request.encode());
        Step step = new Step(request.id(), term.epoch(), 1, "look", true, "", now);
        term.write(step.key(), step.encode());
        term.answer(request, Answer.Outcome.REFUSED, "no");
        return request;
    }

    @Test
    void theNextControllerGoesOnFromTheStageAtWhichTheLastOneStopped() {
        ControllerEpoch first = begin("first");
        first.enter(new RunStage.Backfill().caughtUp());
        first.enter(new RunStage.CatchingUp("").cutOver());
        assertThat(begin("second").stage()).isEqualTo(new RunStage.CuttingOver());
    }

    /// The topic shows nothing behind a transaction that somebody else has left open, until that ends.
    @Test
    void whoTookOverBeforeKafkaShowedWhatTheLastControllerWroteBeginsAnew() {
        ControllerEpoch first = begin("first");
        first.enter(new RunStage.Backfill().caughtUp());
        Map<String, byte[]> shown = topic.state();
        first.enter(new RunStage.CatchingUp("").cutOver());
        byte[] hidden = topic.state().get(RunPhase.KEY);
        topic.putBack(shown);
        ControllerEpoch second = begin("second");
        assertThat(second.request()).isEmpty();

        topic.say(RunPhase.KEY, hidden);

        assertThatThrownBy(second::request)
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("says by now that the run is cutting-over")
                .hasMessageContaining("went on from catching-up");
        ControllerEpoch third = begin("second");
        assertThat(third.stage()).isEqualTo(new RunStage.CuttingOver());
        assertThat(third.request()).isEmpty();
    }

    /// Also where the topic shows what it wrote later than it goes on.
    @Test
    void whatAControllerWroteItselfIsNoReasonToBeginAnew() {
        ControllerEpoch term = begin("one");
        byte[] found = topic.state().get(RunPhase.KEY);
        term.enter(new RunStage.Backfill().caughtUp());
        byte[] written = topic.state().get(RunPhase.KEY);
        term.enter(new RunStage.CatchingUp("").cutOver());
        byte[] last = topic.state().get(RunPhase.KEY);
        for (byte[] shown : List.of(found, written, last)) {
            topic.say(RunPhase.KEY, shown);
            assertThat(term.request()).isEmpty();
        }
    }

    @Test
    void whatMayWaitIsWrittenTogetherWithTheNextRecord() {
        ControllerEpoch term = begin("one");
        term.writeLater("step", VALUE);
        assertThat(term.request()).isEmpty();
        assertThat(written("step")).isFalse();
        assertThat(term.read("step", bytes -> bytes)).contains(VALUE);
        assertThat(term.all("step", bytes -> bytes)).containsExactly(VALUE);

        term.write("next", VALUE);

        assertThat(topic.writes.getLast()).containsExactlyInAnyOrder("step", "next");
    }

    @Test
    void whatMayWaitIsWrittenSoonWhereNothingFollows() {
        ControllerEpoch term = begin("one");
        term.writeLater("step", VALUE);
        now = now.plusMillis(201);

        assertThat(term.request()).isEmpty();

        assertThat(topic.writes.getLast()).containsExactly("step");
        term.write("next", VALUE);
        assertThat(topic.writes.getLast()).containsExactly("next");
    }

    private boolean written(String key) {
        return topic.writes.stream().anyMatch(records -> records.contains(key));
    }

    @Test
    void aRequestIsOpenUntilItIsAnswered() {
        ControllerEpoch term = begin("one");
        assertThat(term.request()).isEmpty();
        Request request = new Request("r", Request.Kind.CUTOVER, Map.of(), Instant.EPOCH);
        topic.say(Request.KEY, request.encode());
        assertThat(term.request()).contains(request);
        term.answer(request, Answer.Outcome.DONE, "");
        assertThat(term.request()).isEmpty();
        assertThat(begin("two").request()).isEmpty();
    }

    /// A verification, say, which this controller took back once.
    @Test
    void whatOthersWriteLaterCountsAndNotWhatThisControllerWroteBefore() {
        ControllerEpoch term = begin("one");
        topic.say("key", bytes("first"));
        term.write("key", null);
        assertThat(term.read("key", ControllerEpochTest::text)).isEmpty();
        topic.say("key", bytes("second"));
        assertThat(term.read("key", ControllerEpochTest::text))
                .as("not heard of yet")
                .isEmpty();
        term.request();
        assertThat(term.read("key", ControllerEpochTest::text)).contains("second");
        assertThat(term.all("ke", ControllerEpochTest::text)).containsExactly("second");
        term.write("key", bytes("third"));
        assertThat(term.read("key", ControllerEpochTest::text)).contains("third");
    }

    @Test
    void theControllerIsWrittenInTheFormatOfTheRunAndAnewWhenThatIsRaised() {
        ControllerEpoch term = begin("one");
        assertThat(term.format()).isEqualTo(RunFormat.FIRST);
        assertThat(controller().version()).as("in a format without versions").isEmpty();
        term.raise(2, "9.1.0");

        assertThat(term.format()).isEqualTo(2);
        assertThat(topic.said().raisedFormat()).contains(new RunFormat(2, "9.1.0", Instant.EPOCH));
        assertThat(controller()).isEqualTo(new Controller(1, "one", Instant.EPOCH, ThisProcess.version()));
        begin("two");
        assertThat(controller()).isEqualTo(new Controller(2, "two", Instant.EPOCH, ThisProcess.version()));
    }

    @Test
    void theFormatNeverFalls() {
        ControllerEpoch term = begin("one");
        term.raise(2, "9.1.0");
        assertThatThrownBy(() -> term.raise(2, "9.1.0")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> term.raise(1, "9.1.0")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aControllerOfAVersionThatIsTooOldStopsBeforeItWritesAnything() {
        ControllerEpoch newer = begin("newer");
        newer.raise(2, "9.1.0");
        assertThatThrownBy(() -> ControllerEpoch.begin(topic.journal(1), "older", () -> now))
                .isInstanceOf(NewerFormatException.class)
                .hasMessageContaining("start version 9.1.0 or a newer one");
        assertThat(controller().who()).isEqualTo("newer");
    }

    @Test
    void oneThatIsTooOldByNowStopsAtItsNextLook() {
        ControllerEpoch older = ControllerEpoch.begin(topic.journal(1), "older", () -> now);
        assertThat(older.request()).isEmpty();
        begin("newer").raise(2, "9.1.0");
        assertThatThrownBy(older::request).isInstanceOf(NewerFormatException.class);
    }

    @Test
    void aTokenIsNamedOnceInATerm() {
        ControllerEpoch term = begin("one");
        assertThat(term.nextToken()).isEqualTo(1);
        assertThat(term.nextToken()).isEqualTo(2);
    }

    @Test
    void oneThatWasDeposedCannotSayThatItIsTheController() {
        ControllerEpoch first = begin("first");
        first.requireControl();
        begin("second");
        assertThatThrownBy(first::requireControl).isInstanceOf(DeposedException.class);
        assertThat(topic.said().of(Controller.KEY, Controller::decode))
                .contains(new Controller(2, "second", Instant.EPOCH));
    }

    private Controller controller() {
        return topic.said().of(Controller.KEY, Controller::decode).orElseThrow();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private ControllerEpoch begin(String who) {
        return ControllerEpoch.begin(topic.journal(), who, () -> now);
    }
}
