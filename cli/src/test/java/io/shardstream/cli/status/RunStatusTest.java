package io.shardstream.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.view.Limits;
import io.shardstream.common.contract.record.Adopted;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.MissingOfStart;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.SourceReading;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.console.view.NobodyAtWork;
import io.shardstream.control.console.view.ProgressMeter;
import io.shardstream.control.state.Behind;
import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class RunStatusTest {
    static final RunPlan PLAN = new RunPlan(
            "cities",
            "s",
            2,
            "cities-v2",
            "t",
            new ShardRouting(1, 1, 1, RoutingFunction.MODULO),
            "Shardstream-x",
            "docs",
            1000,
            List.of(5L, 6L),
            12,
            new SourceReading(VersionMode.SEQNO, false, true));

    private static final Limits LIMITS =
            new Limits(BacklogLimit.of(1000), Throttle.NONE, () -> Instant.parse("2026-07-01T12:00:00Z"));

    static RunStatus status(ControlRecords records, List<Long> goals) {
        RunState state = new RunState(PLAN, Map.of(), List.of(0L), List.of(0L), 0, goals);
        return new RunStatus(
                "x",
                records,
                state,
                new ProgressMeter(() -> 0, Duration.ofSeconds(1)).add(state),
                0,
                0,
                OptionalInt.empty(),
                0,
                LIMITS,
                Optional.empty());
    }

    private static RunStatus waiting(long records) {
        Map<Integer, Checkpoint> read = Map.of(0, new Checkpoint("docs", "s", "h", 1, 5, 10, 1000));
        RunState state = new RunState(PLAN, read, List.of(20L), List.of(20 - records), 0, List.of(5L, 6L));
        ControlRecords said = new ControlRecords(Map.of(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 3, "").encode()));
        return new RunStatus(
                "x",
                said,
                state,
                new ProgressMeter(() -> 0, Duration.ofSeconds(1)).add(state),
                1,
                1,
                OptionalInt.of(1),
                20,
                LIMITS,
                Optional.empty());
    }

    @Test
    void itSaysThatReadersWaitForWritersAndInWhichLane() {
        assertThat(waiting(12).table())
                .contains("limited   by the backlog, 1.2 kB of 1.0 kB, most of it in lane 0: reading waits for the"
                        + " writers");
        assertThat(waiting(12).fields()).containsKey("limited").containsEntry("in_kafka_bytes", 1200L);
    }

    @Test
    void itSaysHowMuchMayWaitAndHowMuchIsKept() {
        assertThat(waiting(7).table())
                .contains("in Kafka  7 records that wait, about 700 B of 1.0 kB at most; 20 kept, about 2.0 kB");
        assertThat(waiting(7).fields())
                .containsEntry("max_in_kafka_bytes", 1000L)
                .containsEntry("kept", 20L)
                .containsEntry("kept_bytes", 2000L);
    }

    /// C-67.
    @Test
    void whatIsOfThePastSaysOfWhenAndThatNobodyWorks() {
        Instant then = Instant.parse("2026-07-01T11:00:00.123Z");
        RunStatus going = waiting(7);
        RunStatus killed = new RunStatus(
                "x",
                going.records(),
                going.state(),
                going.progress().withLag(new Behind(32, "", Optional.of(then))),
                0,
                0,
                OptionalInt.of(0),
                20,
                LIMITS,
                Optional.of(new NobodyAtWork(Optional.of(then), false)));

        assertThat(killed.code()).isEqualTo(ExitCodes.NOBODY);
        assertThat(killed.table().getFirst())
                .isEqualTo("Nobody has worked on this run since 2026-07-01T11:00:00Z: all figures are of then. Start"
                        + " 'run', or 'control', 'reader' and 'writer': the run goes on where it was.");
        assertThat(killed.table())
                .contains("behind    32 operations of the source are not read yet, as of 2026-07-01T11:00:00Z");
        assertThat(killed.fields())
                .containsEntry("behind_at", then.toString())
                .extractingByKey("nobody_at_work")
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("since", "remedy")
                .containsEntry("since", then.toString());
        assertThat(going.code()).isEqualTo(ExitCodes.INCOMPLETE);
        assertThat(going.fields()).doesNotContainKey("nobody_at_work");
    }

    @Test
    void whereNobodyWorksSinceSomebodyMustLookThatIsWhatTheCodeSays() {
        Blocked blocked = new Blocked("reader", "Look here.", Instant.EPOCH);
        RunStatus going = waiting(7);
        RunStatus stopped = new RunStatus(
                "x",
                going.records().with(Map.of(Blocked.key("reader"), blocked.encode())),
                going.state(),
                going.progress()
                        .withLag(new Behind(
                                32, "", Optional.of(LIMITS.clock().instant().minusSeconds(4)))),
                0,
                0,
                OptionalInt.of(0),
                20,
                LIMITS,
                Optional.of(new NobodyAtWork(Optional.empty(), false)));

        assertThat(stopped.code()).isEqualTo(ExitCodes.BLOCKED);
        // A report that is as new as this tells of now.
        assertThat(stopped.table()).contains("behind    32 operations of the source are not read yet");
    }

    /// C-12.
    @Test
    void rejectsThatKafkaHasLostAreSaid() {
        RunState state = new RunState(PLAN, Map.of(), List.of(0L), List.of(0L), 0, 0, 0, 22, List.of(5L, 6L));
        RunStatus status = new RunStatus(
                "x",
                new ControlRecords(Map.of()),
                state,
                new ProgressMeter(() -> 0, Duration.ofSeconds(1)).add(state),
                0,
                0,
                OptionalInt.empty(),
                0,
                LIMITS,
                Optional.empty());
        assertThat(status.table()).contains("rejected  0 documents; 22 records of rejects are no longer in Kafka");
        assertThat(status.fields()).containsEntry("lost_rejects", 22L);
    }

    @Test
    void aCompleteCopyThatLacksRejectedDocumentsHasACodeOfItsOwn() {
        assertThat(completed(0, "").code()).isEqualTo(ExitCodes.DONE);
        assertThat(completed(2, "").code()).isEqualTo(ExitCodes.REJECTED);
        assertThat(completed(2, "production is on cities-v2").code()).isEqualTo(ExitCodes.DONE);
    }

    @Test
    void aCompleteCopyThatLacksDocumentsOfTheStartSaysSo() {
        RunStatus whole = completed(0, "");
        RunStatus status = new RunStatus(
                "x",
                whole.records().with(Map.of(MissingOfStart.KEY, new MissingOfStart(2).encode())),
                whole.state(),
                whole.progress(),
                0,
                0,
                OptionalInt.empty(),
                0,
                LIMITS,
                Optional.empty());
        assertThat(status.code()).isEqualTo(ExitCodes.DIFFERENT);
        assertThat(status.table())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("missing   The source was changed while it was copied: the target lacks at least 2"
                                + " documents of the start"));
        assertThat(status.fields()).containsEntry("missing_of_start", 2L);
        assertThat(whole.fields()).containsEntry("missing_of_start", 0L);
    }

    @Test
    void whatACutOverHasAcceptedIsSaid() {
        assertThat(completed(2, "").table()).contains("rejected  2 documents");
        RunStatus status = completed(3, "production is on cities-v2");
        assertThat(status.table()).contains("rejected  3 documents; the cut-over has accepted 2 rejected documents");
        assertThat(status.fields()).containsEntry("accepted_rejects", 2L).containsEntry("rejected", 3L);
    }

    private static RunStatus completed(long rejected, String why) {
        RunState state = new RunState(PLAN, Map.of(), List.of(0L), List.of(0L), rejected, List.of(5L, 6L));
        return new RunStatus(
                "x",
                new ControlRecords(Map.of(
                        RunPhase.KEY,
                        new RunPhase(Phase.COMPLETED, 3, why).encode(),
                        SignedOff.KEY,
                        new SignedOff("c-1", "a", "b", List.of(), List.of(), List.of(), 2, 0, "", Instant.EPOCH)
                                .encode())),
                state,
                new ProgressMeter(() -> 0, Duration.ofSeconds(1)).add(state),
                0,
                0,
                OptionalInt.empty(),
                0,
                LIMITS,
                Optional.empty());
    }

    @Test
    void howFarTheRunIsBehindItsSourceIsSaidIfItIsKnown() {
        RunStatus known = waiting(9);
        RunStatus behind = new RunStatus(
                "x",
                known.records(),
                known.state(),
                known.progress().withLag(new Behind(1234, "")),
                1,
                1,
                OptionalInt.of(1),
                20,
                known.fromRunFile(),
                Optional.empty());

        assertThat(behind.table()).contains("behind    1,234 operations of the source are not read yet");
        assertThat(behind.fields()).containsEntry("behind", 1234L);
        assertThat(known.table()).noneMatch(line -> line.startsWith("behind"));
        assertThat(known.fields()).doesNotContainKey("behind");
    }

    /// C-39.
    @Test
    void whyItCannotReadWhatTheSourceHasIsSaid() {
        RunStatus known = waiting(9);
        RunStatus behind = new RunStatus(
                "x",
                known.records(),
                known.state(),
                known.progress().withLag(new Behind(1234, "the source has not settled them")),
                1,
                1,
                OptionalInt.empty(),
                20,
                known.fromRunFile(),
                Optional.empty());

        assertThat(behind.table())
                .contains("behind    1,234 operations of the source are not read yet: the source has not settled them");
        assertThat(behind.fields()).containsEntry("behind_why", "the source has not settled them");
    }

    /// C-110.
    @Test
    void whatIsAskedForAndNotDoneIsSaid() {
        Request request = new Request("c-1", Request.Kind.CUTOVER, Map.of(), Instant.EPOCH);
        RunStatus status = status(new ControlRecords(Map.of(Request.KEY, request.encode())), List.of(5L, 6L));

        assertThat(status.table())
                .anyMatch(line -> line.startsWith("request   'cutover' was asked for ")
                        && line.endsWith(" ago (1970-01-01T00:00:00Z) and has no answer yet"));
        assertThat(status.fields()).containsEntry("request", Map.of("kind", "cutover", "at", "1970-01-01T00:00:00Z"));
    }

    /// C-117.
    @Test
    void thatNobodyControlsTheRunIsSaidUntilItHasEnded() {
        Controller last = new Controller(3, "7@host", Instant.parse("2026-07-01T12:00:00Z"));
        RunStatus alone = controlledBy(OptionalInt.of(0), Phase.CATCHING_UP, last);
        assertThat(alone.table())
                .contains("control   no process: start 'run' or 'control'; the last one was 7@host since"
                        + " 2026-07-01T12:00:00Z, epoch 3");
        assertThat(alone.fields()).containsEntry("controllers", 0);
        String known = "control   7@host since 2026-07-01T12:00:00Z, epoch 3";
        assertThat(controlledBy(OptionalInt.of(1), Phase.CATCHING_UP, last).table())
                .contains(known);
        assertThat(controlledBy(OptionalInt.empty(), Phase.CATCHING_UP, last).table())
                .contains(known);
        assertThat(controlledBy(OptionalInt.of(0), Phase.COMPLETED, last).table())
                .contains(known);
    }

    private static RunStatus controlledBy(OptionalInt controllers, Phase phase, Controller last) {
        RunStatus known = waiting(9);
        return new RunStatus(
                "x",
                new ControlRecords(Map.of(
                        RunPhase.KEY,
                        new RunPhase(phase, 3, "").encode(),
                        Controller.KEY,
                        last.encode(RunFormat.FIRST))),
                known.state(),
                known.progress(),
                1,
                1,
                controllers,
                20,
                known.fromRunFile(),
                Optional.empty());
    }

    @Test
    void theFormatOfTheRunIsSaidAndWhetherAnOlderVersionMayStillWorkForIt() {
        assertThat(status(ControlRecords.NONE, List.of(5L, 6L)).table())
                .contains("format    1, and 5 once every process of the run understands it");
        assertThat(status(ControlRecords.NONE, List.of(5L, 6L)).fields())
                .containsEntry("format", 1)
                .containsEntry("newest_format", 5);
        Instant since = Instant.parse("2026-07-01T12:00:00Z");
        ControlRecords raised = new ControlRecords(Map.of(
                RunFormat.KEY,
                new RunFormat(5, "0.2.0", since).encode(),
                Controller.KEY,
                new Controller(3, "7@host", since, "0.2.0").encode(3)));

        assertThat(status(raised, List.of(5L, 6L)).table())
                .contains("format    5 since 2026-07-01T12:00:00Z")
                .contains("control   7@host since 2026-07-01T12:00:00Z, epoch 3, version 0.2.0");
        assertThat(status(raised, List.of(5L, 6L)).fields()).containsEntry("format", 5);
    }

    @Test
    void whetherAnAdoptedTargetWasComparedIsSaid() {
        Adopted adopted = Adopted.begun(Instant.EPOCH, 4000);
        assertThat(status(said(adopted), List.of(5L, 6L)).table())
                .contains("adopted   4,000 documents found in the target; the comparison with the source is still to"
                        + " come");
        assertThat(status(said(adopted.equal(12)), List.of(5L, 6L)).table())
                .contains("adopted   4,000 documents found in the target; compared with the source, 12 mended");
        assertThat(waiting(9).table()).noneMatch(line -> line.startsWith("adopted"));
    }

    private static ControlRecords said(Adopted adopted) {
        return new ControlRecords(Map.of(Adopted.KEY, adopted.encode()));
    }

    @Test
    void nothingIsLimitedWhileTheBacklogHasRoom() {
        assertThat(waiting(9).table()).noneMatch(line -> line.startsWith("limited"));
        assertThat(waiting(9).fields()).doesNotContainKey("limited");
    }

    @Test
    void aThrottleIsSaidWithWhatItAllows() {
        assertThat(throttled(Phase.BACKFILL, Map.of("per-node", "2mb", "requests", "3")))
                .containsExactly("limited   by throttle: per-node 2mb, requests 3");
    }

    @Test
    void aClosedScheduleIsSaidWithItsHours() {
        assertThat(throttled(Phase.BACKFILL, Map.of("hours", "13:00-15:30", "time-zone", "Europe/Zurich")))
                .isEmpty();
        assertThat(throttled(Phase.BACKFILL, Map.of("hours", "22:00-06:00,12:00-13:30", "time-zone", "Europe/Zurich")))
                .containsExactly("limited   by schedule: the run works 22:00-06:00, 12:00-13:30 Europe/Zurich");
    }

    @Test
    void whileACutOverIsUnderWayNothingIsThrottled() {
        assertThat(throttled(Phase.CUTTING_OVER, Map.of("total", "0b"))).isEmpty();
        assertThat(throttled(Phase.CATCHING_UP, Map.of("total", "0b")))
                .containsExactly("limited   by throttle: total 0b");
    }

    @Test
    void aLineSaysThatTheRunIsPausedOrWhatHoldsItBackFirst() {
        RunState waiting = new RunState(PLAN, Map.of(), List.of(0L), List.of(0L), 0, List.of(5L, 6L));
        Map<String, byte[]> said = new HashMap<>(Map.of(
                Throttle.KEY,
                ThrottleText.changed(Throttle.NONE, Map.of("total", "0b")).encode()));
        assertThat(LIMITS.first(ControlRecords.NONE, waiting, OptionalDouble.empty()))
                .isEmpty();
        assertThat(LIMITS.first(new ControlRecords(said), waiting, OptionalDouble.empty()))
                .isEqualTo("limited by throttle: total 0b");
        said.put(
                Throttle.KEY,
                ThrottleText.changed(Throttle.NONE, Map.of("total", "5mb")).encode());
        assertThat(LIMITS.first(new ControlRecords(said), waiting, OptionalDouble.empty()))
                .isEqualTo("with throttle: total 5mb");
        said.put(Pause.KEY, new Pause("lunch", Instant.EPOCH).encode());
        assertThat(LIMITS.first(new ControlRecords(said), waiting, OptionalDouble.empty()))
                .isEqualTo("paused lunch");
    }

    private static List<String> throttled(Phase phase, Map<String, String> limits) {
        ControlRecords records = new ControlRecords(Map.of(
                RunPhase.KEY,
                new RunPhase(phase, 3, "").encode(),
                Throttle.KEY,
                ThrottleText.changed(Throttle.NONE, limits).encode()));
        return status(records, List.of(5L, 6L)).table().stream()
                .filter(line -> line.startsWith("limited"))
                .toList();
    }

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
    void goalsAreThoseOfAcceptedHistories() {
        assertThat(status(ControlRecords.NONE, List.of(40L, RunState.NOT_BEGUN)).fields())
                .containsEntry(
                        "shards",
                        List.of(Map.of("shard", 0L, "done", -1L, "goal", 40L), Map.of("shard", 1L, "done", -1L)));
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

    @Test
    void aRunThatWasGivenUpSaysSo() {
        RunPhase aborted = new RunPhase(Phase.ABORTED, 1, "the operator said so");
        RunStatus status = status(new ControlRecords(Map.of(RunPhase.KEY, aborted.encode())), List.of(5L, 6L));

        assertThat(status.code()).isEqualTo(ExitCodes.FAILED);
        assertThat(status.end()).contains("Run x is aborted: the operator said so");
    }
}
