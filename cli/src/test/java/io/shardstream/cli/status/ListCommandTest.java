package io.shardstream.cli.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.run.clean.RunInKafka;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/// A run among those of other people.
class ListCommandTest {
    private static final String CONTROL = "shardstream.x.control";

    @Test
    void aRunWhoseControlTopicTheUserMayNotReadIsShownAsThat() {
        ListCommand.Row row = ListCommand.row("x", found(OptionalInt.of(1), OptionalInt.of(2)), () -> {
            throw new TopicAuthorizationException(Set.of(CONTROL));
        });
        assertThat(row.state()).startsWith("not readable: Kafka does not allow").contains("topic " + CONTROL);
        assertThat(row.members()).hasValue(3);
        assertThat(row.topics()).isEqualTo(1);
    }

    @Test
    void membersThatTheUserMayNotSeeAreNotCounted() {
        ListCommand.Row row =
                ListCommand.row("x", found(OptionalInt.of(1), OptionalInt.empty()), () -> ControlRecords.NONE);
        assertThat(row.members()).isEmpty();
        assertThat(row.fields()).doesNotContainKey("members").containsEntry("state", "not prepared");
    }

    /// C-67.
    @Test
    void aRunOnWhichNobodyWorksSaysSoUnlessItHasEnded() {
        assertThat(state(Phase.BACKFILL, 0)).isEqualTo("backfill, nobody works on it");
        assertThat(state(Phase.BACKFILL, 1)).isEqualTo("backfill");
        assertThat(state(Phase.COMPLETED, 0)).isEqualTo("completed");
    }

    /// As where a rollback of a completed run is not finished.
    @Test
    void thatWritesOfARunAreRefusedIsSaid() {
        assertThat(blocked(Phase.COMPLETED, Side.TARGET)).isEqualTo("completed, a rollback has writes to 'v2' refused");
        assertThat(blocked(Phase.CUTTING_OVER, Side.SOURCE))
                .isEqualTo("cutting-over, a cut-over has writes to 'v2' refused");
        assertThat(blocked(Phase.COMPLETED, Side.SOURCE)).isEqualTo("completed");
    }

    /// As where the process was killed that blocked them.
    @Test
    void thatWritesMayBeRefusedIsSaidAsThat() {
        assertThat(blocked(Phase.CUTTING_OVER, Side.SOURCE, begun("block writes to the source")))
                .isEqualTo("cutting-over, a cut-over may have writes to 'v2' refused");
        assertThat(blocked(Phase.COMPLETED, Side.TARGET, begun("block writes to the target")))
                .isEqualTo("completed, a rollback may have writes to 'v2' refused");
    }

    private static Step begun(String name) {
        return new Step("c-1", 1, 1, name, false, "", Instant.EPOCH);
    }

    private static String blocked(Phase phase, Side side, Step... steps) {
        Map<String, byte[]> said = new HashMap<>(Map.of(
                RunPhase.KEY,
                new RunPhase(phase, 1, "").encode(),
                OwnBlock.key(side),
                new OwnBlock(side, "v2", Instant.EPOCH, false).encode()));
        for (Step step : steps) {
            said.put(step.key(), step.encode());
        }
        return ListCommand.row("x", found(OptionalInt.of(1), OptionalInt.of(1)), () -> new ControlRecords(said))
                .state();
    }

    /// Kafka leaves out of its list the groups that the user may not see.
    @Test
    void ofARunOfWhichNoGroupIsSeenItIsNotSaidThatNobodyWorksOnIt() {
        RunInKafka.Found unseen =
                new RunInKafka.Found(new TreeMap<>(Map.of(CONTROL, Uuid.randomUuid())), new TreeMap<>());
        ListCommand.Row row = ListCommand.row("x", unseen, () -> in(Phase.BACKFILL));
        assertThat(row.state()).isEqualTo("backfill");
        assertThat(row.members()).isEmpty();
    }

    private static String state(Phase phase, int members) {
        return ListCommand.row("x", found(OptionalInt.of(members), OptionalInt.of(0)), () -> in(phase))
                .state();
    }

    private static ControlRecords in(Phase phase) {
        return new ControlRecords(Map.of(RunPhase.KEY, new RunPhase(phase, 1, "").encode()));
    }

    @Test
    void aProcessThatIsToldToStopLooksNoFurther() {
        assertThatThrownBy(() -> ListCommand.row("x", found(OptionalInt.of(0), OptionalInt.of(0)), () -> {
                    throw new InterruptException("stop");
                }))
                .isInstanceOf(InterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    private static RunInKafka.Found found(OptionalInt readers, OptionalInt writers) {
        return new RunInKafka.Found(
                new TreeMap<>(Map.of(CONTROL, Uuid.randomUuid())),
                new TreeMap<>(Map.of("shardstream.x.readers", readers, "shardstream.x.writers.id", writers)));
    }
}
