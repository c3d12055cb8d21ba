package io.shardstream.bench.live;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.pipeline.RunText;
import io.shardstream.bench.stage.KeptFolders;
import io.shardstream.bench.stage.Stage;
import io.shardstream.common.record.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// A copy that follows its source, of which one percent was deleted. It is made once, and production is switched over
/// again and again: before each round the servers start from the same data.
final class SwitchedCopy implements AutoCloseable {
    private final SwitchSetup setup;
    private final Stage stage;
    private final Workload workload;
    private final Path folder;
    private final String name;
    private final Consumer<String> heard;
    private final ClientAddress clients;
    private final Optional<SwitchHook> hook;
    private final BusyDocuments busy;
    private final Path runFile;
    private final KeptFolders kept;

    /// Loads, copies, deletes, waits until it could be cut over, and puts all data aside.
    ///
    /// @param stage servers of its own
    /// @param name of the run and of its target
    /// @param heard told what goes on
    SwitchedCopy(SwitchSetup setup, Stage stage, Workload workload, Path folder, String name, Consumer<String> heard)
            throws Exception {
        this.setup = setup;
        this.stage = stage;
        this.workload = workload;
        this.folder = folder;
        this.name = name;
        this.heard = heard;
        this.clients = new ClientAddress(stage.url());
        this.busy = BusyDocuments.of(workload, OnePercent.OF);
        this.hook =
                setup.hasTwoClusters() ? Optional.of(SwitchHook.start(clients, stage.targetUrl())) : Optional.empty();
        try {
            load();
            this.runFile = writeRunFile();
            copy();
            heard.accept("Putting the data of all servers aside.");
            this.kept = stage.keep(folder);
        } catch (Exception e) {
            hook.ifPresent(SwitchHook::close);
            throw e;
        }
    }

    private void load() {
        heard.accept("Loading %,d documents (%s) into %d shards."
                .formatted(workload.documents(), workload.shape().what(), workload.shards()));
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

    private Path writeRunFile() throws IOException {
        List<String> more = new ArrayList<>(List.of(
                "follow: true",
                // The cut-over finds all deletes itself.
                "sweep: { every: 24h }"));
        hook.ifPresent(it -> more.add("cutover: { on-swap: \"" + it.url() + "\" }"));
        if (setup.replacesIndex()) {
            more.add("cutover: { replace-index: true }");
        }
        return RunText.write(
                folder,
                name,
                stage,
                source(),
                List.of("shards: " + workload.shards(), "replicas: " + setup.replicas()),
                more.toArray(String[]::new));
    }

    private void copy() throws Exception {
        heard.accept("Copying.");
        try (LiveRun run = started()) {
            run.await("copied", () -> run.records().isIn(Phase.CATCHING_UP));
            OnePercent.delete(workload, stage.rest(), source());
            heard.accept(
                    "Deleted %,d documents; waiting until it could be cut over.".formatted(OnePercent.count(workload)));
            run.await("ready to be cut over", () -> isReady(run));
            run.stop();
        }
    }

    /// Switches production over, from the data that were put aside, and compares both sides.
    ///
    /// @param isBusy whether clients delete and update documents until the block
    /// @throws IllegalStateException if the cut-over was refused or given up, or the copy differs
    Switch round(boolean isBusy) throws Exception {
        stage.putBack(kept);
        RestartedSource.noteTerms(runFile, stage.rest(), source(), workload.shards());
        clients.moveTo(stage.url());
        try (LiveRun run = started()) {
            run.await("ready to be cut over", () -> isReady(run));
            return isBusy ? busyRound(run) : quietRound(run);
        }
    }

    private Switch quietRound(LiveRun run) throws InterruptedException {
        double refused = cutOver(run);
        requireEqual(0);
        return Switch.read(refused, new LastWrites.Count(0, 0), run.records());
    }

    private Switch busyRound(LiveRun run) throws InterruptedException {
        BusyClient client = BusyClient.start(clients, production(), busy);
        double refused;
        try (client) {
            refused = cutOver(run);
        }
        long deleted = client.deleted();
        heard.accept("Deleted %,d documents more before the block.".formatted(deleted));
        requireEqual(deleted);
        return Switch.read(refused, client.last(), run.records());
    }

    private double cutOver(LiveRun run) throws InterruptedException {
        RefusedWrites client = RefusedWrites.start(clients, production());
        try (client) {
            if (!run.command("cutover")) {
                throw new IllegalStateException("The cut-over failed: " + runFile.resolveSibling("cutover.log"));
            }
        }
        return client.seconds();
    }

    /// @param deletedLast documents that a busy client has deleted
    private void requireEqual(long deletedLast) {
        String before = setup.replacesIndex() ? copyOfSource() : source();
        stage.requireEqual(before, name, workload.documents() - OnePercent.count(workload) - deletedLast);
    }

    /// The index that a cut-over leaves behind where it replaces the source.
    private String copyOfSource() {
        JsonNode found = stage.rest().get("/_cat/indices/" + source() + "-before-*?format=json&h=index");
        if (found.size() != 1) {
            throw new IllegalStateException("There is not one copy of " + source() + " but " + found);
        }
        return found.path(0).path("index").asString();
    }

    /// The run with all its parts, whose names are the same each time.
    private LiveRun started() throws Exception {
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

    private static boolean isReady(LiveRun run) {
        try {
            return run.command("cutover", "--dry-run");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private String source() {
        return name + "-source";
    }

    /// What clients write to: an alias, or the source itself.
    private String production() {
        return setup.replacesIndex() ? source() : name + "-production";
    }

    /// Deletes the data that were put aside.
    @Override
    public void close() {
        try {
            kept.close();
        } finally {
            hook.ifPresent(SwitchHook::close);
        }
    }
}
