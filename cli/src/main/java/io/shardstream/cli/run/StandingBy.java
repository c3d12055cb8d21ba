package io.shardstream.cli.run;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.kafka.ControlRecords;

/// Says that another process controls the run, which nobody would notice otherwise: both show the same progress.
///
/// @param self this process, as the control topic names its controller
record StandingBy(String self) {
    /// As part of a line; empty if this process controls the run, or nobody has yet.
    String of(ControlRecords said) {
        return said.of(Controller.KEY, Controller::decode)
                .map(Controller::who)
                .filter(who -> !who.equals(self))
                .map(who -> "stands by, " + who + " controls the run")
                .orElse("");
    }
}
