package io.shardstream.control.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.DifferentContents;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VerificationNoteTest {
    private static final Verified VERIFIED = new Verified(
            "topic", Instant.EPOCH, false, List.of(1L), List.of(), 1, 1, 1, 0, 0, 0, Optional.of(Verified.Rest.NONE));
    private static final Verified LATER = new Verified(
            "topic", Instant.EPOCH, false, List.of(2L), List.of(), 1, 1, 1, 0, 0, 0, Optional.of(Verified.Rest.NONE));
    private static final Blocked STOPPED = new Blocked(Blocked.TARGET, "It has another history.", Instant.EPOCH);

    private final Map<String, byte[]> topic = new HashMap<>();
    /// What others do between each look at the topic and the write that goes by it.
    private Runnable meanwhile = () -> {};

    private final VerificationNote note =
            new VerificationNote(() -> SeenInMemory.of(topic, () -> meanwhile.run()), "cities");

    @Test
    void whatAControllerHasFoundInTheSameMomentStays() {
        noted(Set.of(5));
        meanwhile = () -> {
            noted(Set.of(3, 5));
            meanwhile = () -> {};
        };

        note.write(VERIFIED, false, Set.of(5), Set.of(7));
        assertThat(new ControlRecords(topic).differentContents()).containsExactlyInAnyOrder(3, 7);
        assertThat(topic.get(Verified.KEY)).isEqualTo(VERIFIED.encode());
    }

    @Test
    void whatAVerificationHasNotChangedMayChangeMeanwhile() {
        noted(Set.of(5));
        meanwhile = () -> noted(Set.of(3));

        note.write(VERIFIED, false, Set.of(5), Set.of(5));
        assertThat(new ControlRecords(topic).differentContents()).containsExactly(3);
        assertThat(topic).containsKey(Verified.KEY);
    }

    @Test
    void itIsGivenUpWhereSomebodyIsAlwaysFaster() {
        int[] next = {10};
        meanwhile = () -> noted(Set.of(next[0]++));

        assertThatExceptionOfType(RunRefusedException.class)
                .isThrownBy(() -> note.write(VERIFIED, false, Set.of(), Set.of(7)))
                .withMessageStartingWith(
                        "The result of 'verify' could not be written to the control topic of run cities")
                .withMessageEndingWith("Run 'verify' again.");
        assertThat(topic).doesNotContainKey(Verified.KEY);
    }

    @Test
    void whatWasComparedBeforeTheTargetLostSomethingIsNotNoted() {
        assertIsVoid(true);
    }

    @Test
    void norIsTheFirstThatIsCompared() {
        topic.put(Blocked.key(Blocked.TARGET), STOPPED.encode());
        assertIsVoid(false);
    }

    @Test
    void aLossInTheMomentOfTheWriteCountsToo() {
        meanwhile = () -> topic.put(Blocked.key(Blocked.TARGET), STOPPED.encode());
        assertIsVoid(false);
    }

    @Test
    void whatLeavesAVerificationStandingLeavesThisOne() {
        topic.put(Verified.KEY, VERIFIED.encode());
        topic.put(Blocked.key(Blocked.TARGET), STOPPED.encode());
        note.write(LATER, true, Set.of(), Set.of());
        assertThat(topic.get(Verified.KEY)).isEqualTo(LATER.encode());
    }

    /// It is not looked at any more, and the note of what it once was stopped for stays.
    @Test
    void theRunMayHaveEnded() {
        topic.put(Blocked.key(Blocked.TARGET), STOPPED.encode());
        topic.put(RunPhase.KEY, new RunPhase(Phase.COMPLETED, 1, "").encode());
        note.write(VERIFIED, false, Set.of(), Set.of());
        assertThat(topic).containsKey(Verified.KEY);
    }

    private void assertIsVoid(boolean wasVerified) {
        assertThatExceptionOfType(RunRefusedException.class)
                .isThrownBy(() -> note.write(VERIFIED, wasVerified, Set.of(), Set.of(7)))
                .withMessageStartingWith("The result of 'verify' is not kept in the control topic of run cities")
                .withMessageEndingWith("Run 'verify' again when the run goes on.");
        assertThat(topic).doesNotContainKeys(Verified.KEY, DifferentContents.KEY);
    }

    private void noted(Set<Integer> shards) {
        topic.put(DifferentContents.KEY, new DifferentContents(shards).encode());
    }
}
