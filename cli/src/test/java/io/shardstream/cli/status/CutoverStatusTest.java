package io.shardstream.cli.status;

import static io.shardstream.cli.status.StatusSamples.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What status says of a cut-over, and of a source that is blocked.
class CutoverStatusTest {
    private static ControlRecords steppedTo(Phase phase) {
        Request request = new Request("cutover-1", Request.Kind.CUTOVER, Map.of(), Instant.EPOCH);
        Step blocked = new Step("cutover-1", 3, 1, "block writes", true, "", Instant.EPOCH);
        Step drained = new Step("cutover-1", 3, 2, "read and write what is left", false, "", Instant.EPOCH);
        return new ControlRecords(Map.of(
                RunPhase.KEY,
                new RunPhase(phase, 3, "").encode(),
                CutoverNotes.KEY,
                CutoverNotes.begun(request, Instant.EPOCH).encode(),
                blocked.key(),
                blocked.encode(),
                drained.key(),
                drained.encode()));
    }

    @Test
    void aCutOverSaysWhichStepItIsAt() {
        RunStatus status = status(steppedTo(Phase.CUTTING_OVER), List.of(5L, 6L));

        assertThat(status.table())
                .contains(
                        "cut-over  read and write what is left, under way since 1970-01-01T00:00:00Z; the source may be"
                                + " blocked for writes");
        assertThat(status.fields()).containsKey("cutover_step");
    }

    @Test
    void aCutOverThatWasTakenBackIsAtNoStep() {
        RunStatus status = status(steppedTo(Phase.CATCHING_UP), List.of(5L, 6L));

        assertThat(status.table()).noneMatch(line -> line.startsWith("cut-over"));
        assertThat(status.fields()).doesNotContainKey("cutover_step");
    }

    @Test
    void thatClientsCannotWriteIsSaidBeforeAnythingElse() {
        RunStatus status = status(blockedIn(Phase.CUTTING_OVER, Side.SOURCE), List.of(5L, 6L));

        assertThat(status.table().getFirst())
                .isEqualTo("Writes to 'cities' are refused since 1970-01-01T00:00:01Z: a cut-over of this run has"
                        + " blocked them. 'abort' takes that back.");
        assertThat(status.fields().entrySet().iterator().next())
                .isEqualTo(Map.entry(
                        "writes_refused",
                        Map.of(
                                "index",
                                "cities",
                                "since",
                                "1970-01-01T00:00:01.500Z",
                                "remedy",
                                "'abort' takes that back.")));
        assertThat(status(blockedIn(Phase.COMPLETED, Side.TARGET), List.of(5L, 6L))
                        .table()
                        .getFirst())
                .startsWith("Writes to 'cities' are refused")
                .contains("a rollback of this run", "'release' gives it up");
    }

    @Test
    void aSourceThatStaysBlockedAfterTheSwapIsNoTrouble() {
        assertThat(status(blockedIn(Phase.COMPLETED, Side.SOURCE), List.of(5L, 6L))
                        .table()
                        .getFirst())
                .startsWith("run ");
        assertThat(status(blockedIn(Phase.ABORTED, Side.TARGET), List.of(5L, 6L))
                        .table()
                        .getFirst())
                .startsWith("run ");
    }

    private static ControlRecords blockedIn(Phase phase, Side side) {
        return new ControlRecords(Map.of(
                RunPhase.KEY,
                new RunPhase(phase, 3, "").encode(),
                OwnBlock.key(side),
                new OwnBlock(side, "cities", Instant.ofEpochMilli(1500), false).encode()));
    }
}
