package io.shardstream.control.compare.scan;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.page.Page;
import io.shardstream.common.shard.page.PageScanner;
import io.shardstream.common.shard.page.UnreadablePageException;
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
    /// Of one window: what is lost in one request need not be all that was read before.
    private static final int TRIES = 3;
    /// Of one that is too much for its node, each for half as many numbers.
    private static final int NARROWINGS = 8;
    /// Numbers that are not too much for any node, so that one which is away for a while is not asked for
    /// them one by one ever after.
    private static final int LEAST = 256;
    /// Answers in a row after which more may be asked for again.
    private static final int GOOD = 64;

    private final ShardSearch search;
    private final SearchHabits habits;
    private final Deque<Window> underWay = new ArrayDeque<>();
    /// Documents that a window should bring at most.
    private long most;
    private long width;
    private int good;

    /// @param habits how many documents were too much before
    LiveWindows(ShardSearch search, SearchHabits habits) {
        this.search = search;
        this.habits = habits;
        this.most = habits.live(search);
        this.width = most;
    }

    /// @param tries how often it was asked for, as this window or as a part of a wider one
    /// @param narrowings how many of those were too much
    /// @param answer the numbers in it, empty if there were too many to be whole
    private record Window(long above, long upTo, int tries, int narrowings, Future<NumberBuffer> answer) {}

    void scan(long above, long upTo, LiveDocuments sink) throws ElasticException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            long next = above;
            while (next < upTo || !underWay.isEmpty()) {
                while (next < upTo && underWay.size() < AT_ONCE) {
                    long high = Math.min(upTo, next + width);
                    underWay.addLast(begin(threads, next, high, 1, 0));
                    next = high;
                }
                take(threads, underWay.removeFirst(), sink);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void take(ExecutorService threads, Window window, LiveDocuments sink) throws ElasticException {
        try {
            NumberBuffer numbers = window.answer().get();
            if (numbers.isWhole()) {
                moreAfterGood();
                adaptTo(numbers.size(), window.upTo() - window.above());
                numbers.drainTo(sink);
            } else {
                readNarrower(threads, window, 1, 0);
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unexpected) {
                throw unexpected;
            }
            if (!(e.getCause() instanceof ElasticException failure)) {
                throw new IllegalStateException(e);
            }
            long span = window.upTo() - window.above();
            if (failure.isTooMuch() && span > LEAST && window.tries() < NARROWINGS) {
                most = Math.min(most, Math.max(LEAST, span / 2));
                good = 0;
                habits.live(most);
                readNarrower(threads, window, window.tries() + 1, window.narrowings() + 1);
                return;
            }
            // A small question that is lost by chance is asked again, however often it was narrowed.
            int lost = failure.isTooMuch() ? window.tries() : window.tries() - window.narrowings();
            if (lost >= TRIES || !Asking.mayPass(failure)) {
                throw failure;
            }
            underWay.addFirst(begin(threads, window.above(), window.upTo(), window.tries() + 1, window.narrowings()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ElasticException.Unreachable(
                    "The search of " + search.index() + " was given up", new IOException("interrupted", e));
        }
    }

    private Window begin(ExecutorService threads, long above, long upTo, int tries, int narrowings) {
        return new Window(above, upTo, tries, narrowings, threads.submit(() -> read(above, upTo)));
    }

    private void readNarrower(ExecutorService threads, Window window, int tries, int narrowings)
            throws ElasticException {
        long span = window.upTo() - window.above();
        if (span == 1) {
            throw new ElasticException.TooLarge("More documents have the number " + window.upTo()
                    + " than one search of " + search.index() + " may return (index.max_result_window)");
        }
        long middle = window.above() + span / 2;
        width = Math.min(width, Math.max(1, span / 2));
        underWay.addFirst(begin(threads, middle, window.upTo(), tries, narrowings));
        underWay.addFirst(begin(threads, window.above(), middle, tries, narrowings));
    }

    private void moreAfterGood() {
        good++;
        if (good >= GOOD && most < search.maxHits()) {
            good = 0;
            most = Math.min(search.maxHits(), most + most / 2 + 1);
            habits.live(most);
            width = Math.max(width, most);
        }
    }

    /// Where deletes and updates have left few documents, more numbers are read at once.
    private void adaptTo(int documents, long span) {
        if (documents <= most / 4) {
            width = Math.max(width, 2 * span);
        }
    }

    private NumberBuffer read(long above, long upTo) throws ElasticException {
        ObjectNode body = ShardSearch.numbersBody(search.maxHits()).put("stored_fields", "_none_");
        ShardSearch.addRange(ShardSearch.filtersOf(body), above, upTo);
        Call call = search.search(body).with("filter_path", NUMBERS_ONLY).withMaxResponse(ShardSearch.NAMES_RESPONSE);
        NumberBuffer numbers = new NumberBuffer();
        try {
            Page page = PageScanner.scanNumbers(search.send(call).orThrow().body(), numbers);
            numbers.isWhole(search.isComplete(page, numbers.size()));
            return numbers;
        } catch (ElasticException.TooLarge e) {
            return new NumberBuffer();
        } catch (UnreadablePageException e) {
            throw search.unclear(e.getMessage());
        }
    }
}
