package io.shardstream.simulation.kafka;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What the cluster knows of one transactional id.
final class Coordinator {
    private int epoch = -1;
    private @Nullable Transaction transaction;
    private boolean expired;
    private final Set<PartitionLog> touched = new LinkedHashSet<>();

    /// A producer begins to use the id: those before it are fenced, and what they left open is aborted.
    int initialize() {
        end(false);
        expired = false;
        return ++epoch;
    }

    boolean isFenced(int ofProducer) {
        return ofProducer != epoch;
    }

    /// The open transaction, begun if there is none.
    ///
    /// @param begun told of a new one
    Transaction transaction(PartitionLog log, Consumer<Transaction> begun) {
        Transaction open = transaction;
        if (open == null) {
            open = new Transaction();
            transaction = open;
            begun.accept(open);
        }
        touched.add(log);
        return open;
    }

    /// Aborts a transaction that has been open for too long: whoever left it open can do nothing more.
    void expire(Transaction old) {
        if (transaction == old) {
            end(false);
            expired = true;
        }
    }

    /// Whether the last transaction was open for too long, and no other producer has begun since.
    boolean isExpired() {
        return expired;
    }

    void end(boolean commits) {
        Transaction open = transaction;
        if (open != null) {
            open.end(commits);
            touched.forEach(log -> log.append(null, open));
        }
        transaction = null;
        touched.clear();
    }
}
