package io.shardstream.bench.live;

import io.shardstream.bench.report.Samples;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.workload.compare.ServerAccess;
import io.shardstream.workload.load.HttpLoadClient;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadDocuments;
import io.shardstream.workload.load.LoadMix;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.OperationListener;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// New documents in a source at a set rate, each looked for in the target.
///
/// @param rate inserts a second
record InsertLoad(BenchServers stage, String source, String target, int rate, long seed) {
    static final int BODY_BYTES = 400;

    private static final double NANOS = 1e9;

    /// Inserts without a look at the target, and waits for the end.
    ///
    /// @param ids the word that all ids begin with
    void before(String ids, Duration time) {
        LoadDocuments documents = documents(ids);
        try (HttpLoadClient client = client(documents);
                Load load = Load.start(settings(time), documents, client, OperationListener.NONE)) {
            load.end().join();
        }
    }

    /// Inserts, and waits until all is found in the target.
    CaughtUp during(String ids, Duration time) {
        LoadDocuments documents = documents(ids);
        SeenInTarget seen = new SeenInTarget(stage.rest(), target, ids);
        long begun = System.nanoTime();
        try (HttpLoadClient client = client(documents);
                Load load = Load.start(settings(time), documents, client, seen)) {
            CompletableFuture<Double> seconds = load.end().thenApply(_ -> (System.nanoTime() - begun) / NANOS);
            Samples visible = seen.untilAllOf(load);
            return new CaughtUp(visible, load.finish(), rate * time.toSeconds(), rate, seconds.join(), seen.searches());
        }
    }

    private LoadDocuments documents(String ids) {
        return new LoadDocuments(ids + "-", seed, BODY_BYTES);
    }

    private LoadSettings settings(Duration time) {
        return LoadSettings.of(rate, time).withMix(LoadMix.parse("insert=1")).withSeed(seed);
    }

    private HttpLoadClient client(LoadDocuments documents) {
        return new HttpLoadClient(stage.search().urls(), source, ServerAccess.OPEN, documents);
    }
}
