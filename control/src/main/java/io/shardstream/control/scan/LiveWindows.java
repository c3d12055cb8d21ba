package io.shardstream.control.scan;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.page.Page;
import io.shardstream.common.page.PageScanner;
import io.shardstream.common.page.UnreadablePageException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.node.ObjectNode;

/// Reads numbers and versions in windows of numbers: as many numbers at once as bring as many documents
/// as one search may return, fewer where more lie there. Windows need no state in the server, and none of
/// them can be missed or read twice. Some are asked for at the same time, and given out in their order.
final class LiveWindows {
    private static final String NUMBERS_ONLY = "timed_out,_shards,hits.total,hits.hits._seq_no,hits.hits._version";
    private static final int AT_ONCE = 3;

    private final ShardSearch search;
    private final Deque<Window> underWay = new ArrayDeque<>();
    private long width;

    LiveWindows(ShardSearch search) {
        this.search = search;
        this.width = search.maxResultWindow();
    }

    /// @param answer the numbers in it, empty if there were too many to be whole
    private record Window(long above, long upTo, Future<NumberBuffer> answer) {}

    void scan(long above, long upTo, LiveDocuments sink) throws ElasticException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            long next = above;
            while (next < upTo || !underWay.isEmpty()) {
                while (next < upTo && underWay.size() < AT_ONCE) {
                    long high = Math.min(upTo, next + width);
                    underWay.addLast(begin(threads, next, high));
                    next = high;
                }
                Window first = underWay.removeFirst();
                NumberBuffer numbers = answerOf(first);
                if (numbers.isWhole()) {
                    adaptTo(numbers.size(), first.upTo() - first.above());
                    numbers.drainTo(sink);
                } else {
                    readNarrower(threads, first);
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private Window begin(ExecutorService threads, long above, long upTo) {
        return new Window(above, upTo, threads.submit(() -> read(above, upTo)));
    }

    private void readNarrower(ExecutorService threads, Window window) throws ElasticException {
        long span = window.upTo() - window.above();
        if (span == 1) {
            throw new ElasticException.Malformed("More documents have the number " + window.upTo()
                    + " than one search of " + search.index() + " may return (index.max_result_window)");
        }
        long middle = window.above() + span / 2;
        width = Math.min(width, Math.max(1, span / 2));
        underWay.addFirst(begin(threads, middle, window.upTo()));
        underWay.addFirst(begin(threads, window.above(), middle));
    }

    /// Where deletes and updates have left few documents, more numbers are read at once.
    private void adaptTo(int documents, long span) {
        if (documents < search.maxResultWindow() / 4) {
            width = Math.max(width, 2 * span);
        }
    }

    private NumberBuffer read(long above, long upTo) throws ElasticException {
        ObjectNode body = ShardSearch.numbersBody(search.maxResultWindow()).put("stored_fields", "_none_");
        ShardSearch.addRange(ShardSearch.filtersOf(body), above, upTo);
        Call call = search.search(body).with("filter_path", NUMBERS_ONLY).withMaxResponse(ShardSearch.NAMES_RESPONSE);
        NumberBuffer numbers = new NumberBuffer();
        try {
            Page page = PageScanner.scanNumbers(search.send(call).orThrow().body(), numbers);
            numbers.isWhole(search.isComplete(page, numbers.size()));
            return numbers;
        } catch (UnreadablePageException e) {
            throw search.unclear(e);
        }
    }

    private ElasticException unanswered(Throwable cause) {
        return cause instanceof ElasticException elastic
                ? elastic
                : new ElasticException.Unreachable("search of " + search.index() + " broke off: " + cause, cause);
    }

    private NumberBuffer answerOf(Window window) throws ElasticException {
        try {
            return window.answer().get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw unanswered(cause == null ? e : cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unanswered(new IOException("interrupted", e));
        }
    }
}
