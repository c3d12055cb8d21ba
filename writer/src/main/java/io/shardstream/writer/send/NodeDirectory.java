package io.shardstream.writer.send;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.elastic.Reply;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The target's data nodes by name, each asked directly as long as it answers, and any other one for a while
/// after it did not. One that answers as no node of the target does is looked for again like one that does
/// not answer: its address may be another server's by now, as a pod's is that was started again. May be used
/// by many threads.
final class NodeDirectory {
    private static final long AWAY = Duration.ofSeconds(5).toNanos();
    private static final long BETWEEN_LOOKS = Duration.ofSeconds(5).toNanos();
    private static final Logger LOG = LoggerFactory.getLogger(NodeDirectory.class);

    private final ElasticCluster target;
    private final LongSupplier nanoTime;
    private final Map<String, Long> awaySince = new ConcurrentHashMap<>();
    /// Addresses of which an answer was doubted.
    private final Set<String> doubted = ConcurrentHashMap.newKeySet();
    private final AtomicInteger turn = new AtomicInteger();
    private final ReentrantLock looking = new ReentrantLock();
    private final AtomicReference<Known> known;
    private volatile boolean complained;

    NodeDirectory(ElasticCluster target, LongSupplier nanoTime) {
        this.target = target;
        this.nanoTime = nanoTime;
        this.known = new AtomicReference<>(new Known(Map.of(), nanoTime.getAsLong() - BETWEEN_LOOKS));
    }

    /// Nodes as they were told at a moment.
    private record Known(Map<String, ElasticNode> byName, long since) {
        /// A node that does not answer may come back at another address.
        Known without(String name) {
            Map<String, ElasticNode> others = new HashMap<>(byName);
            others.remove(name);
            return new Known(Map.copyOf(others), since);
        }
    }

    /// An answer.
    ///
    /// @param isStandIn whether another node gave it in the place of the named one, which is away at the moment or
    ///     being looked for
    record Answered(Reply reply, boolean isStandIn) {}

    /// Whom to ask.
    ///
    /// @param node null for any other than the named one
    private record Way(@Nullable ElasticNode node, boolean isStandIn) {
        static final Way ANY = new Way(null, false);
        static final Way STAND_IN = new Way(null, true);

        static Way to(@Nullable ElasticNode node) {
            return node == null ? ANY : new Way(node, false);
        }
    }

    /// Sends a request once, to the node of that name if it is known and answered lately.
    ///
    /// @param name empty for any node
    /// @throws ElasticException.Unreachable if there is no answer; the request may have been carried out
    /// @throws ElasticException.OtherCluster if the node belongs to another cluster; not where that is found
    ///     out of an address whose answer was doubted, which counts as no answer
    Answered send(String name, Call call) throws ElasticException {
        Way way = wayTo(name);
        ElasticNode node = way.node();
        if (node == null) {
            return new Answered(sendToAnother(call), way.isStandIn());
        }
        try {
            Reply reply = ask(node, call);
            awaySince.remove(name);
            return new Answered(reply, false);
        } catch (ElasticException.Unreachable e) {
            leave(name);
            throw e;
        }
    }

    /// A cluster may list a node for a moment longer than it has its address. So a node of another cluster
    /// that is found there after its answer was doubted is no reason to stop.
    private Reply ask(ElasticNode node, Call call) throws ElasticException {
        try {
            return node.send(call);
        } catch (ElasticException.OtherCluster e) {
            if (!doubted.contains(node.address())) {
                throw e;
            }
            throw new ElasticException.Unreachable(String.valueOf(e.getMessage()), e);
        }
    }

    private void leave(String name) {
        awaySince.put(name, nanoTime.getAsLong());
        known.updateAndGet(now -> now.without(name));
    }

    /// Whoever gave the answer is perhaps no node of the target: others are asked in the place of the node
    /// that was at this address, until it is looked up again, and whoever is found there says anew what it
    /// belongs to.
    void doubt(Reply answer) {
        known.get().byName().forEach((name, node) -> {
            if (node.address().equals(answer.node())) {
                doubted.add(node.address());
                node.forget();
                leave(name);
            }
        });
    }

    private Reply sendToAnother(Call call) throws ElasticException {
        List<ElasticNode> others = known.get().byName().entrySet().stream()
                .filter(node -> !isAway(node.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        return others.isEmpty()
                ? target.send(call)
                : ask(others.get(Math.floorMod(turn.getAndIncrement(), others.size())), call);
    }

    private boolean isAway(String name) {
        Long since = awaySince.get(name);
        return since != null && nanoTime.getAsLong() - since < AWAY;
    }

    /// One thread asks where a node is that is not known, and the others send what they have to other nodes until it
    /// is known. All of them together would ask a cluster that has just lost a node, and has other things to do.
    private Way wayTo(String name) throws ElasticException {
        if (name.isEmpty()) {
            return Way.ANY;
        }
        if (isAway(name)) {
            return Way.STAND_IN;
        }
        ElasticNode node = known.get().byName().get(name);
        if (node != null || !isLookDue()) {
            return Way.to(node);
        }
        if (!looking.tryLock()) {
            return Way.STAND_IN;
        }
        try {
            if (isLookDue()) {
                known.set(new Known(look(), nanoTime.getAsLong()));
            }
        } finally {
            looking.unlock();
        }
        return Way.to(known.get().byName().get(name));
    }

    private boolean isLookDue() {
        return nanoTime.getAsLong() - known.get().since() >= BETWEEN_LOOKS;
    }

    /// A user that may not ask for nodes writes through any node all the same.
    private Map<String, ElasticNode> look() throws ElasticException {
        try {
            return Map.copyOf(target.dataNodesByName());
        } catch (ElasticException.Refused | ElasticException.Malformed e) {
            if (!complained) {
                LOG.info("Bulks go to any node, since the target does not tell their addresses: {}", e.getMessage());
            }
            complained = true;
            return Map.of();
        }
    }
}
