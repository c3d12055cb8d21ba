package io.shardstream.cli.verify;

import io.shardstream.cli.view.DocumentText;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.control.compare.meaning.MeaningDifference;
import io.shardstream.control.compare.meaning.MeaningReport;
import io.shardstream.control.compare.scan.DocumentKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a comparison of searches came to, in its forms.
record MeaningText(MeaningReport report) {
    /// Fields that could not be compared, as people are shown them; JSON has all.
    private static final int MOST_LINES = 20;

    /// Lines for people.
    List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add("Searches: %s of %s compared, %s one by one"
                .formatted(
                        NumberText.count(report.fields()),
                        NumberText.of(report.mapped(), "field"),
                        NumberText.of(report.sampled(), "document")));
        if (!report.differences().isEmpty() || !report.unsettled().isEmpty()) {
            lines.add(line("differs by", "field", "source", "target", "for example"));
        }
        report.differences()
                .forEach(difference ->
                        lines.add(line(difference, difference.kind().label())));
        report.unsettled().forEach(difference -> lines.add(line(difference, "unsettled")));
        new TreeMap<>(report.untold())
                .entrySet().stream()
                        .limit(MOST_LINES)
                        .forEach(entry -> lines.add("not compared: %s: %s"
                                .formatted(Printable.of(entry.getKey()), Printable.of(entry.getValue()))));
        if (report.untold().size() > MOST_LINES) {
            lines.add("and %s more that could not be compared, which -o json lists"
                    .formatted(NumberText.count(report.untold().size() - MOST_LINES)));
        }
        lines.add(verdict());
        return lines;
    }

    private static String line(MeaningDifference difference, String label) {
        return line(label, Printable.of(difference.field()), left(difference), right(difference), examples(difference));
    }

    private static String examples(MeaningDifference difference) {
        String ids = difference.examples().stream().map(DocumentText::of).collect(Collectors.joining(", "));
        return Stream.of(Printable.of(difference.terms()), ids)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(": "));
    }

    private static String left(MeaningDifference difference) {
        return switch (difference.kind()) {
            case FOUND, ALIAS -> NumberText.count(difference.source());
            case FOUND_IN_SAMPLE,
                    ALIAS_IN_SAMPLE,
                    VALUES,
                    FOUND_BY_VALUE,
                    FOUND_AS_SENT,
                    FOUND_BY_TERMS,
                    TERMS,
                    RETURNED -> "of " + NumberText.count(difference.source());
            case ANALYZED -> "";
        };
    }

    private static String right(MeaningDifference difference) {
        return switch (difference.kind()) {
            case FOUND, ALIAS -> NumberText.count(difference.target());
            case FOUND_IN_SAMPLE,
                    ALIAS_IN_SAMPLE,
                    VALUES,
                    FOUND_BY_VALUE,
                    FOUND_AS_SENT,
                    FOUND_BY_TERMS,
                    TERMS,
                    RETURNED -> NumberText.count(difference.target()) + " differ";
            case ANALYZED -> "";
        };
    }

    private static String line(String label, String field, String source, String target, String examples) {
        return "%-15s  %-30s  %12s  %12s  %s"
                .formatted(label, field, source, target, examples)
                .stripTrailing();
    }

    private String verdict() {
        if (!report.isClean()) {
            long fields = report.differences().stream()
                    .map(MeaningDifference::field)
                    .distinct()
                    .count();
            return "Searches of source and target find different documents or values in "
                    + NumberText.of(fields, "field") + ".";
        }
        if (report.isEqual()) {
            return "Searches find the same in source and target"
                    + (report.underWay() == 0
                            ? "."
                            : ", as far as can be told while " + underWay() + " may differ because of writes.");
        }
        if (report.isOfNothing()) {
            return "What searches find was not compared.";
        }
        List<String> rest = new ArrayList<>();
        if (report.fields() < report.mapped()) {
            rest.add(NumberText.of(report.mapped() - report.fields(), "field") + " left out by --fields");
        }
        if (!report.untold().isEmpty()) {
            rest.add(NumberText.count(report.untold().size()) + " not compared");
        }
        if (!report.unsettled().isEmpty()) {
            rest.add(NumberText.of(report.unsettled().size(), "difference") + " that writes may explain");
        }
        return "Searches find the same in what was compared; " + String.join(", ", rest) + ".";
    }

    private String underWay() {
        return report.underWay() < MeaningReport.ANY
                ? NumberText.of(report.underWay(), "document")
                : "nobody knows how many documents";
    }

    /// The same for machines.
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("equal", report.isEqual());
        fields.put("fields", report.fields());
        fields.put("mapped", report.mapped());
        fields.put("sampled", report.sampled());
        fields.put("under_way", report.underWay());
        fields.put("differences", list(report.differences()));
        fields.put("unsettled", list(report.unsettled()));
        fields.put("not_compared", new TreeMap<>(report.untold()));
        return fields;
    }

    private static List<Map<String, Object>> list(List<MeaningDifference> differences) {
        return differences.stream().map(MeaningText::fields).toList();
    }

    private static Map<String, Object> fields(MeaningDifference difference) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kind", difference.kind().label());
        fields.put("field", difference.field());
        switch (difference.kind()) {
            case FOUND, ALIAS -> {
                fields.put("source_documents", difference.source());
                fields.put("target_documents", difference.target());
            }
            case FOUND_IN_SAMPLE,
                    ALIAS_IN_SAMPLE,
                    VALUES,
                    FOUND_BY_VALUE,
                    FOUND_AS_SENT,
                    FOUND_BY_TERMS,
                    TERMS,
                    RETURNED -> {
                fields.put("compared", difference.source());
                fields.put("different", difference.target());
                if (difference.kind() == MeaningDifference.Kind.VALUES) {
                    fields.put("values", difference.terms());
                } else if (difference.kind() == MeaningDifference.Kind.FOUND_AS_SENT
                        || difference.kind() == MeaningDifference.Kind.FOUND_BY_TERMS) {
                    fields.put("search", difference.terms());
                } else if (!difference.terms().isEmpty()) {
                    fields.put("refused", difference.terms());
                }
            }
            case ANALYZED -> fields.put("terms", difference.terms());
        }
        List<Map<String, Object>> examples = new ArrayList<>();
        for (DocumentKey example : difference.examples()) {
            examples.add(DocumentText.fields(example));
        }
        fields.put("examples", examples);
        return fields;
    }
}
