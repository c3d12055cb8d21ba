package io.shardstream.reader.source;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.common.shard.page.Page;
import io.shardstream.reader.window.Window;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The searches for what lies in a window.
final class WindowSearch {
    /// Enough to see that there is one.
    private static final int TWO = 2;

    private final DocumentSearch search;
    private final int maxResultWindow;

    WindowSearch(DocumentSearch search, int maxResultWindow) {
        this.search = search;
        this.maxResultWindow = maxResultWindow;
    }

    /// `index[shard]`, for sentences.
    String what() {
        return search.what();
    }

    /// All documents with their sources.
    ///
    /// @param hits how many it may bring
    DocumentSearch.Response documents(Window window, int hits, int maxBytes)
            throws ElasticException, UnreturnableSourceException {
        return search.documents(body(window, hits), maxBytes);
    }

    /// Id, routing and number of all documents. A node makes room for as many as it is asked for before it
    /// looks for them (Lucene's `HitQueue`), so that it is not asked for what the index allows.
    ///
    /// @param hits how many it may bring
    DocumentSearch.Response names(Window window, int hits, int maxBytes) throws ElasticException {
        return search.names(body(window, hits), maxBytes);
    }

    /// One document with its source.
    DocumentSearch.Response document(Window window, Hit name, int maxBytes)
            throws ElasticException, UnreturnableSourceException {
        ObjectNode body = body(window, TWO);
        ArrayNode filters = DocumentSearch.filtersOf(body);
        filters.addObject().putObject("ids").putArray("values").add(name.id().utf8());
        Bytes routing = name.routing();
        if (routing != null) {
            filters.addObject().putObject("term").put("_routing", routing.utf8());
        }
        return search.documents(body, maxBytes);
    }

    /// The page, if it is what one whole shard says about this window.
    Page accept(Window window, Page page) throws ElasticException {
        return checked(window, search.accept(page));
    }

    /// The same for a page of documents, each of which must have a source.
    Page acceptDocuments(Window window, Page page) throws ElasticException {
        return checked(window, search.acceptDocuments(page));
    }

    private Page checked(Window window, Page page) throws ElasticException {
        for (Hit hit : page.hits()) {
            if (!window.contains(hit.seqNo())) {
                throw new ElasticException.Malformed("The search of " + what() + " on " + search.node() + " for "
                        + window + " brought the number " + hit.seqNo());
            }
        }
        return page;
    }

    /// The most documents that such a search brings.
    int size(int hits) {
        return Math.min(maxResultWindow, hits);
    }

    private ObjectNode body(Window window, int hits) {
        return search.body(size(hits), window.above(), window.upTo());
    }
}
