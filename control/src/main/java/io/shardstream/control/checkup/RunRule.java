package io.shardstream.control.checkup;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.finding.Finding;
import io.shardstream.control.view.RefusedWrites;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the control topic says of a run, and who works for it.
final class RunRule {
    /// Topic of the finding that production's writes are refused.
    static final String WRITES = "writes";

    private static final String TOPIC = "run";

    private RunRule() {}

    /// That clients cannot write because of the run, which is to be read before anything else.
    static Optional<Finding> refused(ControlRecords records) {
        return RefusedWrites.of(records).map(refused -> Finding.blocks(WRITES, refused.what(), refused.remedy()));
    }

    static List<Finding> said(String run, ControlRecords records) {
        List<Finding> findings = new ArrayList<>();
        records.blocked()
                .forEach(blocked -> findings.add(Finding.blocks(
                        "blocked",
                        "The " + blocked.part() + " waits since " + blocked.since() + ".",
                        blocked.reason())));
        if (records.end(run).isPresent()) {
            findings.add(Finding.notes(TOPIC, records.end(run).get().getMessage() + ".", ""));
            return findings;
        }
        records.pause()
                .ifPresent(pause -> findings.add(Finding.warns(
                        TOPIC,
                        "The run is paused since " + pause.since()
                                + (pause.reason().isEmpty() ? "." : ": " + pause.reason() + "."),
                        "'resume' lets it go on.")));
        return findings;
    }

    /// @param part `reader` or `writer`
    /// @param processes in its group
    static Finding members(String part, int processes) {
        return processes == 0
                ? Finding.blocks(
                        TOPIC,
                        "No " + part + " is at work.",
                        "Start 'run', or '" + part + "' on one machine or more: it goes on where it was.")
                : Finding.notes(
                        TOPIC,
                        (processes == 1 ? "1 process works as " : processes + " processes work as ") + part + ".",
                        "");
    }
}
