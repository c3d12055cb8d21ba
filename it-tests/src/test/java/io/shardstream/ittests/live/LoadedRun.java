package io.shardstream.ittests.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.run.plan.RunPreparation;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.FileTree;
import io.shardstream.workload.compare.ComparisonReport;
import io.shardstream.workload.compare.IndexAddress;
import io.shardstream.workload.compare.IndexComparison;
import io.shardstream.workload.compare.ServerAccess;
import io.shardstream.workload.load.HttpLoadClient;
import io.shardstream.workload.load.IndexVerdict;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadDocuments;
import io.shardstream.workload.load.LoadReport;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.LoadVerdict;
import io.shardstream.workload.load.OperationKind;
import io.shardstream.workload.load.OperationListener;
import io.shardstream.workload.load.OperationOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/// One run whose source is written to all the time.
final class LoadedRun implements AutoCloseable {
    private static final int A_FEW = 10;
    /// Whether the run file says nothing but where and what.
    private static final boolean DEFAULTS = Boolean.getBoolean("shardstream.live.defaults");

    private final LiveServers servers;
    private final LiveShape shape;
    private final String name = Servers.name("live");
    private final Path folder;
    private final Path runFile;
    private final Map<String, Part> parts = new LinkedHashMap<>();
    private final List<Load> loads = new ArrayList<>();
    private final List<HttpLoadClient> clients = new ArrayList<>();

    private LoadedRun(LiveServers servers, LiveShape shape) {
        this.servers = servers;
        this.shape = shape;
        try {
            this.folder = Files.createTempDirectory("shardstream-" + name + "-");
            this.runFile = Files.writeString(folder.resolve("run.yaml"), yaml());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A run with an empty source.
    static LoadedRun create(LiveServers servers, LiveShape shape) {
        LoadedRun run = new LoadedRun(servers, shape);
        servers.rest()
                .put(
                        "/" + run.source(),
                        "{\"settings\": %s, \"aliases\": {\"%s\": {}}}".formatted(shape.sourceSettings(), run.alias()));
        servers.awaitHealthy();
        return run;
    }

    String source() {
        return name + "-source";
    }

    String target() {
        return name + "-target";
    }

    /// What production writes to: at first the source.
    String alias() {
        return name + "-production";
    }

    int sourceShards() {
        return shape.sourceShards();
    }

    /// Prepares the run without following it, so that it goes on for ever.
    LoadedRun prepared() throws Exception {
        RunFile file = RunFile.read(runFile, _ -> null);
        try (Connections to = Connections.of(file)) {
            new RunPreparation(RunFileMapping.settings(file), to.source(), to.target(), to.kafka()).prepare();
        }
        servers.awaitHealthy();
        return this;
    }

    /// Starts control as a process of its own and waits until it has prepared the run, which then follows the
    /// source.
    Part control() {
        return control(Child.TODAY);
    }

    /// The same in other software.
    Part control(String classPath) {
        Part control = start("control", classPath);
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    assertThat(control.child().isAlive()).as(tails()).isTrue();
                    return isPlanned();
                });
        servers.awaitHealthy();
        return control;
    }

    private boolean isPlanned() {
        try {
            return ControlRecords.read(kafka(), topics()).plan().isPresent();
        } catch (KafkaException e) {
            return false;
        }
    }

