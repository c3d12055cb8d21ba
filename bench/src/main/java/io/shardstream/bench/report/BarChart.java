package io.shardstream.bench.report;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The rows of a report as horizontal bars, with a mark from the lowest to the highest figure on each, those of peers
/// in grey. Rows of one unit share a scale.
final class BarChart {
    private static final int WIDTH = 860;
    private static final int LABELS = 380;
    private static final int FIGURES = 110;
    private static final int LINE = 24;
    private static final int HEAD = 36;
    private static final String OURS = "#2b6cb0";
    private static final String PEER = "#a0aec0";

    private BarChart() {}

    static String of(BenchReport report) {
        Map<String, Double> most = report.rows().stream()
                .collect(Collectors.toMap(Row::unit, row -> row.samples().max(), Math::max));
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT, """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">
                <rect width="100%%" height="100%%" fill="#fff"/>
                <text x="12" y="22" font-weight="bold">shardstream bench %s</text>
                """, WIDTH, HEAD + LINE * report.rows().size() + 12, escaped(report.name())));
        int y = HEAD;
        for (Row row : report.rows()) {
            double longest = most.getOrDefault(row.unit(), 0.0);
            double scale = longest > 0 ? (WIDTH - LABELS - FIGURES) / longest : 0;
            String colour = row.isOfPeer() ? PEER : OURS;
            svg.append(String.format(
                    Locale.ROOT,
                    """
                    <text x="%d" y="%d" text-anchor="end">%s</text>
                    <rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>
                    <line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="#1a202c" stroke-width="2"/>
                    <text x="%.1f" y="%d">%s %s</text>
                    """,
                    LABELS - 8,
                    y + 15,
                    escaped(row.name()),
                    LABELS,
                    y + 3,
                    row.samples().median() * scale,
                    LINE - 8,
                    colour,
                    LABELS + row.samples().min() * scale,
                    LABELS + row.samples().max() * scale,
                    y + 11,
                    y + 11,
                    LABELS + row.samples().max() * scale + 6,
                    y + 15,
                    figure(row.samples().median()),
                    escaped(row.unit())));
            y += LINE;
        }
        return svg.append("</svg>\n").toString();
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value >= 1000 ? "%,.0f" : "%.2f", value);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
