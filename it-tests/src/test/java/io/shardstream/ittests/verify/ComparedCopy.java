package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.compare.scan.ScanPace;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.sweep.SweepReport;
import io.shardstream.control.compare.verify.Content;
import io.shardstream.control.compare.verify.DocumentDifference;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.verify.VerificationOptions;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.ComparisonRounds;
import io.shardstream.control.run.plan.RunPreparation;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Drain;
import io.shardstream.control.state.lanes.KafkaLanes;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.Rest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A run that is prepared and goes on: nobody ends it. Sweeps and verifications of it, by the command and without.
final class ComparedCopy implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final JsonMapper JSON = new JsonMapper();

    private final CopyRun run;
    private final Connections to;
    private final KafkaLanes lanes;
    private final ComparedRun compared;

    private ComparedCopy(CopyRun run, Connections to, RunPlan plan) {
        this.run = run;
        this.to = to;
        this.lanes = new KafkaLanes(to.kafka(), run.topics(), plan);
        this.compared = ComparedRun.of(plan, to.source(), to.target(), true, lanes, _ -> ScanPace.NONE);
    }

    /// Prepares the run; readers and writers are the caller's to start. Nobody controls it, so it is one that does not
    /// follow the source's mapping: documents with new fields would wait for ever.
    static ComparedCopy of(CopyRun run) throws Exception {
        RunFile file = RunFile.read(run.runFile(), System::getenv);
        Connections to = Connections.of(file);
        RunPlan plan = new RunPreparation(
                        RunFileMapping.settings(file),
                        to.source(),
                        to.target(),
                        to.kafka().understanding(CarriedMapping.FIRST_RUN_FORMAT - 1))
                .prepare()
                .plan();
        return new ComparedCopy(run, to, plan);
    }

    SweepReport sweep() throws Exception {
        return sweep(SweepOptions.online(PATIENCE));
    }

    SweepReport sweep(SweepOptions options) throws Exception {
        return sweepThatKeeps().run(options, _ -> {});
    }

    /// One whose later runs go by what the ones before have seen.
    Sweep sweepThatKeeps() {
        return new Sweep(compared, InstantSource.system(), Thread::sleep, ComparisonRounds.MOST_BYTES);
    }

    /// What a verification says that takes it that nothing moves, bytes of everything included.
    List<DocumentDifference> differences() throws Exception {
        List<DocumentDifference> differences = new ArrayList<>();
        verify(VerificationOptions.last(PATIENCE).withContent(Content.ALL), differences);
        return differences;
    }

    /// Verifies once, and states that nothing differs.
    void verifyAll(Content content) throws Exception {
        assertThat(verify(VerificationOptions.last(PATIENCE).withContent(content), new ArrayList<>())
                        .isClean())
                .isTrue();
    }

    VerificationReport verify(VerificationOptions options, List<DocumentDifference> differences) throws Exception {
        return new Verification(
                        compared,
                        Set.of(),
                        InstantSource.system(),
                        Thread::sleep,
                        ComparisonRounds.MOST_BYTES,
                        new Random(1))
                .run(options, differences::add);
    }

    /// Waits until everything that is in the source now is read and written.
    void drain() throws Exception {
        drain(checkpoints());
    }

    /// Waits until everything that is in the source now is read.
    void awaitRead() throws Exception {
        List<Long> checkpoints = checkpoints();
        Awaitility.await().atMost(PATIENCE).until(() -> {
            RunState state = lanes.state();
            return IntStream.range(0, checkpoints.size())
                    .allMatch(shard -> state.done(shard) >= checkpoints.get(shard));
        });
    }

    private List<Long> checkpoints() throws Exception {
        List<Long> checkpoints = new ArrayList<>();
        for (var shard : compared.source()) {
            checkpoints.add(shard.locate().numbers().globalCheckpoint());
        }
        return checkpoints;
    }

    private void drain(List<Long> checkpoints) throws Exception {
        new Drain(lanes, InstantSource.system(), Thread::sleep)
                .upToCheckpoints(checkpoints, Instant.now().plus(PATIENCE));
        run.rest().post("/" + run.target() + "/_refresh", "");
    }

    /// Waits until every record in the lanes has its outcome.
    void drainLanes() throws Exception {
        drain(List.of());
    }

    /// What a command printed.
    ///
    /// @param code its exit code
    /// @param lines of standard output, each of which is JSON
    record Printed(int code, List<JsonNode> lines) {
        JsonNode summary() {
            return lines.getLast();
        }
    }

    /// Runs a command of the run with `-o json`.
    Printed execute(String command, String... options) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> arguments =
                new ArrayList<>(List.of(command, "-f", run.runFile().toString(), "-o", "json"));
        arguments.addAll(List.of(options));
        int code = Shardstream.commandLine(new Stop(), System::getenv)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
        assertThat(err.toString()).isEmpty();
        return new Printed(
                code, out.toString().lines().<JsonNode>map(JSON::readTree).toList());
    }

    /// Puts a document into the target as somebody else might, under the version that is there.
    void overwrite(String id, String body) {
        overwrite(id, body, version(id));
    }

    void overwrite(String id, String body, long version) {
        run.rest().put("/" + run.target() + "/_doc/" + id + at(version), body);
    }

    /// Takes a document away from the target, and leaves its version.
    void drop(String id) {
        run.rest().delete("/" + run.target() + "/_doc/" + id + at(version(id)));
    }

    /// The highest word that a delete of this document can carry now.
    long deletion(String id) throws Exception {
        int shard = shardOf(run.rest(), run.source(), id);
        long checkpoint = compared.source().get(shard).locate().numbers().globalCheckpoint();
        return new VersionWord(VersionWord.FIRST_LINEAGE, shard, checkpoint).value();
    }

    static int shardOf(Rest rest, String index, String routing) {
        return rest.get("/" + index + "/_search_shards?routing=" + routing)
                .path("shards")
                .path(0)
                .path(0)
                .path("shard")
                .asInt();
    }

    private static String at(long version) {
        return "?refresh=true&version_type=external_gte&version=" + version;
    }

    long version(String id) {
        return document(id).path("_version").asLong();
    }

    String body(String id) {
        return document(id).path("_source").toString();
    }

    boolean isInTarget(String id) {
        return run.rest()
                .send("GET", "/" + run.target() + "/_doc/" + Rest.encoded(id), "")
                .isOk();
    }

    private JsonNode document(String id) {
        return run.rest().get("/" + run.target() + "/_doc/" + id);
    }

    static Stream<String> ids(int documents) {
        return Stream.iterate(0, i -> i < documents, i -> i + 1).map(i -> "d" + i);
    }

    @Override
    public void close() {
        lanes.close();
        to.close();
    }
}
