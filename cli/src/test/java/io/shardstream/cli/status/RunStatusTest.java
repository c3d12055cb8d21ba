package io.shardstream.cli.status;

import static io.shardstream.cli.status.StatusSamples.LIMITS;
import static io.shardstream.cli.status.StatusSamples.PLAN;
import static io.shardstream.cli.status.StatusSamples.said;
import static io.shardstream.cli.status.StatusSamples.status;
import static io.shardstream.cli.status.StatusSamples.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.record.Adopted;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.MissingOfStart;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.console.view.NobodyAtWork;
import io.shardstream.control.console.view.ProgressMeter;
import io.shardstream.control.state.Behind;
import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/// What status says of a run, and with which code it ends.
class RunStatusTest {
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

    @Test
    void goalsAreThoseOfAcceptedHistories() {
        assertThat(status(ControlRecords.NONE, List.of(40L, RunState.NOT_BEGUN)).fields())
                .containsEntry(
                        "shards",
                        List.of(Map.of("shard", 0L, "done", -1L, "goal", 40L), Map.of("shard", 1L, "done", -1L)));
    }

    @Test
    void aRunThatWasGivenUpSaysSo() {
        RunPhase aborted = new RunPhase(Phase.ABORTED, 1, "the operator said so");
        RunStatus status = status(new ControlRecords(Map.of(RunPhase.KEY, aborted.encode())), List.of(5L, 6L));

        assertThat(status.code()).isEqualTo(ExitCodes.FAILED);
        assertThat(status.end()).contains("Run x is aborted: the operator said so");
    }
}
