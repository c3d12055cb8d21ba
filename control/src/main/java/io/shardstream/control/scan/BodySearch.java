package io.shardstream.control.scan;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.page.Hit;
import io.shardstream.common.page.Page;
import io.shardstream.common.page.PageScanner;
import io.shardstream.common.page.UnreadablePageException;
import java.util.List;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads what documents hold: some at once, fewer where they are large or one of them breaks the page
/// around it, and at last one alone. `filter_path` is not used: it would have the server write the
/// documents anew.
final class BodySearch {
    private static final int WANTED_BYTES = 4 << 20;
    private static final int MOST_BYTES = 32 << 20;
    private static final int MOST_DOCUMENTS = 1000;
    private static final int ALONE_BYTES = Integer.MAX_VALUE - 16;
    private static final int SERVER_ERROR = 500;

    private final ShardSearch search;
    private final boolean leavesOutVectors;
    private final SearchHabits habits;

    /// @param leavesOutVectors whether vectors must be asked for
    /// @param habits how many are asked for at once
    BodySearch(ShardSearch search, boolean leavesOutVectors, SearchHabits habits) {
        this.search = search;
        this.leavesOutVectors = leavesOutVectors;
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
            int to = Math.min(keys.size(), from + habits.bodies());
            readTogether(keys.subList(from, to), filter, sink);
            from = to;
        }
    }

    private <T> void readTogether(List<T> keys, BiConsumer<ArrayNode, List<T>> filter, DocumentBodies sink)
            throws ElasticException {
        if (keys.size() == 1) {
            readAlone(keys, filter, sink);
            return;
        }
        try {
            ObjectNode body = body();
            filter.accept(ShardSearch.filtersOf(body), keys);
            Reply reply = search.send(search.search(body).withMaxResponse(MOST_BYTES));
            if (reply.status() != SERVER_ERROR) {
                Bytes answer = reply.orThrow().body();
                Page page = PageScanner.scanAll(answer, search.maxHits());
                if (search.isComplete(page, page.hits().size())) {
                    habits.bodies(nextWidth(keys.size(), answer.length()));
                    hand(page, sink);
                    return;
                }
            }
        } catch (ElasticException.TooLarge e) {
            habits.bodies(Math.max(1, keys.size() / 2));
        } catch (UnreadablePageException e) {
            // One of them is not strict JSON; alone it can be read.
        }
        int half = keys.size() / 2;
        readTogether(keys.subList(0, half), filter, sink);
        readTogether(keys.subList(half, keys.size()), filter, sink);
    }

    private int nextWidth(int asked, int bytes) {
        long fitting = (long) asked * WANTED_BYTES / Math.max(1, bytes);
        return (int) Math.clamp(fitting, 1, Math.min(MOST_DOCUMENTS, 2L * Math.max(asked, habits.bodies())));
    }

    /// One id may be there under several routings, and one number at several documents.
    private <T> void readAlone(List<T> key, BiConsumer<ArrayNode, List<T>> filter, DocumentBodies sink)
            throws ElasticException {
        for (DocumentName name : new NameSearch(search).find(key, filter)) {
            ObjectNode body = body();
            ArrayNode filters = ShardSearch.filtersOf(body);
            NameSearch.addIds(filters, List.of(name.id()));
            // The same id may be there with and without a routing; a number tells them apart.
            NameSearch.addNumbers(filters, List.of(name.seqNo()));
            Reply reply = search.send(search.search(body).withMaxResponse(ALONE_BYTES));
            if (reply.status() == SERVER_ERROR && UnreturnableSource.isNamedBy(reply)) {
                continue;
            }
            try {
                Page page = PageScanner.scanLone(reply.orThrow().body());
                if (!search.isComplete(page, page.hits().size())) {
                    throw search.unclear("it holds only one of several documents");
                }
                hand(page, sink);
            } catch (UnreadablePageException e) {
                throw search.unclear(e.getMessage());
            }
        }
    }

    private static void hand(Page page, DocumentBodies sink) {
        for (Hit hit : page.hits()) {
            Bytes source = hit.source();
            if (source != null) {
                sink.accept(NameSearch.nameOf(hit), source);
            }
        }
    }

    private ObjectNode body() {
        ObjectNode body = ShardSearch.numbersBody(search.maxHits());
        // Sort values would follow the document, whose end is found by what follows it.
        body.remove("sort");
        if (leavesOutVectors) {
            body.putObject("_source").put("exclude_vectors", false);
        }
        return body;
    }
}
