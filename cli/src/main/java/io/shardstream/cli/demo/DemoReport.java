package io.shardstream.cli.demo;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.workload.compare.ComparisonReport;
import io.shardstream.workload.compare.DifferenceSample;
import io.shardstream.workload.compare.IndexDifference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What the demo has shown.
record DemoReport(DemoSettings settings, Figures copy, ComparisonReport comparison) {
    boolean isClean() {
        return comparison.isClean();
    }

    /// For machines.
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("server", settings.server().toString());
        fields.put("documents", comparison.source().documents());
        fields.put("bytes", comparison.source().bytes());
        fields.put("source_shards", DemoServers.SOURCE_SHARDS);
        fields.put("target_shards", DemoServers.TARGET_SHARDS);
        fields.put(
                "seconds",
                ordered(
                        "read", rounded(copy.readSeconds()),
                        "write", rounded(copy.writeSeconds()),
                        "total", rounded(copy.totalSeconds())));
        fields.put(
                "docs_per_second",
                ordered(
                        "read",
                        copy.readPerSecond(),
                        "write",
                        copy.writtenPerSecond(),
                        "total",
                        copy.copiedPerSecond()));
        fields.put("kills", new TreeMap<>(Map.of("reader", copy.readerKills(), "writer", copy.writerKills())));
        fields.put("target_documents", comparison.target().documents());
        fields.put("equal", comparison.equal());
        for (IndexDifference kind : IndexDifference.values()) {
            fields.put(kind.label(), comparison.count(kind));
        }
        fields.put("seed", settings.seed());
        return fields;
    }

    /// For people.
    String table() {
        StringBuilder table = new StringBuilder();
        row(table, "documents", NumberText.count(comparison.source().documents()));
        row(table, "bytes", NumberText.bytes((double) comparison.source().bytes()));
        row(table, "shards", DemoServers.SOURCE_SHARDS + " -> " + DemoServers.TARGET_SHARDS);
        row(table, "read", rate(copy.readPerSecond()));
        row(table, "written", rate(copy.writtenPerSecond()));
        row(table, "total", rate(copy.copiedPerSecond()) + " in " + rounded(copy.totalSeconds()) + " s");
        row(table, "kills", "%d of readers, %d of writers".formatted(copy.readerKills(), copy.writerKills()));
        for (IndexDifference kind : IndexDifference.values()) {
            row(table, kind.label(), NumberText.count(comparison.count(kind)) + named(comparison.samples(kind)));
        }
        return table.toString();
    }

    private static Map<String, Object> ordered(
            String first, Object one, String second, Object two, String third, Object three) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(first, one);
        fields.put(second, two);
        fields.put(third, three);
        return fields;
    }

    private static void row(StringBuilder table, String name, String value) {
        table.append(String.format(Locale.ROOT, "%-10s  %s%n", name, value));
    }

    private static String rate(long perSecond) {
        return NumberText.count(perSecond) + " docs/s";
    }

    private static String named(List<DifferenceSample> samples) {
        return samples.isEmpty()
                ? ""
                : samples.stream().map(DifferenceSample::toString).collect(Collectors.joining("; ", "  (", ")"));
    }

    private static double rounded(double seconds) {
        return Math.round(seconds * 10) / 10.0;
    }
}
