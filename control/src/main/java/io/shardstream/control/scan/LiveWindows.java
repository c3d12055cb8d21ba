package io.shardstream.control.scan;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.page.Page;
import io.shardstream.common.page.PageScanner;
import io.shardstream.common.page.UnreadablePageException;
import tools.jackson.databind.node.ObjectNode;

/// Reads numbers and versions in windows of numbers: as many numbers at once as bring as many documents
/// as one search may return, fewer where more lie there. Windows need no state in the server, and none of
/// them can be missed or read twice.
final class LiveWindows {
    private static final String NUMBERS_ONLY = "timed_out,_shards,hits.total,hits.hits._seq_no,hits.hits._version";

    private final ShardSearch search;
    private final NumberBuffer buffer = new NumberBuffer();
    private long width;

    LiveWindows(ShardSearch search) {
        this.search = search;
        this.width = search.maxResultWindow();
    }

    void scan(long above, long upTo, LiveDocuments sink) throws ElasticException {
        for (long low = above; low < upTo; ) {
            long high = Math.min(upTo, low + width);
            if (read(low, high)) {
                adaptTo(buffer.size());
                buffer.drainTo(sink);
                low = high;
            } else if (high - low == 1) {
                throw new ElasticException.Malformed("More documents have the number " + high + " than one search of "
                        + search.index() + " may return (index.max_result_window)");
            } else {
                width = (high - low) / 2;
            }
        }
    }

    /// Where deletes and updates have left few documents, more numbers are read at once.
    private void adaptTo(int documents) {
        if (documents < search.maxResultWindow() / 4) {
            width *= 2;
        }
    }

    /// @return whether everything that lies there is in the buffer
    private boolean read(long above, long upTo) throws ElasticException {
        ObjectNode body = ShardSearch.numbersBody(search.maxResultWindow()).put("stored_fields", "_none_");
        ShardSearch.addRange(ShardSearch.filtersOf(body), above, upTo);
        Call call = search.search(body).with("filter_path", NUMBERS_ONLY).withMaxResponse(ShardSearch.NAMES_RESPONSE);
        buffer.clear();
        try {
            Page page = PageScanner.scanNumbers(search.send(call).orThrow().body(), buffer);
            return search.isComplete(page, buffer.size());
        } catch (UnreadablePageException e) {
            throw search.unclear(e);
        }
    }
}
