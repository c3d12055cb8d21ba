package io.shardstream.common.shard;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ListedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/// What all nodes, asked at once, said of the primaries of an index that they hold. A node that did not
/// answer soon when others did is passed over: if it has a primary, what another one says is out of date and
/// nothing worse.
///
/// @param claims of every shard
/// @param failures why nodes said nothing
record PrimarySurvey(List<Claim> claims, List<Throwable> failures) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MOST_NAMED = 3;

    PrimarySurvey {
        claims = List.copyOf(claims);
        failures = List.copyOf(failures);
    }

    /// A node that says that it holds the primary of a shard.
    ///
    /// @param numbers of that primary
    record Claim(int shard, NodeIndex node, CopyNumbers numbers) {
        CopyIdentity identity() {
            return numbers.identity();
        }
    }

    /// Blocks for some seconds at most, or until the first node that has a primary answers.
    static PrimarySurvey of(ElasticCluster cluster, NodeIndices known) throws ElasticException, InterruptedException {
        List<ListedNode> nodes = cluster.nodes();
        List<String> silent = new CopyOnWriteArrayList<>(
                nodes.stream().map(PrimarySurvey::named).toList());
        known.keep(nodes);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            CompletionService<List<Claim>> answers = new ExecutorCompletionService<>(threads);
            nodes.forEach(node -> answers.submit(() -> {
                try {
                    return claimsOf(known.at(node));
                } finally {
                    silent.remove(named(node));
                }
            }));
            return of(answers, nodes.size(), silent, System::nanoTime);
        } finally {
            threads.shutdownNow();
        }
    }

    /// Takes answers as they come.
    ///
    /// @param answers to questions that were just asked
    /// @param asked how many questions these were
    /// @param silent which nodes were asked and have not answered, by now
    /// @param nanoTime a clock such as `System::nanoTime`
    static PrimarySurvey of(
            CompletionService<List<Claim>> answers, int asked, List<String> silent, LongSupplier nanoTime)
            throws InterruptedException {
        List<Claim> claims = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        long soon = nanoTime.getAsLong() + PATIENCE.toNanos();
        for (int open = asked; open > 0; open--) {
            // Where all are slow there is nobody to be passed over: each request has its own time-out.
            Future<List<Claim>> answer =
                    claims.isEmpty() ? answers.take() : answers.poll(soon - nanoTime.getAsLong(), TimeUnit.NANOSECONDS);
            if (answer == null) {
                failures.add(new TimeoutException("%d of %d nodes did not answer within %d s: %s"
                        .formatted(open, asked, PATIENCE.toSeconds(), named(silent))));
                break;
            }
            try {
                claims.addAll(answer.get());
            } catch (ExecutionException e) {
                failures.add(e.getCause() == null ? e : e.getCause());
            }
        }
        return new PrimarySurvey(claims, failures);
    }

    private static String named(List<String> silent) {
        List<String> now = List.copyOf(silent);
        return String.join(", ", now.subList(0, Math.min(MOST_NAMED, now.size())))
                + (now.size() > MOST_NAMED ? " and " + (now.size() - MOST_NAMED) + " more" : "");
    }

    private static String named(ListedNode node) {
        return node.name().isEmpty() ? node.node().address() : "'" + node.name() + "' at " + node.node();
    }

    private static List<Claim> claimsOf(NodeIndex node) throws ElasticException, NotPrimaryException {
        return node.primaries().entrySet().stream()
                .map(primary -> new Claim(primary.getKey(), node, primary.getValue()))
                .toList();
    }

    /// How many primaries a node says that it holds.
    int primariesOn(NodeIndex node) {
        return (int) claims.stream().filter(claim -> claim.node() == node).count();
    }

    /// Nodes that say that they hold primaries, each once.
    List<NodeIndex> holders() {
        return claims.stream().map(Claim::node).distinct().toList();
    }

    /// The claim with the highest term.
    ///
    /// @param role `source` or `target`, for sentences
    /// @throws NotPrimaryException if no node that answered makes one
    /// @throws ElasticException if none does and a node did not let the user in
    Claim primaryOf(String role, String index, int shard) throws ElasticException, NotPrimaryException {
        Optional<Claim> best = claims.stream()
                .filter(claim -> claim.shard() == shard)
                .max(Comparator.comparingLong(claim -> claim.identity().term()));
        if (best.isPresent()) {
            return best.get();
        }
        for (Throwable failure : failures) {
            if (failure instanceof ElasticException refused && refused.isOfAccess()) {
                throw refused;
            }
        }
        List<String> why = failures.stream()
                .map(failure -> "; " + failure.getMessage())
                .distinct()
                .sorted()
                .toList();
        throw new NotPrimaryException("No node of the " + role + " says that it holds the primary of " + index + "["
                + shard + "]"
                + String.join("", why.subList(0, Math.min(MOST_NAMED, why.size())))
                + (why.size() > MOST_NAMED ? "; and %d more".formatted(why.size() - MOST_NAMED) : ""));
    }
}
