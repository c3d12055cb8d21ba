package io.shardstream.ittests.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.browser.RunPage.LaneRow;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.TopicContent;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.FreePorts;
import io.shardstream.workload.load.Articles;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// The page during a run with real servers and processes, in a browser: it shows what is so, whoever is killed.
@NeedsChromium
@RealServers
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealPageTest {
    private static final int DOCUMENTS = 400;

    private final FreePorts ports = new FreePorts(new Random());
    private final Chromium chromium = Chromium.start();

    @AfterAll
    void end() {
        chromium.close();
    }

    @Test
    void itShowsWhatIsInTopicsAndIndices() {
        try (CopyRun run = CopyRun.create().withSource().following();
                Tab tab = chromium.tab()) {
            Control control = new Control(run, ports.next());
            control.start();
            RunPage page = control.open(tab);
            var _ = run.start("reader");
            var _ = run.start("writer");
            run.holding(new Articles(1).stream(DOCUMENTS));
            run.awaitCaughtUp();

            eventually(() -> assertShown(page, run));
            JsonNode told = control.told();
            assertThat(page.figure("readers")).isEqualTo(told.at("/read/docs").asLong());
            assertThat(page.figure("target")).isEqualTo(told.at("/written/docs").asLong());
            assertThat(count(run)).isEqualTo(DOCUMENTS);
        }
    }

    @Tag("long")
    @Test
    void aWriterThatIsKilledGoesFromItAndIsAnEvent() {
        try (CopyRun run = CopyRun.create().withSource().following();
                Tab tab = chromium.tab()) {
            Control control = new Control(run, ports.next());
            control.start();
            RunPage page = control.open(tab);
            var _ = run.start("reader");
            Child writer = run.start("writer");
            page.awaitMember("writer");
            String name = page.members().stream()
                    .filter(member -> member.startsWith("writer "))
                    .findFirst()
                    .orElseThrow();

            writer.kill();

            eventually(() -> {
                assertThat(page.members()).noneMatch(member -> member.startsWith("writer "));
                assertThat(page.events()).anyMatch(event -> event.contains(name.substring(1) + " is gone"));
            });
        }
    }

    @Tag("long")
    @Test
    void itGoesOnByItselfWhenControlIsKilledAndStartedAgain() {
        try (CopyRun run = CopyRun.create().withSource().following();
                Tab tab = chromium.tab()) {
            Control control = new Control(run, ports.next());
            Child killed = control.start();
            RunPage page = control.open(tab);
            var _ = run.start("reader");
            var _ = run.start("writer");
            run.awaitReaders(1);
            String before = tab.text("#controller");
            var _ = tab.evaluate("window.stays = true");
            killed.kill();
            page.awaitAway();
            run.holding(new Articles(1).stream(DOCUMENTS));

            control.start();

            page.awaitRun();
            run.awaitCaughtUp();
            eventually(() -> {
                assertShown(page, run);
                assertThat(tab.text("#controller")).startsWith("Controlled by ").isNotEqualTo(before);
            });
            assertThat(tab.evaluate("window.stays === true").asBoolean()).isTrue();
        }
    }

    /// What a run file says is read, published and written, against the topics.
    private static void assertShown(RunPage page, CopyRun run) {
        Map<Integer, Long> records = new TopicContent(run.connection())
                .of(run.topics().docs()).stream()
                        .collect(Collectors.groupingBy(ConsumerRecord::partition, Collectors.counting()));
        Map<Integer, LaneRow> lanes = page.lanes();
        assertThat(lanes).hasSize(run.plan().lanes());
        assertThat(lanes.values()).allSatisfy(lane -> {
            assertThat(lane.written()).isEqualTo(records.getOrDefault(lane.lane(), 0L));
            assertThat(lane.waiting()).isZero();
        });
        assertThat(page.figure("readers"))
                .isEqualTo(
                        run.checkpoints().stream().mapToLong(Checkpoint::docs).sum());
        assertThat(page.figure("target"))
                .isEqualTo(records.values().stream().mapToLong(Long::longValue).sum());
    }

    private static long count(CopyRun run) {
        return run.targetRest()
                .get("/" + run.target() + "/_count")
                .path("count")
                .asLong();
    }

    /// The page is told once a second.
    private static void eventually(ThrowingRunnable asserted) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(asserted);
    }

    /// A process that controls the run and serves its page.
    private record Control(CopyRun run, int port) {
        Child start() {
            Child child = run.start("control", "--http", Integer.toString(port));
            run.awaitPhase(Phase.CATCHING_UP);
            return child;
        }

        RunPage open(Tab tab) {
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .pollInterval(Duration.ofMillis(300))
                    .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                    .until(() -> api().send("GET", "/v1/run", "").isOk());
            return RunPage.open(tab, URI.create(api().server() + "/"));
        }

        JsonNode told() {
            return api().get("/v1/run");
        }

        private Rest api() {
            return new Rest(URI.create("http://127.0.0.1:" + port));
        }
    }
}
