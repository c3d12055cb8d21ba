package io.shardstream.reader.source;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ForwardingShardCopy;
import io.shardstream.common.shard.HttpShardCopy;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.common.shard.page.Page;
import io.shardstream.common.shard.page.PageScanner;
import io.shardstream.common.shard.page.UnreadablePageException;
import io.shardstream.reader.window.Window;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A primary, asked by HTTP at the node that holds it.
final class HttpPrimaryCopy extends ForwardingShardCopy implements PrimaryCopy {
    private static final int NAMES_RESPONSE = 16 << 20;

    /// Documents that are named, more than numbers are asked for at once.
    private static final int MOST_NAMED = 16;

    /// Of an index that was shrunk there is one document for each of its former shards under a number, at
    /// most.
    private static final int MOST_NAMES = 10_000;

    /// Documents that are read alone are held together until they are this much; the last may be a large one.
    private static final long MOST_HELD = 16 << 20;

    private final HttpShardCopy copy;
    private final DocumentSearch documents;
    private final WindowSearch search;
    private final LoneDocument lone;

    HttpPrimaryCopy(HttpShardCopy copy, DocumentSearch documents, LoneDocument lone) {
        super(copy);
        this.copy = copy;
        this.documents = documents;
        this.search = new WindowSearch(documents, copy.maxResultWindow());
        this.lone = lone;
    }

    @Override
    public boolean isElected() throws ElasticException {
        return copy.isElected();
    }

    @Override
    public long storedBytes() throws ElasticException {
        return copy.storedBytes();
    }

    @Override
    public List<Hit> named(List<Long> numbers) throws ElasticException {
        DocumentSearch.Response response =
                documents.names(documents.body(search.size(MOST_NAMED), numbers), NAMES_RESPONSE);
        try {
            List<Hit> hits = documents.accept(PageScanner.scan(response.body())).hits();
            if (hits.stream().allMatch(hit -> numbers.contains(hit.seqNo()))) {
                return hits;
            }
        } catch (UnreadablePageException e) {
            throw unclear(numbers, e.getMessage());
        }
        throw unclear(numbers, "it brings other numbers");
    }

    @Override
    public WindowAnswer read(Window window, int hits, int maxBytes) throws ElasticException {
        try {
            DocumentSearch.Response response = search.documents(window, hits, maxBytes);
            Page page = search.acceptDocuments(window, PageScanner.scanAll(response.body(), search.size(hits)));
            if (!page.isComplete()) {
                return new WindowAnswer.TooMany(page.total());
            }
            return new WindowAnswer.Whole(
                    page.hits(), List.of(), response.body().length(), response.heldBytes());
        } catch (ElasticException.TooLarge e) {
            return new WindowAnswer.TooLarge();
        } catch (UnreadablePageException | UnreturnableSourceException e) {
            return new WindowAnswer.Unreadable();
        }
    }

    @Override
    public WindowAnswer readAlone(Window window) throws ElasticException {
        return readAlone(window, namesIn(window));
    }

    @Override
    public WindowAnswer readAlone(Window window, List<Hit> left) throws ElasticException {
        List<Hit> hits = new ArrayList<>();
        List<Unread> unread = new ArrayList<>();
        long bytes = 0;
        long heldBytes = 0;
        int next = 0;
        while (next < left.size() && heldBytes < Math.min(MOST_HELD, lone.maxResponse())) {
            Hit name = left.get(next++);
            try {
                DocumentSearch.Response response = search.document(window, name, lone.maxResponse());
                Page page = search.acceptDocuments(window, PageScanner.scanLone(response.body()));
                hits.add(only(page, window));
                bytes += response.body().length();
                heldBytes += response.heldBytes();
            } catch (ElasticException.TooLarge e) {
                unread.add(lone.tooLarge(name));
            } catch (UnreturnableSourceException e) {
                unread.add(LoneDocument.unreturnable(name));
            } catch (UnreadablePageException e) {
                throw unclear(window, e.getMessage());
            }
        }
        WindowAnswer.Whole read = new WindowAnswer.Whole(hits, unread, bytes, heldBytes);
        return next == left.size() ? read : new WindowAnswer.Part(read, left.subList(next, left.size()));
    }

    @Override
    public Snapshot snapshot() throws ElasticException {
        return HttpSnapshot.open(documents, lone);
    }

    private List<Hit> namesIn(Window window) throws ElasticException {
        try {
            Page first = names(window, MOST_NAMES);
            Page names = first.isComplete() || first.total() > search.size(Integer.MAX_VALUE)
                    ? first
                    : names(window, (int) first.total());
            if (!names.isComplete()) {
                throw new ElasticException.Malformed(search.what() + " on " + where() + " holds " + names.total()
                        + " documents with the number " + window.upTo() + ", more than one search may return: raise"
                        + " index.max_result_window of the index to at least that, for the time of the run");
            }
            return names.hits();
        } catch (UnreadablePageException e) {
            throw unclear(window, e.getMessage());
        }
    }

    private Page names(Window window, int hits) throws ElasticException, UnreadablePageException {
        return search.accept(
                window,
                PageScanner.scan(search.names(window, hits, NAMES_RESPONSE).body()));
    }

    private Hit only(Page page, Window window) throws ElasticException {
        if (!page.isComplete() || page.hits().size() != 1) {
            throw new ElasticException.Malformed(
                    search.what() + " on " + where() + " changed while " + window + " was read");
        }
        return page.hits().getFirst();
    }

    private ElasticException unclear(Object asked, @Nullable String cause) {
        return new ElasticException.Malformed(
                "The answer of " + where() + " for " + asked + " of " + search.what() + " cannot be read: " + cause);
    }
}
