package io.shardstream.common.primary;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Asks all nodes at once which of them holds the primary of a shard. A node that does not answer soon
/// is passed over: if it is the primary, what another one says is out of date and nothing worse.
final class PrimarySurvey {
    private static final long PATIENCE_SECONDS = 5;

    private final String role;
    private final String index;
    private final int shard;

    PrimarySurvey(String role, String index, int shard) {
        this.role = role;
        this.index = index;
        this.shard = shard;
    }

    /// A node that says that it holds the primary.
    record Claim(NodeShards node, CopyIdentity identity) {}

    /// The claim with the highest term.
    ///
    /// @throws NotPrimaryException if no node that answered makes one
    Claim ask(ElasticCluster cluster) throws ElasticException, NotPrimaryException {
        List<String> silent = new ArrayList<>();
        Optional<Claim> best = answers(cluster.nodes().values(), silent).stream()
                .flatMap(Optional::stream)
                .max(Comparator.comparingLong(claim -> claim.identity().term()));
        return best.orElseThrow(
                () -> new NotPrimaryException("No node of the " + role + " says that it holds the primary of " + index
                        + "[" + shard + "]" + (silent.isEmpty() ? "" : "; " + silent.getFirst())));
    }

    private List<Optional<Claim>> answers(Collection<ElasticNode> nodes, List<String> silent)
            throws NotPrimaryException {
        List<Callable<Optional<Claim>>> questions = nodes.stream()
                .<Callable<Optional<Claim>>>map(node -> () -> claimOf(node))
                .toList();
        List<Optional<Claim>> answers = new ArrayList<>();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            for (Future<Optional<Claim>> answer : threads.invokeAll(questions, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                try {
                    answers.add(answer.get());
                } catch (ExecutionException e) {
                    silent.add(String.valueOf(
                            e.getCause() == null ? e : e.getCause().getMessage()));
                } catch (CancellationException e) {
                    silent.add("a node did not answer within " + PATIENCE_SECONDS + " s");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotPrimaryException("The search for the primary was given up");
        } finally {
            threads.shutdownNow();
        }
        return answers;
    }

    private Optional<Claim> claimOf(ElasticNode node) throws ElasticException {
        NodeShards shards = new NodeShards(node, ServerVersion.of(node), index, shard);
        return shards.askPrimary().map(numbers -> new Claim(shards, numbers.identity()));
    }
}
