package io.shardstream.ittests.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.ittests.secrecy.WrittenOutput;
import io.shardstream.ittests.server.Brokers;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.FileTree;
import io.shardstream.workload.compare.ComparisonReport;
import io.shardstream.workload.compare.DocumentId;
import io.shardstream.workload.load.BulkLoader;
import io.shardstream.workload.load.SampleDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One run: a source index, a target index, a run file, and the processes that a test starts.
public final class CopyRun implements AutoCloseable {
    /// The file beside the run file that holds the password.
    public static final String PASSWORD = "password";

    private final ProxiedCluster cluster;
    private ProxiedCluster targetCluster;
    private final Brokers kafka;
    private final String name;
    private final String source;
    private final String target;
    private final Path folder;
    private final List<Child> children = new ArrayList<>();
    private final List<Here> here = new ArrayList<>();
    private final RunFileText text;
    private final WrittenOutput written = new WrittenOutput();
    private final Map<String, String> environment = new HashMap<>();
    private final RunWaits waits = new RunWaits(this);
    private final CopyOutcome outcome = new CopyOutcome(this);

    private CopyRun(ProxiedCluster cluster, Brokers kafka, Optional<String> source) {
        this(cluster, kafka, Servers.name("run"), source);
    }

    private CopyRun(ProxiedCluster cluster, Brokers kafka, String name, Optional<String> source) {
        this.name = name;
        this.target = name + "-target";
        this.cluster = cluster;
        this.targetCluster = cluster;
        this.kafka = kafka;
        this.source = source.orElse(name + "-source");
        this.text = new RunFileText(name, kafka, cluster.urls(), this.source, target);
        try {
            this.folder = Files.createTempDirectory("shardstream-" + name + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A run on the shared cluster of two nodes and the shared broker.
    public static CopyRun create() {
        return on(Servers.cluster());
    }

    /// A run on the shared cluster of two nodes and the shared broker, whose source has this name.
    public static CopyRun of(String source) {
        return new CopyRun(Servers.cluster(), Brokers.shared(), Optional.of(source));
    }

    public static CopyRun on(ProxiedCluster cluster) {
        return new CopyRun(cluster, Brokers.shared(), Optional.empty());
    }

    /// A run on the shared cluster of two nodes.
    public static CopyRun through(Brokers brokers) {
        return new CopyRun(Servers.cluster(), brokers, Optional.empty());
    }

    /// A run with servers of the test's own.
    public static CopyRun on(ProxiedCluster cluster, Brokers brokers) {
        return new CopyRun(cluster, brokers, Optional.empty());
    }

    /// A run of the same name with the same source and target, and with another Kafka.
    public CopyRun in(Brokers other) {
        return new CopyRun(cluster, other, name, Optional.of(source));
    }

    /// Another run that copies the same source.
    public CopyRun again() {
        return new CopyRun(cluster, kafka, Optional.of(source));
    }

    /// Another run that copies this one's target.
    public CopyRun next() {
        return new CopyRun(cluster, kafka, Optional.of(target));
    }

    /// Creates the source index with 3 shards and no further settings or mappings.
    public CopyRun withSource() {
        return withSource("\"number_of_shards\":3", "{}");
    }

    /// Creates the source index.
    ///
    /// @param settings as members of a JSON object
    public CopyRun withSource(String settings, String mappings) {
        rest().put(
                        "/" + source,
                        "{\"settings\":{\"number_of_replicas\":0,%s},\"mappings\":%s}".formatted(settings, mappings));
        return this;
    }

    /// Puts documents into the source.
    public CopyRun holding(Stream<SampleDocument> documents) {
        BulkLoader.load(rest().server(), source, documents.map(written::knows), _ -> {});
        return this;
    }

    /// Has the target in another cluster than the source.
    ///
    /// @param nodes numbers of those whose addresses are in the run file
    public CopyRun into(ProxiedCluster other, int... nodes) {
        targetCluster = other;
        text.into(Arrays.stream(nodes).mapToObj(other.urls()::get).toList());
        return this;
    }

    /// Gives Kafka's clients a property.
    public CopyRun withKafkaProperties(String properties) {
        text.put(RunFileText.Section.KAFKA, "properties: {" + properties + "}");
        return this;
    }

    /// Further lines of the run file's section `writer`, in place of the small size of bulks.
    public CopyRun withWriter(String lines) {
        text.put(RunFileText.Section.WRITER, lines);
        return this;
    }

    public CopyRun intoShards(int shards) {
        text.intoShards(shards);
        return this;
    }

    /// Further lines of the run file's section `target`.
    public CopyRun withTarget(String lines) {
        text.put(RunFileText.Section.TARGET, lines);
        text.forget(folder);
        return this;
    }

    /// Further lines of the run file's section `source`.
    public CopyRun withSourceLines(String lines) {
        text.put(RunFileText.Section.SOURCE, lines);
        return this;
    }

    /// Further lines of the run file.
    public CopyRun withLines(String lines) {
        text.put(RunFileText.Section.TOP, lines);
        return this;
    }

    /// Goes on with what is written when the backfill is done, until it is cut over.
    public CopyRun following() {
        return withLines("follow: true\nsweep: {every: 2s}\ncutover: {max-blocked: 40s}");
    }

    /// What commands and parts that are started in this process from now on find in their environment, and children
    /// too unless told otherwise.
    public CopyRun withVariable(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    private @Nullable String variable(String wanted) {
        return environment.getOrDefault(wanted, System.getenv(wanted));
    }

    /// Runs a command of this run in this process, and gives its exit code and what it printed.
    public Output command(String... words) {
        return commandWith(runFile(), words);
    }

    /// Runs a command in this process with another run file than the run's own.
    public Output commandWith(Path file, String... words) {
        return command(new Stop(), file, words);
    }

    /// The same with the run's own file, for a command that is told to stop when the time is over.
    public Output commandFor(Duration time, String... words) {
        Stop stop = new Stop();
        CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS)
                .execute(stop::ask);
        return command(stop, runFile(), words);
    }

    private Output command(Stop stop, Path file, String... words) {
        StringWriter out = new StringWriter();
        List<String> all = Consent.with(words[0], List.of(words));
        all.addAll(List.of("-f", file.toString()));
        int code = Shardstream.commandLine(stop, this::variable)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(out))
                .execute(all.toArray(String[]::new));
        // What is said of rejects quotes documents, and those who ask for it know.
        if (!words[0].equals("rejects")) {
            written.said(words[0], out.toString());
        }
        return new Output(code, out.toString());
    }

    /// What a command came to.
    public record Output(int code, String text) {}

    /// Waits until the control topic says that.
    public void awaitPhase(Phase phase) {
        waits.awaitPhase(phase);
    }

    /// With what is chosen where the run file does not say.
    public CopyRun withDefaults() {
        text.withDefaults();
        return this;
    }

    /// The lines of the run file's section `docs`.
    public CopyRun withDocs(String lines) {
        text.put(RunFileText.Section.DOCS, lines);
        return this;
    }

    /// Starts control on a thread of this process and waits until it has written the plan.
    public CopyRun planned() {
        waits.awaitPlan(startHere("control"));
        return this;
    }

    /// Has the plan written and starts no control after that: readers and writers go on until the test ends. The
    /// source must hold a document by then, else the copy is complete at once.
    public CopyRun plannedOnly() {
        planned();
        here.removeLast().close();
        return this;
    }

    /// Waits until everything that was acknowledged in the source so far has been read and written.
    public void awaitCaughtUp() {
        waits.awaitCaughtUp();
    }

    /// Waits until all that was in the source at the start is in the docs topic.
    public void awaitRead() {
        waits.awaitRead();
    }

    /// Starts a process of the run, `reader` or `writer`.
    ///
    /// @param options further ones of the command
    public Child start(String part, String... options) {
        return start(Map.of(), part, options);
    }

    /// Starts a process of the run with further variables in its environment.
    public Child start(Map<String, String> environment, String part, String... options) {
        Map<String, String> all = new HashMap<>(this.environment);
        all.putAll(environment);
        Child child = Child.start(all, part, part + "-" + (children.size() + 1), runFile(), options);
        children.add(child);
        return child;
    }

    /// Starts a part of the run, `reader` or `writer`, on a thread of this process.
    public Here startHere(String part) {
        Map<String, String> variables = Map.copyOf(environment);
        Here started = Here.start(name -> variables.getOrDefault(name, System.getenv(name)), part, runFile());
        here.add(started);
        return started;
    }

    /// Copies everything in this process.
    ///
    /// @return the exit code of `shardstream run`
    public int runHere() {
        return startHere("run").awaitEnd(TestPatience.LIMIT);
    }

    /// Waits until control says that the copy is complete, without any reject.
    public void awaitComplete() {
        waits.awaitEnd(here.getFirst(), ExitCodes.DONE);
    }

    /// The same of a copy in which documents were rejected.
    public void awaitCompleteButForRejects() {
        waits.awaitEnd(here.getFirst(), ExitCodes.REJECTED);
    }

    /// Compares source and target from both sides, and states that nothing differs.
    public ComparisonReport assertCopied() {
        return outcome.assertCopied();
    }

    /// Again while somebody writes to an index meanwhile: a writer may still repeat what it has written
    /// already.
    public ComparisonReport compare() {
        return outcome.compare();
    }

    /// Every reject in the rejects topic of now.
    public List<Reject> rejects() {
        return outcome.rejects();
    }

    /// The last checkpoint of every source shard.
    public List<Checkpoint> checkpoints() {
        return checkpoints(plan().sourceShards());
    }

    /// The same where the plan cannot be read.
    public List<Checkpoint> checkpoints(int sourceShards) {
        return outcome.checkpoints(sourceShards);
    }

    public RunPlan plan() {
        return ControlRecords.read(connection(), topics()).plan().orElseThrow();
    }

    /// Waits until that many readers share the source shards.
    public void awaitReaders(int count) {
        waits.awaitMembers(topics().readersGroup(), count);
    }

    /// Waits until that many writers share the lanes.
    public void awaitWriters(int count) {
        waits.awaitMembers(topics().writersGroup(plan().docsTopicId()), count);
    }

    public static DocumentId idOf(Reject reject) {
        Bytes routing = reject.document().routing();
        return new DocumentId(reject.document().id().utf8(), routing == null ? null : routing.utf8());
    }

    public RunTopics topics() {
        return new RunTopics(name);
    }

    /// For looking at topics; what is sealed is seen as it lies there.
    public KafkaConnection connection() {
        return kafka.own();
    }

    public String source() {
        return source;
    }

    public String target() {
        return target;
    }

    /// Requests past the proxies.
    public Rest rest() {
        return cluster.rest();
    }

    /// Requests to the target's cluster past the proxies.
    public Rest targetRest() {
        return targetCluster.rest();
    }

    /// The run file, written when it is first asked for.
    public Path runFile() {
        return text.in(folder);
    }

    /// What the processes of this run have written, for tests that look for more.
    public WrittenOutput written() {
        return written;
    }

    String tails() {
        return Stream.concat(children.stream().map(Child::tail), here.stream().map(Here::said))
                .collect(Collectors.joining());
    }

    @Override
    public void close() {
        cluster.clear();
        targetCluster.clear();
        kafka.clear();
        children.forEach(Child::close);
        here.reversed().forEach(Here::close);
        here.forEach(one -> written.said("standard error", one.said()));
        written.filesOf(folder);
        rest().send("DELETE", "/" + source + "?ignore_unavailable=true", "");
        targetRest().send("DELETE", "/" + target + "?ignore_unavailable=true", "");
        try {
            FileTree.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(written.leaks())
                .as("what was written and holds a secret or a part of a document")
                .isEmpty();
    }
}
