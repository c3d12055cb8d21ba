package io.shardstream.control.state;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Everything that a rejects topic has said so far, in versions and hashes: no bodies, which would be gigabytes where
/// an index has a million rejects. Whoever has one adds what comes later, and never reads the topic again. One that
/// only counts keeps something of each document; else of each state, since a comparison asks for states.
///
/// May be used by many threads.
public final class NotedRejects {
    private final OpenDocuments documents;
    private final OpenRejects states = new OpenRejects();
    private final Roaring64Bitmap versions = new Roaring64Bitmap();
    private final Roaring64Bitmap replacedVersions = new Roaring64Bitmap();
    private final StateHashes replacedStates = new StateHashes();
    private final StateHashes replacedContents = new StateHashes();
    private final boolean countsOnly;
    private long replayed;

    private NotedRejects(RejectOrder order, boolean countsOnly) {
        this.documents = new OpenDocuments(order);
        this.countsOnly = countsOnly;
    }

    /// Before the first record.
    static NotedRejects whole(RejectOrder order) {
        return new NotedRejects(order, false);
    }

    /// For one who only counts what is open: nothing is kept of single states, nor of what was replaced.
    static NotedRejects countsOnly(RejectOrder order) {
        return new NotedRejects(order, true);
    }

    /// @param everything gives each record of a rejects topic with its lane, in the order in which they were written
    public static NotedRejects of(RejectOrder order, Consumer<ObjIntConsumer<RejectRecord>> everything) {
        NotedRejects noted = whole(order);
        everything.accept(noted::add);
        return noted;
    }

    synchronized void add(RejectRecord record, int lane) {
        documents.add(record, lane);
        if (countsOnly) {
            return;
        }
        states.add(record, lane);
        DocRecord document = record.document();
        switch (record) {
            case Reject _ -> versions.addLong(document.version());
            case Replacement _ -> addReplaced(document);
            case Replayed _ -> replayed++;
        }
    }

    /// How many states were published again, those counted again that were published several times; for one
    /// who does not only count what is open.
    public synchronized long replayed() {
        return replayed;
    }

    private void addReplaced(DocRecord document) {
        long state = StateHash.of(document);
        replacedVersions.addLong(document.version());
        replacedStates.add(state);
        Bytes source = document.source();
        if (source != null) {
            replacedContents.add(StateHash.withContent(state, StateHash.ofContent(source)));
        }
    }

    /// How many documents are open; see [OpenDocuments#open].
    synchronized long open(List<Long> committed) {
        return documents.open(committed);
    }

    /// How many are open only because they are published again; see [OpenDocuments#underReplay].
    synchronized long underReplay(List<Long> committed) {
        return documents.underReplay(committed);
    }

    /// How many states were rejected before a newer one of their document; see [OpenDocuments#older].
    synchronized long older() {
        return documents.older();
    }

    /// See [OpenRejects#isOpen]; for one who does not only count what is open.
    ///
    /// @param state its [StateHash]
    public synchronized boolean isOpen(long state, List<Long> committed) {
        return states.isOpen(state, committed);
    }

    /// The versions of states that were rejected, open or not, as they are now: what is added later is not in it.
    public synchronized Roaring64Bitmap versions() {
        return versions.clone();
    }

    /// The versions of open documents, in their newest rejected states.
    ///
    /// @param committed as for [OpenDocuments#open]
    public synchronized Roaring64Bitmap openVersions(List<Long> committed) {
        Roaring64Bitmap open = new Roaring64Bitmap();
        documents.forEachOpen(committed, open::addLong);
        return open;
    }

    /// The same as [#versions] of those that were published with other bytes than the source's, on purpose.
    public synchronized Roaring64Bitmap replacedVersions() {
        return replacedVersions.clone();
    }

    /// Whether this state was published with other bytes than the source's, on purpose.
    ///
    /// @param state its [StateHash]
    public synchronized boolean isReplaced(long state) {
        return replacedStates.contains(state);
    }

    /// Whether these are such bytes.
    ///
    /// @param content their [StateHash#ofContent]
    public synchronized boolean isReplacement(long state, Bytes content) {
        return replacedContents.contains(StateHash.withContent(state, content));
    }
}
