package io.shardstream.bench.report;

import java.util.List;
import java.util.Locale;

/// Reports as tables.
public final class ReportText {
    private ReportText() {}

    /// One report: its facts, its rows, and its targets.
    public static String of(BenchReport report) {
        StringBuilder text = new StringBuilder();
        text.append(report.name()).append(System.lineSeparator());
        report.facts().forEach((name, value) -> text.append(String.format(Locale.ROOT, "  %-22s %s%n", name, value)));
        int width = report.rows().stream()
                .mapToInt(row -> row.name().length())
                .max()
                .orElse(0);
        for (Row row : report.rows()) {
            text.append(String.format(
                                    Locale.ROOT,
                                    "  %-" + Math.max(1, width) + "s  %12s %-7s %s",
                                    row.name(),
                                    number(row.samples().median()),
                                    row.unit(),
                                    spread(row.samples()))
                            .stripTrailing())
                    .append(System.lineSeparator());
        }
        return text.append(targets(report.findings())).toString();
    }

    /// What was found about the targets, one a line, for those of several reports together.
    ///
    /// @param quick whether that is less than a figure needs
    public static String targets(List<TargetResult> findings, boolean quick) {
        return (quick ? "Quick: less data and fewer rounds than a figure needs." + System.lineSeparator() : "")
                + targets(findings);
    }

    /// What was found about the targets, one a line.
    private static String targets(List<TargetResult> findings) {
        StringBuilder text = new StringBuilder();
        for (TargetResult finding : findings) {
            Target target = finding.target();
            text.append(String.format(
                    Locale.ROOT,
                    "%-4s %-4s %12s  (%s)  %s; %s%s%n",
                    finding.verdict().word(),
                    target.number(),
                    target.text(finding.value()),
                    target.wantedText(),
                    target.what(),
                    finding.detail(),
                    finding.flaw().map(flaw -> "; says nothing: " + flaw).orElse("")));
        }
        return text.toString();
    }

    private static String spread(Samples samples) {
        return samples.values().size() == 1
                ? ""
                : " %s to %s in %d"
                        .formatted(
                                number(samples.min()),
                                number(samples.max()),
                                samples.values().size());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 1000 ? "%,.0f" : value >= 10 ? "%.1f" : "%.3f", value);
    }
}
