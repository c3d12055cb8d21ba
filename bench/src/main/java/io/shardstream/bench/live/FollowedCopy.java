package io.shardstream.bench.live;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.pipeline.RunText;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.runfile.RunFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A copy that follows its source, of which one percent was deleted, and that could be cut over.
///
/// @param name of the run and of its target
/// @param runFile of the run, none of whose parts works
record FollowedCopy(SwitchSetup setup, BenchServers stage, Workload workload, String name, Path runFile) {
    /// Loads, copies, deletes, waits until it could be cut over, and ends the run.
    ///
    /// @param name of the run and of its target
    /// @param more lines of the run file
    /// @param heard told what goes on
    static FollowedCopy make(
            SwitchSetup setup,
            BenchServers stage,
            Workload workload,
            Path folder,
            String name,
            List<String> more,
            Consumer<String> heard)
            throws Exception {
        heard.accept("%s: loading %,d documents (%s) into %d shards."
                .formatted(name, workload.documents(), workload.shape().what(), workload.shards()));
        Path runFile = RunText.write(
                folder,
                name,
                stage,
                name + "-source",
                List.of("shards: " + workload.shards(), "replicas: " + setup.replicas()),
                lines(setup, more));
        FollowedCopy made = new FollowedCopy(setup, stage, workload, name, runFile);
        made.load();
        made.copy(heard);
        return made;
    }

    private static String[] lines(SwitchSetup setup, List<String> more) {
        List<String> lines = new ArrayList<>(more);
        lines.add("follow: true");
        // The cut-over finds all deletes itself.
        lines.add("sweep: { every: 24h }");
        if (setup.replacesIndex()) {
            lines.add("cutover: { replace-index: true }");
        }
        return lines.toArray(String[]::new);
    }

    private void load() {
        stage.create(source(), workload.shards(), "", workload.shape().mappings());
        stage.rest()
                .put("/" + source() + "/_settings", "{\"index.number_of_replicas\":%d}".formatted(setup.replicas()));
        if (!production().equals(source())) {
            stage.rest().post("/_aliases", """
                {"actions":[{"add":{"index":"%s","alias":"%s"}}]}\
                """.formatted(source(), production()));
        }
        stage.load(source(), workload);
    }

    private void copy(Consumer<String> heard) throws Exception {
        try (LiveRun run = start()) {
            run.await("copied", () -> run.records().isIn(Phase.CATCHING_UP));
            OnePercent.delete(workload, stage.rest(), source());
            heard.accept("%s: copied, and %,d documents deleted; waiting until it could be cut over."
                    .formatted(name, OnePercent.count(workload)));
            run.awaitReadyToCutOver();
            run.stop();
        }
    }

    /// Starts the run with all its parts, whose names are the same each time.
    LiveRun start() throws RunFileException {
        LiveRun run = LiveRun.begin(runFile);
        try {
            run.start("reader", "--instance", "the-reader");
            run.start("writer", "--instance", "the-writer");
            return run;
        } catch (RuntimeException e) {
            run.close();
            throw e;
        }
    }

    String source() {
        return name + "-source";
    }

    /// What clients write to: an alias, or the source itself.
    String production() {
        return setup.replacesIndex() ? source() : name + "-production";
    }
}
