package io.shardstream.bench.pipeline;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.measure.Contestant;
import io.shardstream.bench.measure.Named;
import io.shardstream.bench.peer.Elasticdump;
import io.shardstream.bench.peer.Reindex;
import io.shardstream.bench.stage.Stage;
import io.shardstream.bench.worker.Done;
import io.shardstream.bench.worker.Work;
import io.shardstream.bench.worker.Worker;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Contestants that copy one index into a new one of so many shards, each in its way. The new index is looked at when
/// the clock has stopped, and deleted.
///
/// @param folder for run files and logs
/// @param worker does Shardstream's copies
/// @param series a word that tells these runs from others with as many shards
record Copies(Stage stage, Workload workload, int shards, Path folder, Worker worker, String series) {
    static final String OURS = "shardstream";
    static final String REINDEX = "_reindex";

    /// Copies everything into an index of that name, and returns how many documents a second that made.
    @FunctionalInterface
    private interface Way {
        double copyInto(String target) throws Exception;
    }

    /// @param word for the names of its targets
    private static Contestant named(String name, String word, Way way) {
        return new Named(name, round -> way.copyInto("target-" + word + "-" + round));
    }

    /// Reader and writer in one process. Every copy is compared with its source, by ids, versions and bytes.
    ///
    /// @param shares told what each copy took
    /// @param more lines of the run file
    Contestant ours(Consumer<ProcessorShare> shares, String... more) {
        return named(OURS, shards + "-ours-" + series, target -> {
            Path run = RunText.write(folder, target, stage, workload, shards, more);
            ProcessorShare.Before before = ProcessorShare.Before.of(stage);
            Done done = worker.does(Work.copy, run);
            shares.accept(before.until(stage, done));
            stage.requireEqual(workload.index(), target, workload.documents());
            stage.delete(target);
            return done.perSecond();
        });
    }

    /// The server's own, with as many slices as it thinks right.
    Contestant reindex(int size) {
        return made(
                REINDEX + ", size " + size,
                "reindex-" + size,
                target -> Reindex.copy(stage.rest(), workload.index(), target, "auto", size));
    }

    Contestant elasticdump(Elasticdump tool, int limit, int concurrency) {
        return made(
                "elasticdump, limit " + limit + ", concurrency " + concurrency,
                "elasticdump-" + limit + "-" + concurrency,
                target -> tool.copy(
                        stage.url(), workload.index(), target, limit, concurrency, folder.resolve("elasticdump.log")));
    }

    /// One that fills an index which was made for it, and whose copy is counted.
    private Contestant made(String name, String word, Consumer<String> copy) {
        return named(name, shards + "-" + word, target -> {
            stage.create(target, workload, shards);
            double rate = workload.rate(() -> {
                copy.accept(target);
                return target;
            });
            requireWhole(target);
            stage.delete(target);
            return rate;
        });
    }

    private void requireWhole(String target) {
        long copied = stage.count(target);
        if (copied != workload.documents()) {
            throw new IllegalStateException(
                    "A copy of %,d documents holds %,d".formatted(workload.documents(), copied));
        }
    }
}
