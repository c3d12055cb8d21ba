package io.shardstream.control.state;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import java.util.List;
import java.util.function.LongConsumer;

/// Which documents are rejected: those of which the newest state that was rejected, by [RejectOrder], is
/// open, as [OpenRejects] says of a state. An older one is settled with it: it is never published again, and
/// says nothing of what the target lacks.
///
/// So a document that is updated and refused again and again counts once, and takes 86 bytes at most however
/// often that is. A document is an id with its routing, as it is published again and listed.
public final class OpenDocuments {
    private final RejectOrder order;
    private final Newest rejected;
    private final Newest published;
    private long older;

    /// @param order of the run's versions
    public OpenDocuments(RejectOrder order) {
        this.order = order;
        this.rejected = new Newest(order);
        this.published = new Newest(order);
    }

    /// By document, its newest version and the highest number that was told of that.
    private static final class Newest {
        private final RejectOrder order;
        private final HashedNumbers versions = new HashedNumbers();
        private final HashedNumbers numbers = new HashedNumbers();

        Newest(RejectOrder order) {
            this.order = order;
        }

        /// @return whether an older version gave way to this one
        boolean add(long document, long version, long number) {
            long known = versions.of(document);
            if (version != known
                    && (known == HashedNumbers.NONE || order.isNewer(version, number, known, numbers.of(document)))) {
                versions.put(document, version);
                numbers.put(document, number);
                return known != HashedNumbers.NONE;
            }
            if (version == known) {
                numbers.raise(document, number);
            }
            return false;
        }
    }

    public void add(RejectRecord record, int lane) {
        DocRecord document = record.document();
        long name = StateHash.ofDocument(document);
        switch (record) {
            case Reject reject -> {
                if (rejected.add(name, document.version(), reject.docsOffset())) {
                    older++;
                    if (order.isByPlace() && reject.docsOffset() == Reject.NOT_PUBLISHED) {
                        // It has no place, and comes behind whatever was published again.
                        published.numbers.put(name, ReplayPlace.of(lane, Reject.NOT_PUBLISHED));
                    }
                }
            }
            case Replayed replayed -> {
                boolean _ = published.add(name, document.version(), ReplayPlace.of(lane, replayed.docsOffset()));
            }
            case Replacement _ -> {}
        }
    }

    /// How many documents are open.
    ///
    /// @param committed by lane, the offset below which every record has its outcome; read before the rejects were
    public long open(List<Long> committed) {
        return rejected.versions.size() - closed(committed);
    }

    /// How many were rejected and are not open any more.
    public long closed(List<Long> committed) {
        return count(document -> !isOpen(document, committed));
    }

    /// How many are open only because a record by which they were published again has no outcome yet.
    ///
    /// @param committed as above
    public long underReplay(List<Long> committed) {
        return count(document -> isOpen(document, committed) && !wasRejectedSince(document));
    }

    /// How many states were rejected of documents of which a newer one was rejected since.
    public long older() {
        return older;
    }

    /// Whether this is the newest state of its document that was rejected.
    public boolean isNewest(DocRecord state) {
        return rejected.versions.of(StateHash.ofDocument(state)) == state.version();
    }

    /// Whether the document of this state is open.
    ///
    /// @param committed as above
    public boolean isOpen(DocRecord state, List<Long> committed) {
        return isOpen(StateHash.ofDocument(state), committed);
    }

    /// Told the version of each open document's newest rejected state.
    ///
    /// @param committed as above
    void forEachOpen(List<Long> committed, LongConsumer version) {
        rejected.versions.forEach((document, newest) -> {
            if (isOpen(document, committed)) {
                version.accept(newest);
            }
        });
    }

    private boolean isOpen(long document, List<Long> committed) {
        return isRejected(document)
                && (wasRejectedSince(document) || !ReplayPlace.hasOutcome(published.numbers.of(document), committed));
    }

    private boolean isRejected(long document) {
        return rejected.versions.of(document) != HashedNumbers.NONE;
    }

    /// Whether its newest state was rejected where it was published again last or later, or never published again.
    private boolean wasRejectedSince(long document) {
        boolean isBehind = rejected.numbers.of(document) >= ReplayPlace.offset(published.numbers.of(document));
        if (order.isByPlace()) {
            return isBehind;
        }
        long refused = rejected.versions.of(document);
        long again = published.versions.of(document);
        return refused > again || (refused == again && isBehind);
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds(long document);
    }

    /// Of those that were published again: all others are open.
    private long count(Condition condition) {
        long[] count = {0};
        published.versions.forEach(
                (document, _) -> count[0] += isRejected(document) && condition.holds(document) ? 1 : 0);
        return count[0];
    }
}
