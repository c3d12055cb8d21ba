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

/// What all nodes, asked at once, said of the primaries of an index that they hold. A node that did not
/// answer soon is passed over: if it has a primary, what another one says is out of date and nothing worse.
///
/// @param claims of every shard
/// @param failures why nodes said nothing
record PrimarySurvey(List<Claim> claims, List<Throwable> failures) {
    private static final long PATIENCE_SECONDS = 5;

    PrimarySurvey {
        claims = List.copyOf(claims);
        failures = List.copyOf(failures);
    }

    /// A node that says that it holds the primary of a shard.
    record Claim(int shard, NodeIndex node, CopyIdentity identity) {}

    /// Blocks for some seconds at most.
    static PrimarySurvey of(ElasticCluster cluster, String index) throws ElasticException, InterruptedException {
        Collection<ElasticNode> nodes = cluster.nodes().values();
        List<Callable<List<Claim>>> questions = nodes.stream()
                .<Callable<List<Claim>>>map(node -> () -> claimsOf(node, index))
                .toList();
        List<Claim> claims = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            for (Future<List<Claim>> answer : threads.invokeAll(questions, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                try {
                    claims.addAll(answer.get());
                } catch (ExecutionException e) {
                    failures.add(e.getCause() == null ? e : e.getCause());
                } catch (CancellationException e) {
                    failures.add(new CancellationException("a node did not answer within " + PATIENCE_SECONDS + " s"));
                }
            }
        } finally {
            threads.shutdownNow();
        }
        return new PrimarySurvey(claims, failures);
    }

    private static List<Claim> claimsOf(ElasticNode node, String index) throws ElasticException {
        NodeIndex shards = new NodeIndex(node, ServerVersion.of(node), index);
        return shards.primaries().entrySet().stream()
                .map(primary ->
                        new Claim(primary.getKey(), shards, primary.getValue().identity()))
                .toList();
    }

    /// How many primaries a node says that it holds.
    int primariesOn(NodeIndex node) {
        return (int) claims.stream().filter(claim -> claim.node() == node).count();
    }

    /// The claim with the highest term.
    ///
    /// @param role `source` or `target`, for sentences
    /// @throws NotPrimaryException if no node that answered makes one
    /// @throws ElasticException.Refused if none does and a node refused the user
    Claim primaryOf(String role, String index, int shard) throws ElasticException, NotPrimaryException {
        Optional<Claim> best = claims.stream()
                .filter(claim -> claim.shard() == shard)
                .max(Comparator.comparingLong(claim -> claim.identity().term()));
        if (best.isPresent()) {
            return best.get();
        }
        for (Throwable failure : failures) {
            if (failure instanceof ElasticException.Refused refused && refused.isOfUser()) {
                throw refused;
            }
        }
        throw new NotPrimaryException("No node of the " + role + " says that it holds the primary of " + index + "["
                + shard + "]"
                + (failures.isEmpty() ? "" : "; " + failures.getFirst().getMessage()));
    }
}
