package io.shardstream.control.preflight.checkup;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.control.run.cutover.ProductionAt;
import io.shardstream.control.run.cutover.RefusedWrites;
import io.shardstream.control.state.RequestAge;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the control topic says of a run, and who works for it.
final class RunRule {
    /// Where the run waits for a person, a process that is started would only end again.
    private static final String FIRST_WHAT_BLOCKS =
            "First do what " + FindingCode.RUN_BLOCKED.label() + " says: a process that is started before ends again.";

    private RunRule() {}

    /// That clients cannot write because of the run, which is to be read before anything else.
    static Optional<Finding> refused(ControlRecords records) {
        return RefusedWrites.of(records)
                .map(refused -> Finding.blocks(FindingCode.WRITES_REFUSED, refused.what(), refused.remedy()));
    }

    /// Whether a cut-over or a rollback of the run holds the target's write block, which its own command
    /// takes back.
    static boolean holdsTarget(ControlRecords records) {
        return (records.isIn(Phase.CUTTING_OVER) || records.completed())
                && records.of(OwnBlock.key(Side.TARGET), OwnBlock::decode)
                        .filter(block -> !block.isOnAnother())
                        .isPresent();
    }

    /// What cannot be read, whether or not it is needed now.
    static List<Finding> unreadable(ControlRecords records) {
        return records.unreadable().stream()
                .map(sentence -> Finding.blocks(FindingCode.RECORD_UNREADABLE, sentence, ""))
                .toList();
    }

    /// What cannot be read in another topic than the control topic, as it is of a newer version or of
    /// somebody else.
    static Finding unreadable(UnknownRecordException e) {
        return Finding.blocks(
                FindingCode.RECORD_UNREADABLE,
                "A record of the run cannot be read: " + FullStop.of(String.valueOf(e.getMessage())),
                "Use the version that wrote it. If no process of the run did, find out who writes to the run's topics.");
    }

    static List<Finding> said(String run, ControlRecords records) {
        List<Finding> findings = new ArrayList<>();
        records.blocked()
                .forEach(blocked -> findings.add(Finding.blocks(
                        FindingCode.RUN_BLOCKED,
                        (blocked.isOfProcess() ? "The " + blocked.part() + " waits" : "The run is stopped") + " since "
                                + blocked.since() + ".",
                        blocked.reason())));
        if (records.end(run).isPresent()) {
            findings.add(Finding.notes(
                    FindingCode.RUN_ENDED,
                    FullStop.of(String.valueOf(records.end(run).get().getMessage())),
                    ""));
            return findings;
        }
        records.pause()
                .ifPresent(pause -> findings.add(Finding.warns(
                        FindingCode.RUN_PAUSED,
                        "The run is paused since " + pause.since()
                                + (pause.reason().isEmpty() ? "." : ": " + FullStop.of(pause.reason())),
                        "'resume' lets it go on.")));
        return findings;
    }

    /// That the run stands still by what somebody has said of its speed or its hours, with `throttle`.
    static Optional<Finding> throttled(ControlRecords records, Instant now) {
        Throttle throttle = LimitsInForce.ofRun(records, Throttle.NONE);
        return records.isIn(Phase.CUTTING_OVER) || throttle.mayWork(now)
                ? Optional.empty()
                : Optional.of(Finding.warns(
                        FindingCode.RUN_THROTTLED,
                        "The run may do nothing at this time by its throttle.",
                        "'throttle' shows its limits and changes them."));
    }

    /// That somebody has asked for something, which the next controller carries out.
    static Optional<Finding> open(ControlRecords records, Instant now) {
        return records.openRequest()
                .map(request -> Finding.warns(
                        FindingCode.REQUEST_OPEN,
                        RequestAge.sentence(request, now) + ".",
                        "Whoever controls the run carries it out, and '"
                                + request.kind().label() + "' shows how it goes on."
                                + (ProductionAt.mayHaveGoneBack(records)
                                        ? ""
                                        : RequestAge.howItEnds(request, records))));
    }

    /// Nobody sweeps deletes, watches the target or answers requests while there is none.
    ///
    /// @param processes that control the run or stand by
    /// @param waits whether the run waits for a person, so that starting a process alone does not help
    static Finding controllers(int processes, boolean waits) {
        return processes == 0
                ? Finding.blocks(
                        FindingCode.NO_CONTROLLER,
                        "No process controls the run.",
                        waits ? FIRST_WHAT_BLOCKS : "Start 'run' or 'control': it goes on where the run was.")
                : Finding.notes(
                        FindingCode.PROCESSES_AT_WORK,
                        processes == 1
                                ? "1 process controls the run."
                                : processes + " processes control the run or stand by to do so.",
                        "");
    }

    /// @param nobody what is found where there is no process
    /// @param part `reader` or `writer`
    /// @param processes in its group
    /// @param waits whether the run waits for a person, so that starting a process alone does not help
    static Finding members(FindingCode nobody, String part, int processes, boolean waits) {
        return processes == 0
                ? Finding.blocks(
                        nobody,
                        "No " + part + " is at work.",
                        waits
                                ? FIRST_WHAT_BLOCKS
                                : "Start 'run', or '" + part + "' on one machine or more: it goes on where it was.")
                : Finding.notes(
                        FindingCode.PROCESSES_AT_WORK,
                        (processes == 1 ? "1 process works as " : processes + " processes work as ") + part + ".",
                        "");
    }
}
