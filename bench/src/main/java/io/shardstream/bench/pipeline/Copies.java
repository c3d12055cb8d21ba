package io.shardstream.bench.pipeline;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.peer.Elasticdump;
import io.shardstream.bench.peer.Reindex;
import io.shardstream.bench.report.Contestant;
import io.shardstream.bench.report.NamedContestant;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.worker.Done;
import io.shardstream.bench.worker.Worker;
import io.shardstream.bench.worker.WorkerTask;
import io.shardstream.bench.worker.Writers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.stream.Collectors;

/// Contestants that copy one index into a new one of so many shards, each in its way. The new index is looked at when
/// the clock has stopped, and deleted.
///
/// @param shards of the new index
/// @param settings further ones of the new index
/// @param folder for run files and logs
/// @param worker does Shardstream's copies
/// @param series a word that tells these runs from others with as many shards
public record Copies(
        BenchServers stage,
        Workload workload,
        int shards,
        Map<String, String> settings,
        Path folder,
        Worker worker,
        String series) {
    public static final String OURS = "shardstream";
    public static final String REINDEX = "_reindex";

    public Copies {
        settings = Map.copyOf(settings);
    }

    /// Into an index without further settings.
    public Copies(BenchServers stage, Workload workload, int shards, Path folder, Worker worker, String series) {
        this(stage, workload, shards, Map.of(), folder, worker, series);
    }

    /// Looks on while a copy is made.
    @FunctionalInterface
    public interface Watch {
        /// Nobody looks.
        Watch NONE = () -> _ -> {};

        /// A copy begins.
        ///
        /// @return told as it ends how many seconds it took, without what prepares it
        DoubleConsumer begins();
    }

    /// Copies everything into an index of that name, and returns how many documents a second that made.
    @FunctionalInterface
    private interface Way {
        double copyInto(String target) throws Exception;
    }

    /// @param word for the names of its targets
    private static Contestant named(String name, String word, Way way) {
        return new NamedContestant(name, round -> way.copyInto("target-" + word + "-" + round));
    }

    /// Reader and writer in one process. Every copy is compared with its source, by ids, versions and bytes.
    ///
    /// @param shares told what each copy took
    /// @param more lines of the run file
    Contestant ours(Consumer<ProcessorShare> shares, String... more) {
        return named(OURS, shards + "-ours-" + series, target -> copy(target, Writers.ONE, shares, Watch.NONE, more));
    }

    /// Reader and these writers in one process. Every copy is compared with its source, by ids, versions and bytes.
    ///
    /// @param name in the report
    public Contestant ours(String name, Writers writers, Watch watch) {
        return named(name, shards + "-" + word(name) + "-" + series, target -> copy(target, writers, _ -> {}, watch));
    }

    private double copy(String target, Writers writers, Consumer<ProcessorShare> shares, Watch watch, String... more)
            throws IOException {
        Path run = RunText.write(folder, target, stage, workload.index(), targetLines(), more);
        ProcessorShare.Before before = ProcessorShare.Before.of(stage);
        DoubleConsumer end = watch.begins();
        Done done = worker.does(WorkerTask.copy, run, writers);
        end.accept(done.seconds());
        shares.accept(before.until(stage, done));
        stage.requireEqual(workload.index(), target, workload.documents());
        stage.delete(target);
        return done.perSecond();
    }

    /// What a run file says of the new index.
    private List<String> targetLines() {
        String more = settings.entrySet().stream()
                .map(setting -> ", %s: \"%s\"".formatted(setting.getKey(), setting.getValue()))
                .collect(Collectors.joining());
        return List.of("shards: " + shards, "replicas: 0", "settings: { index.refresh_interval: \"-1\"" + more + " }");
    }

    /// The server's own.
    ///
    /// @param slices a number, or `auto` for as many as it thinks right
    Contestant reindex(String slices, int size) {
        String name = REINDEX + ", slices " + slices + ", size " + size;
        return reindex(name, slices, size, Watch.NONE);
    }

    /// The server's own, with as many slices as it thinks right.
    ///
    /// @param name in the report
    public Contestant reindex(String name, int size, Watch watch) {
        return reindex(name, "auto", size, watch);
    }

    private Contestant reindex(String name, String slices, int size, Watch watch) {
        return made(
                name, word(name), watch, target -> Reindex.copy(stage.rest(), workload.index(), target, slices, size));
    }

    Contestant elasticdump(Elasticdump tool, int limit, int concurrency) {
        return made(
                "elasticdump, limit " + limit + ", concurrency " + concurrency,
                "elasticdump-" + limit + "-" + concurrency,
                Watch.NONE,
                target -> tool.copy(
                        stage.url(), workload.index(), target, limit, concurrency, folder.resolve("elasticdump.log")));
    }

    /// One that fills an index which was made for it, and whose copy is counted.
    private Contestant made(String name, String word, Watch watch, Consumer<String> copy) {
        return named(name, shards + "-" + word, target -> {
            stage.create(target, workload, shards, settings);
            DoubleConsumer end = watch.begins();
            double rate = workload.rate(() -> {
                copy.accept(target);
                return target;
            });
            end.accept(workload.documents() / rate);
            requireWhole(target);
            stage.delete(target);
            return rate;
        });
    }

    /// What is left of a name where only letters, digits and hyphens may stand.
    private static String word(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

    private void requireWhole(String target) {
        long copied = stage.count(target);
        if (copied != workload.documents()) {
            throw new IllegalStateException(
                    "A copy of %,d documents holds %,d".formatted(workload.documents(), copied));
        }
    }
}