    /// Waits until a dry run says that the run can be cut over.
    void awaitReadyToCutOver() {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> command("cutover", "--dry-run") == 0);
    }

    /// Cuts over, and states that it succeeds.
    void cutOver() {
        awaitReadyToCutOver();
        try (Child cutover = Child.start("cutover", "cutover", runFile)) {
            assertThat(cutover.awaitEnd(TestPatience.LIMIT))
                    .as(() -> cutover.tail() + tails())
                    .isZero();
            System.out.println(cutover.tail());
        }
    }

    /// Starts a part of the run as a process of its own.
    ///
    /// @param part `reader`, `writer` or `control`
    Part start(String part) {
        return start(part, Child.TODAY);
    }

    /// The same in other software.
    Part start(String part, String classPath) {
        String log = part + "-" + parts.size();
        Part started = new Part(part, log, runFile, classPath);
        parts.put(log, started);
        return started;
    }

    /// Has other software do a command beside the run's parts.
    Child beside(String classPath, String command) {
        return Child.startOf(classPath, command, command + "-beside", runFile);
    }

    /// Starts a load on the source and waits until its first documents are there.
    Load load(LoadSettings settings, String ids) {
        return load(settings, ids, OperationListener.NONE);
    }

    Load load(LoadSettings settings, String ids, OperationListener listener) {
        LoadDocuments documents = new LoadDocuments(ids, settings.seed(), 400);
        HttpLoadClient client = new HttpLoadClient(servers.urls(), alias(), ServerAccess.OPEN, documents);
        Load load = Load.start(settings, documents, client, listener);
        loads.add(load);
        clients.add(client);
        load.prepared().join();
        return load;
    }

    /// Waits until all that the source holds is read and every record has its outcome. Nobody may send writes
    /// meanwhile; one whose outcome is unknown may still happen.
    void awaitDrained() {
        RunPlan plan = plan();
        try (RunStateReader states = new RunStateReader(kafka(), topics(), plan)) {
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .pollInterval(Duration.ofMillis(300))
                    .failFast(() -> assertThat(parts.values())
                            .as(tails())
                            .allMatch(part -> part.child().isAlive()))
                    .untilAsserted(() -> {
                        RunState state = states.read();
                        IntStream.range(0, shape.sourceShards())
                                .forEach(shard -> assertThat(state.done(shard))
                                        .as("shard %d%s", shard, tails())
                                        .isEqualTo(end(shard)));
                        assertThat(state.isWrittenUpTo(state.ends()))
                                .as(tails())
                                .isTrue();
                        assertThat(state.rejected()).isZero();
                    });
        }
    }

    /// Waits until something more has been read, and what was read until then is written.
    void awaitProgress() {
        RunState before = awaitState(_ -> true);
        RunState read = awaitState(state ->
                IntStream.range(0, shape.sourceShards()).anyMatch(shard -> state.done(shard) > before.done(shard)));
        awaitState(state -> state.isWrittenUpTo(read.ends()));
    }

    /// Waits until a controller has taken over that comes after the one of that epoch.
    ///
    /// @return its epoch
    long awaitController(long after) {
        return Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(this::controllerEpoch, epoch -> epoch > after);
    }

    private long controllerEpoch() {
        return ControlRecords.read(kafka(), topics())
                .of(Controller.KEY, Controller::decode)
                .map(Controller::epoch)
                .orElse(0L);
    }

    /// Waits until every lane holds a few records that are not written.
    void awaitUnwritten() {
        awaitState(state -> IntStream.range(0, state.plan().lanes())
                .allMatch(lane -> state.ends().get(lane) - state.committed().get(lane) >= A_FEW));
    }

    /// Waits for a state of the run, also while Kafka does not answer.
    private RunState awaitState(Predicate<RunState> wanted) {
        try (RunStateReader states = new RunStateReader(kafka(), topics(), plan())) {
            return Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .pollInterval(Duration.ofMillis(200))
                    .ignoreExceptions()
                    .until(states::read, wanted);
        }
    }

    /// Waits until that many documents of the source have been deleted.
    void awaitDeleted(int count) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> servers.rest()
                                .get("/" + source() + "/_stats/indexing")
                                .at("/_all/primaries/indexing/delete_total")
                                .asLong()
                        >= count);
    }

    /// Deletes in the target what was deleted in the source.
    void sweep() {
        assertThat(command("sweep")).as(tails()).isZero();
    }

    /// @return the exit code of `shardstream verify`
    int verify() {
        return command("verify", "--content", "all");
    }

    private int command(String name, String... options) {
        List<String> line = new ArrayList<>(List.of(name, "-f", runFile.toString()));
        line.addAll(List.of(options));
        return Shardstream.commandLine(new Stop(), System::getenv).execute(line.toArray(String[]::new));
    }

    /// Compares both sides by bytes and judges each by what the load remembers.
    ComparisonReport assertSame(Load load) {
        LoadReport report = load.finish();
        System.out.printf("%s: %s, %s%n", name, report.counts(), report.acknowledged());
        ComparisonReport compared = IndexComparison.of(address(source()), address(target()), Set.of(), 10);
        assertThat(compared.samples()).as(tails()).isEmpty();
        assertThat(compared.isClean()).isTrue();
        assertThat(compared.equal()).isEqualTo(compared.source().documents());
        assertAllowed(load, source());
        assertAllowed(load, target());
        return compared;
    }

    /// Ends a load, of which operations of each kind must have been done, waits until all of it is written
    /// and swept, and compares both sides: before a cut-over, which repairs what differs.
    LoadReport assertCaughtUp(Load load) {
        LoadReport report = load.finish();
        for (OperationKind kind : OperationKind.values()) {
            assertThat(report.count(kind, OperationOutcome.OK)).as(kind.label()).isPositive();
        }
        awaitDrained();
        sweep();
        awaitDrained();
        assertSame(load);
        return report;
    }

    /// States that an index holds what the load's operations allow.
    IndexVerdict assertAllowed(Load load, String index) {
        IndexVerdict verdict = LoadVerdict.of(address(index), load.memory(), load.documents(), 10);
        System.out.printf("%s: %s%n", index, verdict);
        assertThat(verdict.samples()).isEmpty();
        assertThat(verdict.isClean()).isTrue();
        return verdict;
    }

    private long end(int shard) {
        JsonNode stats = servers.rest().get("/" + source() + "/_stats?level=shards&filter_path=indices.*.shards");
        return stats.at("/indices/" + source() + "/shards/" + shard)
                .valueStream()
                .filter(copy -> copy.at("/routing/primary").asBoolean())
                .mapToLong(copy -> copy.at("/seq_no/max_seq_no").asLong())
                .findFirst()
                .orElseThrow();
    }

    private IndexAddress address(String index) {
        return new IndexAddress(servers.rest().server(), index);
    }

    RunPlan plan() {
        return ControlRecords.read(kafka(), topics()).plan().orElseThrow();
    }

    RunTopics topics() {
        return new RunTopics(name);
    }

    KafkaConnection kafka() {
        return new KafkaConnection(servers.kafka().bootstrapServers(), Map.of());
    }

    String tails() {
        return parts.values().stream().map(part -> part.child().tail()).collect(Collectors.joining());
    }

    private String yaml() {
        return """
                run: %s
                kafka:
                  bootstrap: "%s"
                %s
                source:
                  nodes: %s
                  index: %s
                target:
                  nodes: %s
                  index: %s
                %s
                follow: true
                """.formatted(
                                name,
                                servers.kafka().bootstrapServers(),
                                DEFAULTS ? "" : "  replication: " + shape.replication(),
                                servers.urls(),
                                source(),
                                servers.urls(),
                                target(),
                                shape.target().indent(2).stripTrailing())
                + (DEFAULTS ? "" : said());
    }

    /// So that more happens in less time, and that Kafka keeps what a comparison may want to see.
    private static String said() {
        return """
                docs:
                  trim: never
                  max-backlog: 10gb
                session-timeout: 3s
                sweep:
                  every: 10s
                cutover:
                  max-blocked: 5m
                """;
    }

    @Override
    public void close() {
        loads.forEach(Load::close);
        clients.forEach(HttpLoadClient::close);
        parts.values().forEach(Part::close);
        servers.rest().send("DELETE", "/" + source() + "," + target() + "?ignore_unavailable=true", "");
        try {
            FileTree.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
