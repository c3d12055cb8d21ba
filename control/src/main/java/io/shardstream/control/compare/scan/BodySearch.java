package io.shardstream.control.compare.scan;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.UnreturnableDocument;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.common.shard.page.Page;
import io.shardstream.common.shard.page.PageScanner;
import io.shardstream.common.shard.page.PageSize;
import io.shardstream.common.shard.page.UnreadablePageException;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads what documents hold: some at once, fewer where they are large or one of them breaks the page around
/// it, and at last one alone. `filter_path` is not used: it would have the server write the documents anew.
final class BodySearch {
    private static final int MOST_BYTES = 32 << 20;
    private static final int SERVER_ERROR = 500;

    /// What a response holds beside the document: names, id, routing, and what a search says of itself.
    private static final int AROUND_A_DOCUMENT = 64 << 10;

    /// Enough to see that there is one.
    private static final int TWO = 2;

    /// A document that is read alone may be as large as the run allows, so a process holds one of them at a
    /// time.
    private static final Lock ALONE = new ReentrantLock();

    private final ShardSearch search;
    private final NameSearch names;
    private final boolean leavesOutVectors;
    private final long maxDocumentBytes;
    private final SearchHabits habits;

    /// @param leavesOutVectors whether vectors must be asked for
    /// @param maxDocumentBytes larger documents are told and not read
    /// @param habits how many are asked for at once
    BodySearch(ShardSearch search, boolean leavesOutVectors, long maxDocumentBytes, SearchHabits habits) {
        this.search = search;
        this.names = new NameSearch(search);
        this.leavesOutVectors = leavesOutVectors;
        this.maxDocumentBytes = maxDocumentBytes;
        this.habits = habits;
    }

    void withIds(List<Bytes> ids, DocumentBodies sink) throws ElasticException {
        read(ids, NameSearch::addIds, sink);
    }

    void at(List<Long> seqNos, DocumentBodies sink) throws ElasticException {
        read(seqNos, NameSearch::addNumbers, sink);
    }

    private <T> void read(List<T> keys, BiConsumer<ArrayNode, List<T>> filter, DocumentBodies sink)
            throws ElasticException {
        for (int from = 0; from < keys.size(); ) {
            int to = Math.min(keys.size(), from + habits.page(search).documents());
            readTogether(keys.subList(from, to), filter, sink);
            from = to;
        }
    }

    private <T> void readTogether(List<T> keys, BiConsumer<ArrayNode, List<T>> filter, DocumentBodies sink)
            throws ElasticException {
        if (keys.size() == 1) {
            readOne(keys, filter, sink);
            return;
        }
        PageSize asked = habits.page(search);
        try {
            ObjectNode body = body(asked.hits());
            filter.accept(ShardSearch.filtersOf(body), keys);
            Reply reply = search.send(search.search(body).withMaxResponse(MOST_BYTES));
            if (reply.status() != SERVER_ERROR && !UnreturnableDocument.isNamedBy(reply)) {
                Bytes answer = reply.orThrow().body();
                Page page = PageScanner.scanAll(answer, asked.hits());
                if (search.isComplete(page, page.hits().size())) {
                    habits.page(learnt(asked, keys.size(), page, answer.length()));
                    hand(page, sink);
                    return;
                }
                if (!isNames(keys)) {
                    // An index that was shrunk has several documents under one number.
                    read(names.find(keys, filter), BodySearch::addNames, sink);
                    return;
                }
            }
        } catch (ElasticException.TooLarge e) {
            habits.page(asked.afterTooLarge());
        } catch (UnreadablePageException e) {
            // One of them is not strict JSON; alone it can be read.
        } catch (ElasticException e) {
            habits.page(afterFailure(asked, e));
            throw e;
        }
        int half = keys.size() / 2;
        readTogether(keys.subList(0, half), filter, sink);
        readTogether(keys.subList(half, keys.size()), filter, sink);
    }

    private static PageSize afterFailure(PageSize asked, ElasticException e) {
        return e.isTooMuch() ? asked.afterTooMuch(asked.documents()) : asked.afterFailure();
    }

    private static PageSize learnt(PageSize asked, int keys, Page page, long bytes) {
        int found = page.hits().size();
        long largest = 0;
        for (Hit hit : page.hits()) {
            Bytes source = hit.source();
            largest = Math.max(largest, source == null ? 0 : source.length());
        }
        return keys < asked.documents() ? asked.afterLess(found, bytes, largest) : asked.after(found, bytes, largest);
    }

    /// One id may be there under several routings, and one number at several documents.
    private <T> void readOne(List<T> key, BiConsumer<ArrayNode, List<T>> filter, DocumentBodies sink)
            throws ElasticException {
        if (key.getFirst() instanceof DocumentName name) {
            readAlone(name, sink);
        } else {
            read(names.find(key, filter), BodySearch::addNames, sink);
        }
    }

    private static boolean isNames(List<?> keys) {
        return keys.getFirst() instanceof DocumentName;
    }

    /// The same id may be there with and without a routing; a number tells them apart.
    private static void addNames(ArrayNode filters, List<DocumentName> names) {
        NameSearch.addIds(filters, names.stream().map(DocumentName::id).toList());
        NameSearch.addNumbers(filters, names.stream().map(DocumentName::seqNo).toList());
    }

    private void readAlone(DocumentName name, DocumentBodies sink) throws ElasticException {
        ObjectNode body = body(Math.min(TWO, search.maxHits()));
        addNames(ShardSearch.filtersOf(body), List.of(name));
        int most = (int) Math.min(Integer.MAX_VALUE - 16L, maxDocumentBytes + AROUND_A_DOCUMENT);
        PageSize asked = habits.page(search);
        ALONE.lock();
        try {
            Reply reply = search.send(search.search(body).withMaxResponse(most));
            if (UnreturnableDocument.isNamedBy(reply)) {
                sink.unreturnable(name);
                return;
            }
            Bytes answer = reply.orThrow().body();
            Page page = PageScanner.scanLone(answer);
            if (!search.isComplete(page, page.hits().size())) {
                throw search.unclear("it holds only one of several documents");
            }
            // Where one document was all that was asked for, this is how more are asked for again.
            habits.page(learnt(asked, 1, page, answer.length()));
            hand(page, sink);
        } catch (ElasticException.TooLarge e) {
            sink.tooLarge(name);
        } catch (UnreadablePageException e) {
            throw search.unclear(e.getMessage());
        } catch (ElasticException e) {
            habits.page(afterFailure(asked, e));
            throw e;
        } finally {
            ALONE.unlock();
        }
    }

    /// Whoever compares would take a document that is passed over for one that does not differ.
    private void hand(Page page, DocumentBodies sink) throws ElasticException {
        for (Hit hit : page.hits()) {
            Bytes source = hit.source();
            if (source == null) {
                throw search.unclear("a document has no source");
            }
            sink.accept(names.nameOf(hit), source);
        }
    }

    private ObjectNode body(int size) {
        ObjectNode body = ShardSearch.numbersBody(size);
        // Sort values would follow the document, whose end is found by what follows it.
        body.remove("sort");
        if (leavesOutVectors) {
            body.putObject("_source").put("exclude_vectors", false);
        }
        return body;
    }
}
