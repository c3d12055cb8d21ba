package io.shardstream.bench.live;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.KeptFolders;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// A copy that follows its source, of which one percent was deleted. It is made once, and production is switched over
/// again and again: before each round the servers start from the same data.
final class SwitchedCopy implements AutoCloseable {
    private static final long REHEARSED = 30_000;

    private final SwitchSetup setup;
    private final BenchServers stage;
    private final Workload workload;
    private final Path folder;
    private final Consumer<String> heard;
    private final ProductionAddress clients;
    private final Optional<SwitchHook> hook;
    private final BusyDocuments busy;
    private final FollowedCopy copy;
    private final KeptFolders kept;

    /// Loads, copies, deletes, waits until it could be cut over, and puts all data aside.
    ///
    /// @param stage servers of its own
    /// @param name of the run and of its target
    /// @param heard told what goes on
    SwitchedCopy(
            SwitchSetup setup, BenchServers stage, Workload workload, Path folder, String name, Consumer<String> heard)
            throws Exception {
        this.setup = setup;
        this.stage = stage;
        this.workload = workload;
        this.folder = folder;
        this.heard = heard;
        this.clients = new ProductionAddress(stage.url());
        this.busy = BusyDocuments.of(workload, OnePercent.OF);
        this.hook =
                setup.hasTwoClusters() ? Optional.of(SwitchHook.start(clients, stage.targetUrl())) : Optional.empty();
        try {
            this.copy = FollowedCopy.make(setup, stage, workload, folder, name, lines(hook), heard);
            heard.accept("Putting the data of all servers aside.");
            this.kept = stage.keep(folder);
        } catch (Exception e) {
            hook.ifPresent(SwitchHook::close);
            throw e;
        }
    }

    /// Switches production over, from the data that were put aside, and counts both sides.
    ///
    /// @param isBusy whether clients delete and update documents until the block
    /// @param isCompared whether all documents are compared, too, which takes far longer than the cut-over
    /// @throws IllegalStateException if the cut-over was refused or given up, or the copy differs
    Switch round(boolean isBusy, boolean isCompared) throws Exception {
        stage.putBack(kept);
        rehearse();
        RestartedSource.noteTerms(copy.runFile(), stage.rest(), copy.source(), workload.shards());
        clients.moveTo(stage.url());
        try (LiveRun run = copy.start()) {
            run.awaitReadyToCutOver();
            return isBusy ? busyRound(run, isCompared) : quietRound(run, isCompared);
        }
    }

    /// Cuts a small copy over before, so that the servers have done before what is measured, as those of production
    /// have. The processes of the run that is measured are new all the same.
    private void rehearse() throws Exception {
        Workload few = new Workload(workload.shape(), REHEARSED, workload.seed(), workload.shards());
        FollowedCopy small = FollowedCopy.make(setup, stage, few, folder, copy.name() + "-first", List.of(), heard);
        ProductionAddress before = new ProductionAddress(stage.url());
        try (LiveRun run = small.start();
                BusyClient _ = BusyClient.start(before, small.production(), BusyDocuments.of(few, OnePercent.OF))) {
            run.awaitReadyToCutOver();
            run.require("cutover", "--yes");
            run.stop();
        }
    }

    private Switch quietRound(LiveRun run, boolean isCompared) throws InterruptedException {
        double refused = cutOver(run);
        requireEqual(0, isCompared);
        return Switch.read(refused, new LastWrites.Count(0, 0), run.records());
    }

    private Switch busyRound(LiveRun run, boolean isCompared) throws InterruptedException {
        BusyClient client = BusyClient.start(clients, copy.production(), busy);
        double refused;
        try (client) {
            refused = cutOver(run);
        }
        long deleted = client.deleted();
        heard.accept("Deleted %,d documents more before the block.".formatted(deleted));
        requireEqual(deleted, isCompared);
        return Switch.read(refused, client.last(), run.records());
    }

    private double cutOver(LiveRun run) throws InterruptedException {
        WriteProbe client = WriteProbe.start(clients, copy.production());
        try (client) {
            run.require("cutover", "--yes");
        }
        return client.seconds();
    }

    /// @param deletedLast documents that a busy client has deleted
    private void requireEqual(long deletedLast, boolean isCompared) {
        String before = setup.replacesIndex() ? copyOfSource() : copy.source();
        long documents = workload.documents() - OnePercent.count(workload) - deletedLast;
        if (isCompared) {
            stage.requireEqual(before, copy.name(), documents);
        } else {
            stage.requireCount(before, copy.name(), documents);
        }
    }

    /// The index that a cut-over leaves behind where it replaces the source.
    private String copyOfSource() {
        JsonNode found = stage.rest().get("/_cat/indices/" + copy.source() + "-before-*?format=json&h=index");
        if (found.size() != 1) {
            throw new IllegalStateException("There is not one copy of " + copy.source() + " but " + found);
        }
        return found.path(0).path("index").asString();
    }

    private static List<String> lines(Optional<SwitchHook> hook) {
        return hook.map(it -> List.of("cutover: { on-swap: \"" + it.url() + "\" }"))
                .orElse(List.of());
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
