package io.shardstream.cli.view;

import io.shardstream.control.state.finding.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Findings as people and machines read them.
public final class FindingsText {
    private static final int BEFORE_WORDS = 10;

    private FindingsText() {}

    /// For people, with a heading, each with its code behind it and its advice below it.
    public static List<String> of(List<Finding> findings) {
        List<String> lines = new ArrayList<>();
        lines.add("Findings");
        for (Finding finding : findings) {
            List<String> what =
                    Wrapped.of(finding.what() + " [" + finding.code().label() + "]");
            lines.add("  %-7s %s".formatted(finding.severity().label(), what.getFirst()));
            what.stream().skip(1).forEach(line -> lines.add(indented(line)));
            if (!finding.advice().isEmpty()) {
                Wrapped.of("→ " + finding.advice()).forEach(line -> lines.add(indented(line)));
            }
        }
        return lines;
    }

    private static String indented(String line) {
        return " ".repeat(BEFORE_WORDS) + line;
    }

    /// For machines.
    public static List<Map<String, String>> fields(List<Finding> findings) {
        return findings.stream().map(FindingsText::fields).toList();
    }

    private static Map<String, String> fields(Finding finding) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("severity", finding.severity().label());
        fields.put("code", finding.code().label());
        fields.put("topic", finding.topic());
        fields.put("what", finding.what());
        fields.put("advice", finding.advice());
        return fields;
    }
}
