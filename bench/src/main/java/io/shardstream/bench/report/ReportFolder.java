package io.shardstream.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reports as files.
public final class ReportFolder {
    private ReportFolder() {}

    /// Writes `<name>.txt`, `<name>.json` and `<name>.svg`.
    ///
    /// @throws IOException if the folder cannot be written to
    public static void write(Path folder, BenchReport report) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(report.name() + ".txt"), ReportText.of(report));
        Files.writeString(
                folder.resolve(report.name() + ".json"), ReportJson.of(report).toPrettyString() + "\n");
        Files.writeString(folder.resolve(report.name() + ".svg"), BarChart.of(report));
    }
}
