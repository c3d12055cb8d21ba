package io.shardstream.cli.steer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// C-110: a command that ends by an error after it has asked for something.
class StandingRequestTest {
    private static final Request CUTOVER = request(Request.Kind.CUTOVER);

    @Test
    void whatHasNoStepMayBeTakenBackUnlessItIsAnAbort() {
        assertThat(StandingRequest.mayBeTakenBack(ControlRecords.NONE, CUTOVER)).isTrue();
        assertThat(StandingRequest.mayBeTakenBack(ControlRecords.NONE, request(Request.Kind.ROLLBACK)))
                .isTrue();
        assertThat(StandingRequest.mayBeTakenBack(ControlRecords.NONE, request(Request.Kind.ABORT)))
                .isFalse();
        assertThat(StandingRequest.mayBeTakenBack(stepped(), CUTOVER)).isFalse();
        assertThat(StandingRequest.mayBeTakenBack(stepped(Phase.CATCHING_UP), CUTOVER))
                .as("conditions are looked at")
                .isTrue();
        assertThat(StandingRequest.mayBeTakenBack(stepped(Phase.CUTTING_OVER), CUTOVER))
                .isFalse();
        assertThat(StandingRequest.mayBeTakenBack(stepped(Phase.COMPLETED), request(Request.Kind.ROLLBACK)))
                .isFalse();
    }

    @Test
    void aControllerThatCameMeanwhileMayCarryItOut() {
        assertThat(StandingRequest.isUntouched(controlled(3), controlled(3), CUTOVER))
                .isTrue();
        assertThat(StandingRequest.isUntouched(controlled(3), controlled(4), CUTOVER))
                .isFalse();
        assertThat(StandingRequest.isUntouched(ControlRecords.NONE, stepped(), CUTOVER))
                .isFalse();
    }

    @Test
    void whereAControllerCameMeanwhileItIsNotSaidThatNobodyControlledTheRun() {
        assertThat(StandingRequest.became(controlled(3), controlled(3), CUTOVER))
                .isEqualTo("'cutover' was taken back: nobody controls the run, and production was not touched.");
        assertThat(StandingRequest.became(controlled(3), controlled(4), CUTOVER))
                .startsWith("'cutover' was asked for and stands: whoever controls the run carries it out.");
    }

    @Test
    void itIsSaidWhatStandsAndHowToTakeItBack() {
        assertThat(StandingRequest.stands(ControlRecords.NONE, CUTOVER))
                .isEqualTo(
                        "'cutover' was asked for and stands: whoever controls the run carries it out. 'abort' takes it"
                                + " back. If no process works on it for 15 minutes, it is not carried out.");
        assertThat(StandingRequest.stands(ControlRecords.NONE, request(Request.Kind.ABORT)))
                .isEqualTo("'abort' was asked for and stands: whoever controls the run carries it out.");
    }

    @Test
    void aRollbackThatMayHaveMovedProductionIsNotTakenBack() {
        Step step = new Step("r-1", 1, 9, "swap back", false, "", Instant.EPOCH);
        ControlRecords movedBack = new ControlRecords(Map.of(step.key(), step.encode()));
        assertThat(StandingRequest.stands(movedBack, request(Request.Kind.ROLLBACK)))
                .isEqualTo("'rollback' was asked for and stands: whoever controls the run carries it out.");
    }

    private static Request request(Request.Kind kind) {
        return new Request("r-1", kind, Map.of(), Instant.EPOCH);
    }

    private static ControlRecords controlled(long epoch) {
        return new ControlRecords(
                Map.of(Controller.KEY, new Controller(epoch, "7@host", Instant.EPOCH, "0.1.0").encode(3)));
    }

    private static ControlRecords stepped(Phase phase) {
        return stepped().with(Map.of(RunPhase.KEY, new RunPhase(phase, 1, "").encode()));
    }

    private static ControlRecords stepped() {
        Step step = new Step("r-1", 1, 1, "check the conditions", false, "", Instant.EPOCH);
        return new ControlRecords(Map.of(step.key(), step.encode()));
    }
}
