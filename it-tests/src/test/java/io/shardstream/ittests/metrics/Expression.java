package io.shardstream.ittests.metrics;

import io.shardstream.common.contract.record.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An expression in PromQL, as far as it names something. It is not parsed: that is promtool's part.
record Expression(String text) {
    /// Labels that Prometheus gives to everything that it scrapes.
    private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance");

    private static final Pattern GROUPING =
            Pattern.compile("\\b(by|without|on|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");
    private static final Pattern RANGE = Pattern.compile("\\[[^\\]]*\\]");
    private static final Pattern SELECTOR =
            Pattern.compile("(?<![\\w.])([a-zA-Z_:][\\w:]*)\\s*(?:\\{([^}]*)\\})?(\\[\\])?");
    private static final Pattern MATCH = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
    private static final Set<String> WORDS = Set.of(
            "and",
            "or",
            "unless",
            "sum",
            "min",
            "max",
            "topk",
            "rate",
            "increase",
            "delta",
            "deriv",
            "changes",
            "avg_over_time",
            "max_over_time",
            "histogram_quantile",
            "label_values");

    /// A name and what stands behind it.
    private record Selector(String name, String matches, boolean hasRange) {}

    /// What is wrong with it, each in a sentence; a counter is only worth its rate, since each process begins anew.
    List<String> complaints(Exported exported) {
        List<String> complaints = new ArrayList<>();
        for (Selector selector : selectors()) {
            Set<String> labels = exported.labels().get(selector.name());
            if (labels == null) {
                complaints.add("nothing exports " + selector.name());
            } else {
                complaints.addAll(mismatches(selector, labels, exported));
                if (exported.isCounter(selector.name()) && !selector.hasRange()) {
                    complaints.add(selector.name() + " is a counter, and read without a range");
                }
            }
        }
        Set<String> labels = labels(exported);
        groups().filter(group -> !labels.contains(group))
                .forEach(group -> complaints.add("none of it has the label " + group));
        return complaints;
    }

    private static List<String> mismatches(Selector selector, Set<String> labels, Exported exported) {
        return MATCH.matcher(selector.matches())
                .results()
                .flatMap(match -> {
                    String label = match.group(1);
                    if (!labels.contains(label) && !OF_PROMETHEUS.contains(label)) {
                        return Stream.of(selector.name() + " has no label " + label);
                    }
                    return known(label, exported)
                            .filter(values -> !values.contains(match.group(3)))
                            .map(_ -> selector.name() + " has no " + label + " called " + match.group(3))
                            .stream();
                })
                .toList();
    }

    /// The values of labels that have the same everywhere.
    private static Optional<Set<String>> known(String label, Exported exported) {
        return switch (label) {
            case "phase" ->
                Optional.of(Arrays.stream(Phase.values()).map(Phase::label).collect(Collectors.toSet()));
            case "area", "outcome", "reason" ->
                Optional.ofNullable(exported.values().get(label));
            default -> Optional.empty();
        };
    }

    /// The labels that its result can have: those that it is grouped by, or else all.
    Set<String> resultLabels(Exported exported) {
        Set<String> grouped = groups().collect(Collectors.toSet());
        return grouped.isEmpty() ? labels(exported) : grouped;
    }

    private Set<String> labels(Exported exported) {
        Set<String> labels = new TreeSet<>(OF_PROMETHEUS);
        selectors().forEach(selector -> labels.addAll(exported.labels().getOrDefault(selector.name(), Set.of())));
        return labels;
    }

    private Stream<String> groups() {
        return GROUPING.matcher(text)
                .results()
                .flatMap(grouping -> Stream.of(grouping.group(2).split(",", -1)))
                .map(String::strip);
    }

    private List<Selector> selectors() {
        String names = RANGE.matcher(GROUPING.matcher(text).replaceAll(" ")).replaceAll("[]");
        return SELECTOR.matcher(names)
                .results()
                .filter(selector -> !WORDS.contains(selector.group(1)))
                .map(selector -> new Selector(
                        selector.group(1),
                        selector.group(2) == null ? "" : selector.group(2),
                        selector.group(3) != null))
                .toList();
    }
}
