package io.shardstream.common.runfile;

import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.VersionMode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A run as its run file describes it, complete with defaults. `docs/run-file.md` explains every key.
///
/// @param name the run's name, a part of its topics' names: 1 to 60 lower-case letters, digits and hyphens
/// @param versions which versions the target's documents have, `version.mode`
/// @param saidFollow whether the run goes on with what is written to the source, until it is cut over; empty where the
///   file does not say, which is no only for a source that nobody writes to, see [#follow]
/// @param sweepEvery how often the target is searched for documents that were deleted in the source
/// @param maxRejects open rejects that the run may have before it is stopped; empty for one of a
///   hundred documents, between 10 and 1,000
/// @param throttle how fast the run may work until a command says otherwise, sections `throttle` and `guard`
/// @param canary a search that tells how production fares, as JSON, `guard.canary`
/// @param sessionTimeout how long Kafka waits for a silent reader or writer before it gives its work to
///   another
public record RunFile(
        String name,
        KafkaConfig kafka,
        SourceConfig source,
        TargetConfig target,
        DocsConfig docs,
        ReaderConfig reader,
        WriterConfig writer,
        VersionMode versions,
        Optional<Boolean> saidFollow,
        Duration sweepEvery,
        OptionalInt maxRejects,
        CutoverConfig cutover,
        Throttle throttle,
        Optional<String> canary,
        Duration sessionTimeout) {

    /// Reads a file in YAML. Paths in it are relative to its folder. Files with secrets are looked at again while the
    /// process works.
    ///
    /// @param environment looks up an environment variable, null if it is not set
    /// @throws RunFileException if it cannot be read or anything in it is wrong
    public static RunFile read(Path file, Environment environment) throws RunFileException {
        return RunFileReader.read(file, environment, NeededSecrets.CLUSTERS, InstantSource.system());
    }

    /// The same for a process that speaks to Kafka alone: what the sections of source and target take from
    /// environment variables and files need not be there, and must not be asked for.
    ///
    /// @throws RunFileException if it cannot be read or anything in it is wrong
    public static RunFile readForKafka(Path file, Environment environment) throws RunFileException {
        return RunFileReader.read(file, environment, NeededSecrets.KAFKA, InstantSource.system());
    }

    /// The same for a process that looks at documents in Kafka: it needs the run's `docs.seal-key` too.
    ///
    /// @throws RunFileException if it cannot be read or anything in it is wrong
    public static RunFile readForDocuments(Path file, Environment environment) throws RunFileException {
        return RunFileReader.read(file, environment, NeededSecrets.DOCUMENTS, InstantSource.system());
    }

    /// The same for a process that works on one side: what the other side and a cut-over take from environment
    /// variables and files need not be there; see [#lacking] and [CutoverConfig#lacking].
    ///
    /// @throws RunFileException if it cannot be read or anything in it is wrong
    public static RunFile readFor(Side side, Path file, Environment environment) throws RunFileException {
        NeededSecrets needs = switch (side) {
            case SOURCE -> NeededSecrets.SOURCE;
            case TARGET -> NeededSecrets.TARGET;
        };
        return RunFileReader.read(file, environment, needs, InstantSource.system());
    }

    /// The same of a text that was made from what somebody has said in another way. Paths in it are relative to where
    /// the process works.
    ///
    /// @param origin what sentences name in place of a file
    /// @throws RunFileException if anything in it is wrong
    public static RunFile ofText(String text, String origin, Environment environment) throws RunFileException {
        return RunFileReader.parse(
                text,
                Problems.withoutLines(origin),
                Path.of(""),
                environment,
                NeededSecrets.CLUSTERS,
                InstantSource.system());
    }

    /// What is not there of that which it takes to sign in to a cluster, as the run file says it: a reference or a
    /// file. Empty where everything is, as it always is of a side on which this process works.
    public List<String> lacking(Side side) {
        return switch (side) {
            case SOURCE -> source.endpoint().lacking();
            case TARGET -> target.endpoint().lacking();
        };
    }

    /// Every key that a run file may have, in order, with what it is if absent: a value, `required`, or
    /// nothing.
    public static Map<String, String> keys() {
        return RunFileReader.keys();
    }

    /// This run as a run file: every default filled in, and secrets as the references by which they were
    /// given.
    public String effective() {
        return EffectiveConfig.of(this, UnaryOperator.identity());
    }

    /// The same for a file in any folder: files with secrets are named in full.
    ///
    /// @param folder of the run file that was read
    public String effectiveAnywhere(Path folder) {
        return EffectiveConfig.of(this, text -> Secrets.anywhere(text, folder));
    }

    /// The files that references of this run file name.
    ///
    /// @param folder where relative paths begin
    public List<Path> secretFiles(Path folder) {
        return Secrets.filesIn(effective(), folder);
    }

    /// Whether the run goes on with what is written to the source; `false` unless the file says so.
    public boolean follow() {
        return saidFollow.orElse(false);
    }

    /// The same run with another limit to its rejects.
    public RunFile withMaxRejects(int most) {
        return new RunFile(
                name,
                kafka,
                source,
                target,
                docs,
                reader,
                writer,
                versions,
                saidFollow,
                sweepEvery,
                OptionalInt.of(most),
                cutover,
                throttle,
                canary,
                sessionTimeout);
    }

    /// Where environment variables come from; the process's own are `System::getenv`.
    @FunctionalInterface
    public interface Environment {
        @Nullable
        String get(String name);
    }
}
