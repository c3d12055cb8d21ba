package io.shardstream.ittests.metrics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.metrics.Metric;
import io.shardstream.common.pace.Limiter;
import io.shardstream.ittests.metrics.Checkout.Alert;
import io.shardstream.ittests.metrics.Checkout.Panel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// What is printed, listed, documented, drawn and watched has the same names.
class ExportedMetricsTest {
    private static final Exported EXPORTED = Exported.now();
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (\\w+) \\| (.*?) \\| (.*) \\|$");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{\\s*(\\w+)\\s*\\}\\}");
    private static final Pattern TEMPLATE = Pattern.compile("\\$labels\\.(\\w+)");
    /// What Grafana brings without a plugin.
    private static final Set<String> PANELS = Set.of("row", "stat", "timeseries");

    @Test
    void theListIsWhatIsPrinted() {
        Map<String, Set<String>> listed = new TreeMap<>();
        for (Metric metric : Metric.values()) {
            for (String series : metric.series()) {
                Set<String> labels = new TreeSet<>(metric.labels());
                labels.add(Metric.RUN);
                if (series.endsWith("_bucket")) {
                    labels.add("le");
                }
                listed.put(series, labels);
            }
        }
        assertThat(EXPORTED.labels()).isEqualTo(listed);
    }

    @Test
    void itIsPrintedWithTheTypeThatIsListed() {
        for (Metric metric : Metric.values()) {
            assertThat(EXPORTED.types())
                    .containsEntry(metric.metricName(), metric.type().name().toLowerCase(Locale.ROOT));
        }
    }

    @Test
    void theTableInTheDocumentationIsTheList() {
        List<String> documented = ROW.matcher(Checkout.text("docs/running.md"))
                .results()
                .filter(row -> !row.group(1).equals("name"))
                .map(row -> row.group())
                .toList();
        assertThat(documented)
                .containsExactlyElementsOf(
                        Stream.of(Metric.values()).map(ExportedMetricsTest::row).toList());
    }

    @Test
    void theDocumentationNamesEveryLimit() {
        assertThat(Checkout.text("docs/running.md"))
                .contains(Stream.of(Limiter.Kind.values())
                        .map(kind -> "`" + kind.word() + "`")
                        .collect(Collectors.joining(", ")));
    }

    private static String row(Metric metric) {
        return "| `%s` | %s | %s | %s |"
                .formatted(
                        metric.metricName(),
                        metric.type().name().toLowerCase(Locale.ROOT),
                        metric.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", ")),
                        metric.help());
    }

    @Test
    void theDashboardDrawsWhatIsExported() {
        List<Panel> panels = Checkout.panels();
        assertThat(panels).hasSizeGreaterThan(20);
        assertThat(panels.stream()
                        .flatMap(panel -> panel.targets().stream().flatMap(target -> {
                            Expression expression = new Expression(target.expression());
                            Stream<String> legend = LEGEND.matcher(target.legend())
                                    .results()
                                    .map(match -> match.group(1))
                                    .filter(label ->
                                            !expression.resultLabels(EXPORTED).contains(label))
                                    .map(label -> "the result has no label " + label);
                            Stream<String> run = target.expression().contains("run=\"$run\"")
                                    ? Stream.empty()
                                    : Stream.of("it draws every run at once");
                            return Stream.of(expression.complaints(EXPORTED).stream(), legend, run)
                                    .flatMap(all -> all)
                                    .map(complaint -> panel.title() + ": " + complaint);
                        })))
                .isEmpty();
    }

    @Test
    void theDashboardNeedsNoPluginAndNoDataSourceOfAnyName() {
        List<Panel> panels = Checkout.panels();
        assertThat(panels).allSatisfy(panel -> assertThat(panel.type()).isIn(PANELS));
        assertThat(panels).extracting(Panel::id).doesNotHaveDuplicates();
        assertThat(Checkout.dataSources()).containsOnly("${datasource}");
        assertThat(Checkout.variables()).containsOnlyKeys("datasource", "run");
        assertThat(new Expression(
                                requireNonNull(Checkout.variables().get("run")).replace(", run", ""))
                        .complaints(EXPORTED))
                .isEmpty();
    }

    @Test
    void panelsDoNotCoverEachOther() {
        List<String> covered = new ArrayList<>();
        Set<String> taken = new TreeSet<>();
        for (Panel panel : Checkout.panels()) {
            if (panel.cells().anyMatch(cell -> !taken.add(cell))) {
                covered.add(panel.title());
            }
        }
        assertThat(covered).isEmpty();
    }

    @Test
    void alertsWatchWhatIsExported() {
        List<Alert> alerts = Checkout.alerts();
        assertThat(alerts.stream().flatMap(alert -> {
                    Expression expression = new Expression(alert.expression());
                    Stream<String> templates = TEMPLATE.matcher(alert.summary() + alert.description())
                            .results()
                            .map(match -> match.group(1))
                            .filter(label -> !expression.resultLabels(EXPORTED).contains(label))
                            .map(label -> "the result has no label " + label);
                    return Stream.concat(expression.complaints(EXPORTED).stream(), templates)
                            .map(complaint -> alert.name() + ": " + complaint);
                }))
                .isEmpty();
    }

    @Test
    void thereIsAnAlertForEachThingThatSomebodyMustLookAt() {
        assertThat(Checkout.alerts().stream().map(Alert::name))
                .containsExactly(
                        "ShardstreamBlocked",
                        "ShardstreamWritesRefused",
                        "ShardstreamFiguresOld",
                        "ShardstreamNoController",
                        "ShardstreamNoReader",
                        "ShardstreamLagUnknown",
                        "ShardstreamNoProgress",
                        "ShardstreamLaneStandsStill",
                        "ShardstreamShardStandsStill",
                        "ShardstreamLagStandsStill",
                        "ShardstreamLagNotFalling",
                        "ShardstreamBacklogHeadroomLow",
                        "ShardstreamRejects",
                        "ShardstreamStartMissing",
                        "ShardstreamVerifyMismatch",
                        "ShardstreamProductionSlow");
        assertThat(Checkout.alerts()).allSatisfy(alert -> {
            assertThat(alert.severity()).isIn("critical", "warning");
            assertThat(alert.summary()).contains("{{ $labels.run }}");
            assertThat(alert.description()).hasSizeGreaterThan(60).endsWith(".");
        });
    }

    @Test
    void promtoolUnderstandsTheAlerts() throws Exception {
        Assumptions.assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool"))),
                "promtool is not on the PATH: Debian's package prometheus has it");
        assertThat(promtool("check", "rules", Checkout.ALERTS.toString())).isZero();
        assertThat(promtool("test", "rules", Checkout.ALERT_CASES.toString())).isZero();
    }

    private static int promtool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
