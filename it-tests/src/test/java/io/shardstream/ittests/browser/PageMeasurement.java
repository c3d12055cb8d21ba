package io.shardstream.ittests.browser;

import io.shardstream.control.console.api.SimulatedPage;
import io.shardstream.control.console.view.SimulatedRun;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// How soon the page of a large run is there, and how much of a processor it takes from then on.
///
/// Processors that are taken away meanwhile make everything look longer, what threads have worked too, as Linux counts
/// some of that time as theirs. So what a second of the run costs is told as a quarter, half and three quarters of the
/// seconds cost at most: on a machine with steady processors these are about the same, elsewhere the first is nearest.
///
/// `./mvnw -pl it-tests -am test -Dtest=PageMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.page.lanes=1000`, `-Dshardstream.page.nodes=100`, `-Dshardstream.page.shards=100` and
/// `-Dshardstream.page.seconds=60` to say otherwise.
@NeedsChromium
class PageMeasurement {
    private static final int LANES = Integer.getInteger("shardstream.page.lanes", 1000);
    private static final int NODES = Integer.getInteger("shardstream.page.nodes", 100);
    private static final int SHARDS = Integer.getInteger("shardstream.page.shards", 100);
    private static final int SECONDS = Integer.getInteger("shardstream.page.seconds", 60);
    private static final int SECONDS_BEFORE = 300;
    /// Until what is done only once is done: code is compiled, the first events have been drawn.
    private static final Duration SETTLING = Duration.ofSeconds(10);
    private static final List<String> WORK =
            List.of("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration");

    @Test
    void firstPaintAndAfter() throws Exception {
        SimulatedRun run = new SimulatedRun(7, LANES, NODES, SHARDS);
        try (SimulatedPage control = SimulatedPage.start(run, 0, Optional.empty(), SECONDS_BEFORE, 1000);
                Chromium chromium = Chromium.start();
                Tab tab = chromium.tab()) {
            URI address = URI.create("http://127.0.0.1:" + control.address().getPort() + "/");
            System.out.printf("page of %,d lanes on %d nodes%n", LANES, NODES);
            for (int time = 1; time <= 5; time++) {
                var _ = RunPage.open(tab, address);
                tellStart(tab, time);
            }
            LockSupport.parkNanos(SETTLING.toNanos());
            tellSteady(chromium, tab);
        }
    }

    private static void tellStart(Tab tab, int time) {
        double first = tab.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN")
                .asDouble();
        double run = tab.evaluate("performance.now()").asDouble();
        System.out.printf(
                "opened for the %d. time: first paint after %.0f ms by the clock, the run seen there after %.0f ms%n",
                time, first, run);
    }

    private static void tellSteady(Chromium chromium, Tab tab) {
        // Each draws once a second, and then says another second.
        var _ = tab.evaluate("window.drawn = 0; new MutationObserver(() => window.drawn++)"
                + ".observe(document.querySelector('#seen'), { subtree: true, characterData: true })");
        Map<String, List<Double>> costs = new TreeMap<>();
        Map<String, Double> before = figures(chromium, tab);
        for (int drawn = 0; drawn < SECONDS; ) {
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
            Map<String, Double> now = figures(chromium, tab);
            double times = cost(before, now, "drawn");
            if (times > 0) {
                now.forEach((what, _) ->
                        costs.computeIfAbsent(what, _ -> new ArrayList<>()).add(cost(before, now, what) / times));
                drawn += (int) times;
                before.putAll(now);
            }
        }
        var _ = costs.remove("drawn");
        System.out.println("a second of the run costs, in ms of a processor, a quarter, half, three quarters of them:");
        costs.forEach((what, each) -> {
            Collections.sort(each);
            System.out.printf(
                    "  %-40s %6.1f %6.1f %6.1f%n",
                    what, quantile(each, 0.25), quantile(each, 0.5), quantile(each, 0.75));
        });
    }

    /// Milliseconds, and how often it was drawn.
    private static Map<String, Double> figures(Chromium chromium, Tab tab) {
        Map<String, Double> figures = new TreeMap<>();
        figures.put("drawn", tab.evaluate("window.drawn").asDouble());
        Map<String, Double> metrics = tab.metrics();
        WORK.forEach(what -> figures.put("its thread: " + what, 1000 * metrics.getOrDefault(what, 0.0)));
        chromium.processes()
                .forEach((process, kind) ->
                        figures.merge("processes: " + kind, 1000 * ProcessorTime.of(process), Double::sum));
        return figures;
    }

    private static double cost(Map<String, Double> before, Map<String, Double> now, String what) {
        return now.getOrDefault(what, 0.0) - before.getOrDefault(what, 0.0);
    }

    private static double quantile(List<Double> sorted, double share) {
        return sorted.get((int) (share * (sorted.size() - 1)));
    }
}
