package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockWatchTest {
    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final Duration TURN = Duration.ofMinutes(1);
    private static final Duration STEP = Duration.ofSeconds(1);

    private final Map<String, byte[]> topic = new HashMap<>();
    private final List<FakeRelief> reliefs = new ArrayList<>();
    private ControlRecords said = ControlRecords.NONE;
    private Instant now = Instant.EPOCH;
    private int looks;
    private int controllers;
    private Optional<RuntimeException> failure = Optional.empty();

    private final BlockWatch watch = new BlockWatch(
            "reader",
            () -> said,
            SILENCE,
            TURN,
            () -> {
                looks++;
                failure.ifPresent(e -> {
                    throw e;
                });
                return controllers;
            },
            () -> {
                FakeRelief relief = new FakeRelief();
                reliefs.add(relief);
                return relief;
            },
            () -> now,
            new Random(1));

    private static final class FakeRelief implements Relief {
        private boolean isOver;
        private boolean isClosed;
        private Optional<String> trouble = Optional.empty();

        @Override
        public boolean isOver() {
            return isOver;
        }

        @Override
        public Optional<String> trouble() {
            return trouble;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    @AfterEach
    void close() {
        watch.close();
        assertThat(reliefs).allMatch(relief -> relief.isClosed);
    }

    @Test
    void nobodyIsAskedWhileNothingIsBlocked() {
        phase(Phase.CATCHING_UP);
        pass(Duration.ofHours(1));
        phase(Phase.CUTTING_OVER);
        pass(Duration.ofHours(1));
        assertThat(looks).isZero();
        assertThat(reliefs).isEmpty();
    }

    @Test
    void nobodyIsAskedWhileAControllerTellsWhatItDoes() {
        blocked();
        for (int step = 1; step < 100; step++) {
            step(step);
            pass(SILENCE.minusSeconds(1));
        }
        assertThat(looks).isZero();
    }

    @Test
    void aControllerThatIsThereIsLeftAloneHoweverLittleItTells() {
        controllers = 1;
        blocked();
        pass(Duration.ofMinutes(10));
        assertThat(looks).isPositive();
        assertThat(reliefs).isEmpty();
    }

    @Test
    void whenTheControllerIsGoneTheRunIsTakenOverAndLetGoWhenNothingIsBlocked() {
        controllers = 1;
        blocked();
        pass(Duration.ofSeconds(20));
        controllers = 0;
        pass(BlockWatch.BETWEEN_LOOKS.multipliedBy(2));
        assertThat(reliefs).hasSize(1);

        controllers = 1;
        step(7);
        pass(Duration.ofSeconds(20));
        assertThat(reliefs.getFirst().isClosed).as("it has not done yet").isFalse();
        open();
        pass(STEP);
        assertThat(reliefs.getFirst().isClosed)
                .as("it finishes what it has begun")
                .isFalse();
        reliefs.getFirst().isOver = true;
        pass(STEP);
        assertThat(reliefs.getFirst().isClosed).isTrue();
        int before = looks;
        pass(Duration.ofHours(1));
        assertThat(looks).isEqualTo(before);
    }

    @Test
    void oneThatHasDoneWhatItCanIsLetGoBeforeTheTopicSaysSo() {
        blocked();
        pass(Duration.ofSeconds(10));
        reliefs.getFirst().isOver = true;
        pass(STEP);
        assertThat(reliefs.getFirst().isClosed).isTrue();
        assertThat(watch.trouble()).isEmpty();
    }

    @Test
    void oneThatMayNotSaysSoAndIsAnotherProcesssTurn() {
        blocked();
        pass(Duration.ofSeconds(10));
        reliefs.getFirst().trouble = Optional.of("source does not know the user 'reader'.");
        pass(STEP);
        assertThat(reliefs.getFirst().isClosed).isTrue();
        assertThat(watch.trouble())
                .contains("This run has blocked writes, no process controls it, and the reader cannot lift the block:"
                        + " source does not know the user 'reader'. Start 'control', or run 'abort'.");
        pass(BlockWatch.BETWEEN_TURNS.minusSeconds(2));
        assertThat(reliefs).hasSize(1);
        pass(Duration.ofSeconds(10));
        assertThat(reliefs).as("somebody may have given it what it needs").hasSize(2);

        open();
        pass(STEP);
        assertThat(watch.trouble()).isEmpty();
    }

    @Test
    void whatWasInTheWayIsNotToldAnyMoreWhenAControllerHasCome() {
        blocked();
        pass(Duration.ofSeconds(10));
        reliefs.getFirst().trouble = Optional.of("source does not know the user 'reader'.");
        pass(STEP);
        assertThat(watch.trouble()).isPresent();

        controllers = 1;
        pass(BlockWatch.BETWEEN_TURNS.plusSeconds(10));

        assertThat(watch.trouble()).isEmpty();
    }

    @Test
    void aTurnThatDoesNotDoIsGivenUpSoThatAnotherProcessMayTry() {
        blocked();
        pass(Duration.ofSeconds(10));
        pass(TURN);
        assertThat(reliefs.getFirst().isClosed).isTrue();
    }

    @Test
    void whereKafkaDoesNotLetItLookItSaysSoOnceInAWhile() {
        failure = Optional.of(GroupAuthorizationException.forGroupId("shardstream.cities.controllers"));
        blocked();
        pass(Duration.ofSeconds(20));
        assertThat(looks).isEqualTo(1);
        assertThat(watch.trouble().orElse(""))
                .contains("the reader cannot lift the block: Kafka does not allow", "shardstream.cities.controllers");
    }

    @Test
    void whoseClusterIsNotTheRunsSaysSo() {
        failure = Optional.of(new RunRefusedException("Correct target.nodes in the run file."));
        blocked();
        pass(Duration.ofSeconds(20));
        assertThat(reliefs).isEmpty();
        assertThat(watch.trouble().orElse(""))
                .contains("the reader cannot lift the block: Correct target.nodes", "Start 'control'");
    }

    @Test
    void whereKafkaDoesNotAnswerItAsksAgain() {
        failure = Optional.of(new TimeoutException("no answer"));
        blocked();
        pass(Duration.ofSeconds(20));
        assertThat(looks).isGreaterThan(3);
        assertThat(watch.trouble()).isEmpty();
        failure = Optional.empty();
        pass(BlockWatch.BETWEEN_LOOKS.multipliedBy(2));
        assertThat(reliefs).hasSize(1);
    }

    @Test
    void afterTheSwapOnlyARequestIsCarriedOut() {
        block(Side.TARGET, "cities-v2");
        phase(Phase.COMPLETED);
        pass(Duration.ofMinutes(1));
        assertThat(looks).isZero();
        say(Request.KEY, new Request("r", Request.Kind.ROLLBACK, Map.of(), Instant.EPOCH).encode());
        pass(Duration.ofSeconds(10));
        assertThat(reliefs).hasSize(1);
    }

    private void blocked() {
        say(Controller.KEY, new Controller(3, "control", Instant.EPOCH, "").encode(RunFormat.NEWEST));
        block(Side.SOURCE, "cities-v1");
        phase(Phase.CUTTING_OVER);
    }

    private void open() {
        topic.remove(OwnBlock.key(Side.SOURCE));
        phase(Phase.CATCHING_UP);
    }

    private void block(Side side, String index) {
        say(OwnBlock.key(side), new OwnBlock(side, index, Instant.EPOCH, false).encode());
    }

    private void phase(Phase phase) {
        say(RunPhase.KEY, new RunPhase(phase, 3, "").encode());
    }

    private void step(int number) {
        Step step = new Step("c", 3, number, "any", false, "", now);
        say(step.key(), step.encode());
    }

    private void say(String key, byte[] value) {
        topic.put(key, value);
        said = new ControlRecords(Map.copyOf(topic));
    }

    private void pass(Duration time) {
        for (Instant end = now.plus(time); now.isBefore(end); now = now.plus(STEP)) {
            watch.doWork();
        }
        watch.doWork();
    }
}
