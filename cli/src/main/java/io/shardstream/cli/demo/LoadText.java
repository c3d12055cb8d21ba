package io.shardstream.cli.demo;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.workload.load.Fault;
import io.shardstream.workload.load.IndexVerdict;
import io.shardstream.workload.load.LoadReport;
import io.shardstream.workload.load.OperationKind;
import io.shardstream.workload.load.OperationOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A load's result, for people and for machines.
///
/// @param report null if nothing was sent
/// @param verdict null if nothing was judged
record LoadText(@Nullable LoadReport report, @Nullable IndexVerdict verdict) {
    private static final double MICROS_IN_MILLI = 1000.0;

    List<String> table() {
        List<String> lines = new ArrayList<>();
        if (report != null) {
            lines.add(line("", "ok", "failed", "unknown"));
            for (OperationKind kind : OperationKind.values()) {
                lines.add(line(
                        kind.label(),
                        NumberText.count(report.count(kind, OperationOutcome.OK)),
                        NumberText.count(report.count(kind, OperationOutcome.FAILED)),
                        NumberText.count(report.count(kind, OperationOutcome.UNKNOWN))));
            }
            lines.add("not sent      " + NumberText.count(report.withheld()) + ", too many were under way");
            lines.add("documents     " + NumberText.count(report.live()) + " of " + NumberText.count(report.documents())
                    + " ids");
            lines.add(String.format(
                    Locale.ROOT,
                    "acknowledged  p50 %.1f ms, p99 %.1f ms, longest %.1f ms after they were due",
                    millis(report.acknowledged().quantile(0.5)),
                    millis(report.acknowledged().quantile(0.99)),
                    millis(report.acknowledged().most())));
            lines.add("blocked       " + report.blocked().toMillis() + " ms");
        }
        if (verdict != null) {
            lines.add(
                    "judged        " + NumberText.count(verdict.judged()) + " ids, " + NumberText.count(verdict.found())
                            + " there, " + NumberText.count(verdict.doubtful()) + " in doubt");
            for (Fault fault : Fault.values()) {
                lines.add(String.format(Locale.ROOT, "%-14s%s", fault.label(), NumberText.count(verdict.count(fault))));
            }
            verdict.samples().forEach(sample -> lines.add("  " + sample));
        }
        return lines;
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (report != null) {
            for (OperationKind kind : OperationKind.values()) {
                Map<String, Long> counts = new LinkedHashMap<>();
                for (OperationOutcome outcome : OperationOutcome.values()) {
                    counts.put(outcome.label(), report.count(kind, outcome));
                }
                fields.put(kind.label(), counts);
            }
            fields.put("not_sent", report.withheld());
            fields.put("ids", report.documents());
            fields.put("documents", report.live());
            fields.put("p50_ms", millis(report.acknowledged().quantile(0.5)));
            fields.put("p99_ms", millis(report.acknowledged().quantile(0.99)));
            fields.put("longest_ms", millis(report.acknowledged().most()));
            fields.put("blocked_ms", report.blocked().toMillis());
        }
        if (verdict != null) {
            fields.put("judged", verdict.judged());
            fields.put("found", verdict.found());
            fields.put("in_doubt", verdict.doubtful());
            for (Fault fault : Fault.values()) {
                fields.put(fault.name().toLowerCase(Locale.ROOT), verdict.count(fault));
            }
            fields.put("samples", verdict.samples());
        }
        return fields;
    }

    private static String line(String name, String ok, String failed, String unknown) {
        return String.format(Locale.ROOT, "%-10s%12s%12s%12s", name, ok, failed, unknown);
    }

    private static double millis(long micros) {
        return micros / MICROS_IN_MILLI;
    }
}
