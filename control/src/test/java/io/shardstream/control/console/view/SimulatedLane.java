package io.shardstream.control.console.view;

import io.shardstream.control.console.ledger.Accounted;
import io.shardstream.control.console.ledger.OutcomeTally;
import java.util.Optional;

/// A lane of a simulated run.
final class SimulatedLane {
    final int number;
    final int node;
    private final SimulatedRate speed = new SimulatedRate();
    private double published;
    private double written;
    private long rejected;

    SimulatedLane(int number, int node) {
        this.number = number;
        this.node = node;
    }

    void publish(double records) {
        published += records;
    }

    /// Writes so many of those that wait, or all of them.
    ///
    /// @return how many
    double write(double most) {
        double now = Math.min(most, published - written);
        written += now;
        speed.second(now);
        return now;
    }

    void reject() {
        rejected++;
    }

    long waiting() {
        return end() - done();
    }

    long end() {
        return (long) published;
    }

    long done() {
        return (long) written;
    }

    Rates rates() {
        return speed.rates();
    }

    OutcomeTally accounted() {
        long superseded = done() / 400;
        return new OutcomeTally(
                Math.max(0, done() - superseded - rejected),
                superseded,
                Math.min(rejected, done()),
                0,
                done() * SimulatedRun.DOCUMENT);
    }

    LaneView view(String nodeName) {
        return new LaneView(
                number,
                nodeName,
                done(),
                end(),
                BacklogView.of(waiting(), waiting() * SimulatedRun.DOCUMENT, rates()),
                rates(),
                Optional.of(new Accounted(accounted(), true)));
    }
}
