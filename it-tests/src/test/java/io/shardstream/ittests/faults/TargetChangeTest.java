package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.control.state.Steering;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.SampleDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// F-30: a target that somebody changes while the run works.
@Tag("long")
@RealServers
class TargetChangeTest {
    private static final int DOCUMENTS = 300;
    private static final int BLOCKED = 3;
    private static final int GOES_ON = 2;
    private static final String CLOSED = "{\"dynamic\":false}";

    private final List<SampleDocument> late = IntStream.range(0, 30)
            .mapToObj(i -> SampleDocument.of("late-" + i, "{\"late\":\"word %d\"}".formatted(i)))
            .toList();

    @Test
    void aMappingThatWasChangedStopsTheRunUntilSomebodyAcceptsIt() {
        try (CopyRun run = withLateDocuments()) {
            changeTheMappingInTheMiddle(run.planned());
            String why = "The mapping of target index '" + run.target() + "' was changed";
            awaitStopped(run, why);
            assertNotResumedUnasked(run, why);
            assertThat(run.command("resume").text()).contains("goes on. It was stopped for this: " + why);
            run.awaitCompleteButForRejects();

            assertOnlyLateOnesAreRejected(run);
        }
    }

    @Test
    void aRunThatIsToGoOnAllTheSameRejectsWhatDoesNotFitAnyMore() {
        try (CopyRun run = withLateDocuments().withTarget("replicas: 0\non-mapping-change: warn")) {
            changeTheMappingInTheMiddle(run.planned());
            run.awaitCompleteButForRejects();

            assertOnlyLateOnesAreRejected(run);
        }
    }

    /// One without processors is enough to make the server write each document anew, without its spaces.
    @Test
    void aFinalPipelineStopsTheRunUntilItIsTakenAway() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(12).stream(DOCUMENTS))
                .following()
                .planned()) {
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            run.targetRest().put("/_ingest/pipeline/empty", "{\"processors\":[]}");
            run.targetRest().put("/" + run.target() + "/_settings", "{\"index.final_pipeline\":\"empty\"}");
            awaitStopped(run, "Target index '" + run.target() + "' has the final pipeline 'empty'");
            run.holding(new Articles(13).stream(DOCUMENTS));
            assertThat(run.command("resume").code()).isZero();
            awaitStopped(run, "has the final pipeline 'empty'");

            run.targetRest().put("/" + run.target() + "/_settings", "{\"index.final_pipeline\":null}");
            assertThat(run.command("resume").code()).isZero();
            run.awaitCaughtUp();
            assertThat(run.command("status").code()).isEqualTo(GOES_ON);
            run.command("verify", "--content", "all", "--repair");
            run.awaitCaughtUp();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// C-03: a cluster with an index and an alias of the same names takes every bulk.
    @Test
    void aRunFileThatLeadsToAnotherClusterWritesAndChangesNothingThere() throws IOException {
        Rest other = new Rest(Servers.elasticsearch().url());
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(14).stream(DOCUMENTS))
                .following()
                .planned()) {
            run.startHere("reader");
            String alias = run.plan().writeAlias();
            other.put("/" + run.target(), "{\"aliases\":{\"" + alias + "\":{}}}");
            String uuid = other.uuidOf(run.target());
            String right = Files.readString(run.runFile());
            int target = right.indexOf("target:");
            Path wrong = Files.writeString(
                    run.runFile().resolveSibling("wrong.yaml"),
                    right.substring(0, target)
                            + right.substring(target)
                                    .replaceFirst(
                                            "nodes: \\[[^]]*]",
                                            "nodes: [" + Servers.elasticsearch().url() + "]"));

            CopyRun.Output writer = run.commandWith(wrong, "writer");

            String why = "The target cluster of this run file is not the one of the run: its index '" + run.target()
                    + "' has the uuid " + uuid + ", and the run's index has the uuid "
                    + run.targetRest().uuidOf(run.target()) + ". Correct target.nodes in the run file.";
            assertThat(writer.text()).contains(why);
            assertThat(writer.code()).isEqualTo(BLOCKED);
            assertThat(run.command("status").text()).contains(why);
            assertRefused(run, wrong, why);
            assertThat(run.commandWith(wrong, "doctor").text().replaceAll("\\s+", " "))
                    .contains(why);
            Path wrongSource = Files.writeString(
                    run.runFile().resolveSibling("source.yaml"),
                    right.replaceFirst(
                            "nodes: \\[[^]]*]",
                            "nodes: [" + Servers.elasticsearch().url() + "]"));
            other.put("/" + run.source(), "{}");
            assertRefused(
                    run, wrongSource, "The source cluster of this run file is not the one of the run: its index '");
            other.delete("/" + run.source());
            for (String command : List.of("verify", "cutover --dry-run", "abort")) {
                assertThat(run.commandWith(wrongSource, command.split(" ")).text())
                        .as(command)
                        .contains("The source cluster of this run file is not the one of the run, and has no index '");
            }
            other.post("/" + run.target() + "/_refresh", "");
            assertThat(other.get("/" + run.target() + "/_count").path("count").asLong())
                    .isZero();

            run.startHere("writer");
            run.awaitCaughtUp();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
            assertThat(run.command("status").text()).doesNotContain(why);
        }
    }

    /// As the API and the page resume it.
    private static void assertNotResumedUnasked(CopyRun run, String why) {
        Steering steering = new Steering(run.connection(), run.topics(), Throttle.NONE, InstantSource.system());
        for (Optional<String> accepted : List.of(Optional.<String>empty(), Optional.of("something else"))) {
            assertThatThrownBy(() -> steering.resume(accepted))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageStartingWith("Nothing was changed: ")
                    .hasMessageContaining(why);
        }
        assertThat(run.command("status").code()).isEqualTo(BLOCKED);
    }

    private static void assertRefused(CopyRun run, Path file, String why) {
        for (String command :
                List.of("run", "control", "verify", "sweep", "cutover --dry-run", "abort", "rejects replay --all")) {
            CopyRun.Output refused = run.commandWith(file, command.split(" "));
            assertThat(refused.text()).as(command).contains(why);
            assertThat(refused.code()).as(command).isEqualTo(1);
        }
    }

    private CopyRun withLateDocuments() {
        return CopyRun.create()
                .withSource("\"number_of_shards\":3", CLOSED)
                .holding(Stream.concat(new Articles(12).stream(DOCUMENTS), late.stream()));
    }

    private static void changeTheMappingInTheMiddle(CopyRun run) {
        HoldPoint point = Moment.SEARCH_ANSWERED.in(run);
        run.startHere("reader");
        run.startHere("writer");
        point.awaitReached();
        run.targetRest().put("/" + run.target() + "/_mapping", "{\"properties\":{\"late\":{\"type\":\"long\"}}}");
        point.pass();
    }

    private static void awaitStopped(CopyRun run, String why) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    CopyRun.Output status = run.command("status");
                    assertThat(status.code()).as(status.text()).isEqualTo(BLOCKED);
                    assertThat(status.text()).contains(why);
                });
    }

    /// Those that other shards had ready before the change are in the target.
    private void assertOnlyLateOnesAreRejected(CopyRun run) {
        List<Reject> rejects = run.rejects();
        assertThat(rejects)
                .isNotEmpty()
                .allSatisfy(
                        reject -> assertThat(reject.reason()).contains("failed to parse field [late] of type [long]"))
                .extracting(reject -> CopyRun.idOf(reject).id())
                .isSubsetOf(late.stream().map(SampleDocument::id).toList());
        assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS + late.size() - rejects.size());
    }
}
