package io.shardstream.common.elastic;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Asks addresses of a cluster, all at once, whether they answer. Any answer will do, a refusal too.
final class SilentAddresses {
    private SilentAddresses() {}

    /// Those that do not, or lead to another cluster. Blocks until each has answered or its time-out has
    /// passed.
    ///
    /// @param isNamed whether the run file names them
    /// @throws ElasticException.Unreachable if the thread was interrupted; it is still marked so
    static List<SilentAddress> among(Collection<ElasticNode> nodes, boolean isNamed)
            throws ElasticException.Unreachable {
        List<SilentAddress> silent = new ArrayList<>();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            List<Callable<Optional<SilentAddress>>> questions = nodes.stream()
                    .<Callable<Optional<SilentAddress>>>map(node -> () -> ask(node, isNamed))
                    .toList();
            for (Future<Optional<SilentAddress>> answer : threads.invokeAll(questions)) {
                answer.get().ifPresent(silent::add);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ElasticException.Unreachable("Not all addresses were asked: the process is told to stop", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            threads.shutdownNow();
        }
        return silent;
    }

    private static Optional<SilentAddress> ask(ElasticNode node, boolean isNamed) {
        try {
            node.send(ClusterUuid.ASKED);
            return Optional.empty();
        } catch (ElasticException.Unreachable | ElasticException.OtherCluster e) {
            return Optional.of(new SilentAddress(node.address(), isNamed, String.valueOf(e.getMessage())));
        } catch (ElasticException e) {
            // It has answered.
            return Optional.empty();
        }
    }
}
