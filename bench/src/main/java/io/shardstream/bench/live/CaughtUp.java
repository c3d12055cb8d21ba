package io.shardstream.bench.live;

import io.shardstream.bench.report.Samples;
import io.shardstream.workload.load.LoadReport;
import io.shardstream.workload.load.OperationOutcome;
import java.util.Locale;

/// What became of one load of inserts.
///
/// @param visible by insert, the seconds from its acknowledgement until a search of the target found it
/// @param report the load's own
/// @param wanted how many inserts there were to be
/// @param rate how many of them a second
/// @param seconds from the load's begin to its last answer
/// @param searches of the target meanwhile, and until all were found
record CaughtUp(Samples visible, LoadReport report, long wanted, double rate, double seconds, long searches) {
    private static final double MICROS = 1e6;
    private static final double NEARLY = 0.98;

    /// Acknowledged inserts a second.
    double perSecond() {
        return report.count(OperationOutcome.OK) / seconds;
    }

    double searchesPerSecond() {
        return searches / seconds;
    }

    /// Seconds from the moment at which an insert was due to its acknowledgement.
    double acknowledged(double part) {
        return report.acknowledged().quantile(part) / MICROS;
    }

    /// Whether every insert was sent and acknowledged, and at the rate that was wanted.
    boolean isHeld() {
        return report.withheld() == 0 && report.count(OperationOutcome.OK) == wanted && perSecond() >= NEARLY * rate;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d inserts, %,.0f/s%s: visible after p50 %.2f s, p99 %.2f s, longest %.2f s",
                report.count(OperationOutcome.OK),
                perSecond(),
                isHeld() ? "" : " (the rate was not held)",
                visible.median(),
                visible.quantile(0.99),
                visible.max());
    }
}
