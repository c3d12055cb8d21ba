package io.shardstream.control.console;

import io.shardstream.common.contract.record.MemberReport;
import io.shardstream.control.console.view.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/// Tells every few seconds how far a run that follows its source is behind it, for those who ask Kafka alone.
final class BehindReports {
    private static final Duration EVERY = Duration.ofSeconds(5);

    private final String self;
    private final Consumer<MemberReport> reports;
    private Instant next = Instant.MIN;

    /// @param self this process
    /// @param reports takes what is to be told
    BehindReports(String self, Consumer<MemberReport> reports) {
        this.self = self;
        this.reports = reports;
    }

    /// @param progress without a lag if the source did not say
    void tell(Progress progress, Instant now) {
        if (progress.behind().isPresent() && !now.isBefore(next)) {
            next = now.plus(EVERY);
            String waitsFor = progress.behind().get().waitsFor();
            reports.accept(new MemberReport(MemberReport.CONTROL, self, now, waitsFor, List.of(), progress.lag()));
        }
    }
}
