package io.shardstream.common.elastic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// The addresses of the run file that lead to one cluster, asked in turn. One that has just failed is asked
/// after the others: of two, one of which is dead, every second call would go to it, and a chain of calls in
/// which each needs the one before, as lifting a write block is, would fail at the same place each time. Used
/// by any thread.
final class NamedAddresses {
    private static final long LAST_NANOS = TimeUnit.SECONDS.toNanos(30);

    /// What a proxy says whose server is away, and a node that knows no master.
    private static final Set<Integer> SERVES_NOBODY = Set.of(502, 503, 504);

    private final List<ElasticNode> nodes;
    private final LongSupplier nanoTime;
    private final AtomicInteger turn = new AtomicInteger();
    /// When an address failed that has not served since.
    private final Map<ElasticNode, Long> failedAt = new ConcurrentHashMap<>();

    /// @param nodes at least one
    /// @param nanoTime a clock such as `System::nanoTime`
    NamedAddresses(List<ElasticNode> nodes, LongSupplier nanoTime) {
        this.nodes = List.copyOf(nodes);
        this.nanoTime = nanoTime;
    }

    List<ElasticNode> all() {
        return nodes;
    }

    /// Sends the request to one address, and to the next one after each failure that is passed over.
    ///
    /// @param passesOver whether the next address may be asked after this failure
    /// @throws ElasticException.Unreachable the last failure, if no address is left, or it is not passed over
    Reply send(Call call, Predicate<ElasticException.Unreachable> passesOver) throws ElasticException {
        Iterator<ElasticNode> left = inTurn().iterator();
        while (true) {
            ElasticNode node = left.next();
            try {
                Reply reply = node.send(call);
                note(node, SERVES_NOBODY.contains(reply.status()));
                return reply;
            } catch (ElasticException.Unreachable e) {
                note(node, true);
                if (!left.hasNext() || !passesOver.test(e)) {
                    throw e;
                }
            }
        }
    }

    private void note(ElasticNode node, boolean hasFailed) {
        if (hasFailed) {
            failedAt.put(node, nanoTime.getAsLong());
        } else {
            failedAt.remove(node);
        }
    }

    /// All of them: the next one first, and those that failed lately last, the one that failed the longest
    /// ago before the others.
    private List<ElasticNode> inTurn() {
        long now = nanoTime.getAsLong();
        Map<ElasticNode, Long> failed = Map.copyOf(failedAt);
        List<ElasticNode> order = new ArrayList<>(nodes);
        Collections.rotate(order, -Math.floorMod(turn.getAndIncrement(), nodes.size()));
        order.sort(Comparator.comparingLong(node -> {
            Long at = failed.get(node);
            return at == null || now - at > LAST_NANOS ? Long.MIN_VALUE : at - now;
        }));
        return order;
    }
}
