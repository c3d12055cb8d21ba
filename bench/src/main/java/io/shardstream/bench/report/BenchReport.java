package io.shardstream.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What one command has measured.
///
/// @param name of the command, such as `pipeline`
/// @param facts what must be known to read the figures: data, servers, settings, machine
/// @param rows what was measured
/// @param findings what that says about the targets
public record BenchReport(String name, Map<String, Object> facts, List<Row> rows, List<TargetResult> findings) {
    public BenchReport {
        facts = new LinkedHashMap<>(facts);
        rows = List.copyOf(rows);
        findings = List.copyOf(findings);
    }
}
