package io.shardstream.workload.load;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/// What carries out the requests of a load.
@FunctionalInterface
public interface LoadClient {
    /// Sends a request once and gives one result for each operation, in their order. It never completes exceptionally,
    /// and always completes.
    CompletableFuture<List<Result>> send(LoadRequest request);
}
