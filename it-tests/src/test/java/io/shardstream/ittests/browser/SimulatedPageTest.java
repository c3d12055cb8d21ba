package io.shardstream.ittests.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.console.api.SimulatedPage;
import io.shardstream.control.console.view.SimulatedRun;
import io.shardstream.ittests.browser.RunPage.LaneRow;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// The page of a simulated run in a browser: what it shows is what it is told, and it can be used.
@NeedsChromium
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulatedPageTest {
    private static final long SEED = 7;
    private static final int LANES = 24;
    private static final int NODES = 3;
    private static final int SECONDS_BEFORE = 300;

    private final Chromium chromium = Chromium.start();

    @AfterAll
    void end() {
        chromium.close();
    }

    @Test
    void everyLaneIsShownAsItIsTold() throws Exception {
        try (SimulatedPage control = stands(0, SECONDS_BEFORE);
                Tab tab = chromium.tab().watched()) {
            RunPage page = RunPage.open(tab, address(control));

            assertThat(page.lanes()).isEqualTo(lanes(told(control)));
        }
    }

    @Test
    void theRunIsNamedWithHowFarItIs() throws Exception {
        try (SimulatedPage control = stands(0, SECONDS_BEFORE);
                Tab tab = chromium.tab().watched()) {
            var _ = RunPage.open(tab, address(control));

            JsonNode told = told(control);
            String digit = String.valueOf(Math.floor(told.path("percent").asDouble() * 10) / 10);
            assertThat(tab.text("#run")).isEqualTo(told.path("run").asString());
            assertThat(tab.text("#percent")).startsWith(digit);
            assertThat(tab.text("#phase-word")).isEqualTo("Backfill");
        }
    }

    @Test
    void theSlowNodeStandsFirstIsMarkedAndNamedWithWhy() throws Exception {
        String slow = new SimulatedRun(SEED, LANES, NODES, 6).slowNode();
        try (SimulatedPage control = stands(0, SECONDS_BEFORE);
                Tab tab = chromium.tab().watched()) {
            RunPage page = RunPage.open(tab, address(control));

            assertThat(page.nodes()).hasSize(NODES).first().isEqualTo(slow);
            assertThat(page.markedNodes()).containsExactly(slow);
            assertThat(tab.text("#cause-words")).contains(slow, "a full queue");
        }
    }

    @Test
    void theArrowKeysWalkFromLaneToLaneAndEnterHoldsOne() throws Exception {
        try (SimulatedPage control = stands(0, SECONDS_BEFORE);
                Tab tab = chromium.tab().watched()) {
            RunPage page = RunPage.open(tab, address(control));
            String node = page.nodes().getFirst();
            JsonNode lanes = node(told(control), node).path("lanes");
            page.focusCell();

            tab.press(Tab.Key.RIGHT);
            assertThat(page.focusedCell()).startsWith("Lane " + lanes.get(1).asInt() + " on " + node);
            tab.press(Tab.Key.END);
            int last = lanes.get(lanes.size() - 1).asInt();
            assertThat(page.focusedCell()).startsWith("Lane " + last + " on " + node);
            tab.press(Tab.Key.ENTER);
            assertThat(tab.text("#details-kind")).startsWith("held");
            assertThat(tab.text("#details-name")).isEqualTo("Lane " + last + " on " + node);
        }
    }

    @Test
    void theTabKeyComesToTheLanes() throws Exception {
        try (SimulatedPage control = stands(0, SECONDS_BEFORE);
                Tab tab = chromium.tab().watched()) {
            RunPage page = RunPage.open(tab, address(control));

            for (int stop = 0; stop < 10 && page.focusedCell().isEmpty(); stop++) {
                tab.press(Tab.Key.TAB);
            }

            assertThat(page.focusedCell()).startsWith("Lane ");
        }
    }

    @Test
    void itShowsTheNextSecondAsSoonAsItIsTold() throws Exception {
        try (SimulatedPage control = stands(0, SECONDS_BEFORE);
                Tab tab = chromium.tab().watched()) {
            RunPage page = RunPage.open(tab, address(control));

            page.awaitSeen(control.second());

            assertThat(page.lanes()).isEqualTo(lanes(told(control)));
        }
    }

    @Test
    void nothingIsAskedForElsewhereAndNothingIsComplainedOf() throws Exception {
        try (SimulatedPage control = stands(0, SECONDS_BEFORE);
                Tab tab = chromium.tab().watched()) {
            RunPage page = RunPage.open(tab, address(control));
            var _ = page.lanes();

            assertThat(tab.requests())
                    .hasSizeGreaterThan(10)
                    .allMatch(uri -> uri.getAuthority().equals(address(control).getAuthority()));
            // Whether the run may be steered is found out by asking, and the browser notes that it may not.
            assertThat(tab.complaints()).allMatch(words -> words.contains("/v1/throttle"));
        }
    }

    @Test
    void whatComesFromElsewhereIsRefusedByThePolicy() throws Exception {
        try (SimulatedPage control = stands(0, SECONDS_BEFORE);
                Tab tab = chromium.tab().watched()) {
            var _ = RunPage.open(tab, address(control));

            var _ = tab.evaluate("{ new Image().src = 'http://127.0.0.1:9/elsewhere.png'; }");

            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .untilAsserted(() -> assertThat(tab.complaints())
                            .anyMatch(words ->
                                    words.contains("Content Security Policy") && words.contains("elsewhere.png")));
        }
    }

    @Test
    void itGoesOnByItselfWhenControlIsStartedAgain() throws Exception {
        SimulatedPage control = stands(0, SECONDS_BEFORE);
        int port = control.address().getPort();
        try (Tab tab = chromium.tab().watched()) {
            RunPage page = RunPage.open(tab, address(control));
            var _ = tab.evaluate("window.stays = true");
            control.close();
            page.awaitAway();
            control = stands(port, SECONDS_BEFORE + 100);
            page.awaitRun();

            assertThat(page.lanes()).isEqualTo(lanes(told(control)));
            assertThat(tab.evaluate("window.stays === true").asBoolean()).isTrue();
        } finally {
            control.close();
        }
    }

    @Test
    void aRunOfAThousandLanesOnAHundredNodesIsShownWhole() throws Exception {
        SimulatedRun run = new SimulatedRun(SEED, 1000, 100, 100);
        try (SimulatedPage control = SimulatedPage.standing(run, 0, Optional.empty(), 60);
                Tab tab = chromium.tab().watched()) {
            RunPage page = RunPage.open(tab, address(control));

            assertThat(page.nodes())
                    .hasSize(100)
                    .doesNotHaveDuplicates()
                    .first()
                    .isEqualTo(run.slowNode());
            assertThat(page.lanes()).isEqualTo(lanes(told(control)));
        }
    }

    /// A run that stands still at this second.
    private static SimulatedPage stands(int port, int seconds) throws IOException {
        SimulatedRun run = new SimulatedRun(SEED, LANES, NODES, 6);
        return SimulatedPage.standing(run, port, Optional.empty(), seconds);
    }

    private static URI address(SimulatedPage control) {
        return URI.create("http://127.0.0.1:" + control.address().getPort() + "/");
    }

    private static JsonNode told(SimulatedPage control) {
        return new Rest(address(control)).get("v1/run");
    }

    private static JsonNode node(JsonNode told, String name) {
        return told.path("nodes")
                .valueStream()
                .filter(node -> node.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Map<Integer, LaneRow> lanes(JsonNode told) {
        return told.path("lanes")
                .valueStream()
                .map(lane -> new LaneRow(
                        lane.path("lane").asInt(),
                        lane.path("node").asString(),
                        lane.path("written").asLong(),
                        lane.at("/waiting/records").asLong()))
                .collect(Collectors.toMap(LaneRow::lane, row -> row));
    }
}
