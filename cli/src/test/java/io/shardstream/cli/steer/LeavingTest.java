package io.shardstream.cli.steer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.index.cluster.WriteBlock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeavingTest {
    private static final Request REQUEST = new Request("c-1", Request.Kind.CUTOVER, Map.of(), Instant.EPOCH);
    private static final ControlRecords BLOCKED = new ControlRecords(Map.of(
            RunPhase.KEY,
            new RunPhase(Phase.CUTTING_OVER, 3, "").encode(),
            OwnBlock.key(Side.SOURCE),
            new OwnBlock(Side.SOURCE, "cities", Instant.EPOCH, false).encode()));

    @Test
    void whereNobodyIsLeftItSaysThatWritesAreRefusedAndWhatTakesThatBack() {
        assertThat(leaving(BLOCKED, 0, Optional.of(WriteBlock.WHOLE)).sentence(REQUEST))
                .isEqualTo("Nobody goes on with this. Writes to 'cities' are refused since 1970-01-01T00:00:00Z: a"
                        + " cut-over of this run has blocked them. 'abort' takes that back.");
        assertThat(leaving(BLOCKED, 0, Optional.empty()).sentence().orElse(""))
                .as("the source does not answer")
                .contains("are refused");
    }

    @Test
    void whereTheBlockWasLiftedWithoutKafkaItDoesNotSayThatWritesAreRefused() {
        assertThat(leaving(BLOCKED, 0, Optional.of(WriteBlock.NONE)).sentence(REQUEST))
                .isEqualTo("Nobody goes on with this, and writes are not refused: 'abort' puts an end to it.");
    }

    @Test
    void whereAnotherProcessControlsTheRunItGoesOn() {
        assertThat(leaving(BLOCKED, 1, Optional.of(WriteBlock.NONE)).sentence(REQUEST))
                .isEqualTo("As far as Kafka knows, another process controls the run and goes on with this: 'cutover'"
                        + " shows how, 'abort' ends it. One that was killed counts until session-timeout is over: look"
                        + " again then.");
    }

    /// The other one may have been killed a moment ago.
    @Test
    void thatWritesAreRefusedIsSaidAlsoWhereAnotherProcessControlsTheRun() {
        assertThat(leaving(BLOCKED, 1, Optional.of(WriteBlock.WHOLE)).sentence(REQUEST))
                .startsWith("Writes to 'cities' are refused since 1970-01-01T00:00:00Z: a cut-over of this run has"
                        + " blocked them. 'abort' takes that back. As far as Kafka knows, another process");
    }

    @Test
    void whatBecameOfTheRequestIsSaidIfItIsKnown() {
        Answer answer = new Answer("c-1", Answer.Outcome.ABORTED, "The cut-over was aborted.", Instant.EPOCH);
        ControlRecords answered = BLOCKED.with(Map.of(Answer.key("c-1"), answer.encode()));
        assertThat(leaving(answered, 0, Optional.empty()).sentence(REQUEST)).isEqualTo("The cut-over was aborted.");
    }

    @Test
    void nothingIsSaidOfARunThatOnlyFollowsItsSource() {
        ControlRecords following =
                new ControlRecords(Map.of(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 3, "").encode()));
        assertThat(leaving(following, 0, Optional.empty()).sentence()).isEmpty();
    }

    /// Whoever leaves it must know that it may be carried out all the same: a release cannot be taken back.
    @Test
    void whereNothingIsBlockedItSaysForHowLongTheRequestStays() {
        Request release = new Request("r-1", Request.Kind.RELEASE, Map.of(), Instant.EPOCH);
        ControlRecords cutOver =
                new ControlRecords(Map.of(RunPhase.KEY, new RunPhase(Phase.COMPLETED, 3, "").encode()));
        assertThat(leaving(cutOver, 1, Optional.empty()).sentence(release))
                .isEqualTo("'release' was asked for and stands: whoever controls the run carries it out. 'abort' takes"
                        + " it back. If no process works on it for 15 minutes, it is not carried out."
                        + " The same command shows how it goes on.");
    }

    @Test
    void withoutKafkaItSaysWhereToLook() {
        assertThat(new Leaving(Optional.empty(), 0, Optional.empty()).sentence(REQUEST))
                .contains("Kafka does not answer", "docs/emergency.md");
    }

    private static Leaving leaving(ControlRecords said, int controllers, Optional<WriteBlock> block) {
        return new Leaving(Optional.of(said), controllers, block);
    }
}
