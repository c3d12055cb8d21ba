package io.shardstream.reader.source;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.page.Hit;
import io.shardstream.common.page.Page;
import io.shardstream.common.page.PageScanner;
import io.shardstream.common.page.UnreadablePageException;
import io.shardstream.common.primary.CopyIdentity;
import io.shardstream.common.primary.HttpShardCopy;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.primary.Numbers;
import io.shardstream.common.record.Reject;
import io.shardstream.reader.page.Unread;
import io.shardstream.reader.window.Window;
import java.util.ArrayList;
import java.util.List;

/// A primary, asked by HTTP at the node that holds it.
final class HttpPrimaryCopy implements PrimaryCopy {
    /// What a response holds beside the document: names, id, routing, and what a search says of itself.
    private static final int AROUND_A_DOCUMENT = 64 << 10;

    private static final int NAMES_RESPONSE = 16 << 20;

    private final HttpShardCopy copy;
    private final WindowSearch search;
    private final long maxDocumentBytes;
    private final int maxLoneResponse;

    HttpPrimaryCopy(HttpShardCopy copy, WindowSearch search, long maxDocumentBytes) {
        this.copy = copy;
        this.search = search;
        this.maxDocumentBytes = maxDocumentBytes;
        this.maxLoneResponse = (int) Math.min(Integer.MAX_VALUE - 8L, maxDocumentBytes + AROUND_A_DOCUMENT);
    }

    @Override
    public CopyIdentity identity() {
        return copy.identity();
    }

    @Override
    public int maxResultWindow() {
        return copy.maxResultWindow();
    }

    @Override
    public Numbers numbers() throws ElasticException, NotPrimaryException {
        return copy.numbers();
    }

    @Override
    public void refresh() throws ElasticException {
        copy.refresh();
    }

    @Override
    public boolean mayRefresh() {
        return copy.mayRefresh();
    }

    @Override
    public void wake() throws ElasticException {
        copy.wake();
    }

    @Override
    public String ownRefreshes() {
        return copy.ownRefreshes();
    }

    @Override
    public WindowAnswer read(Window window, int maxBytes) throws ElasticException {
        try {
            WindowSearch.Response response = search.documents(window, maxBytes);
            Page page = search.acceptDocuments(window, PageScanner.scan(response.body()));
            if (!page.isComplete()) {
                return new WindowAnswer.TooMany();
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
        List<Hit> hits = new ArrayList<>();
        List<Unread> unread = new ArrayList<>();
        long bytes = 0;
        long heldBytes = 0;
        for (Hit name : namesIn(window)) {
            try {
                WindowSearch.Response response = search.document(window, name, maxLoneResponse);
                Page page = search.acceptDocuments(window, PageScanner.scanLone(response.body()));
                hits.add(only(page, window));
                bytes += response.body().length();
                heldBytes += response.heldBytes();
            } catch (ElasticException.TooLarge e) {
                unread.add(tooLarge(name));
            } catch (UnreturnableSourceException e) {
                unread.add(unreturnable(name));
            } catch (UnreadablePageException e) {
                throw unclear(window, e);
            }
        }
        return new WindowAnswer.Whole(hits, unread, bytes, heldBytes);
    }

    private Unread tooLarge(Hit name) {
        String reason = "the document is larger than the limit of " + maxDocumentBytes + " bytes";
        return new Unread(name, Reject.TOO_LARGE, reason);
    }

    private static Unread unreturnable(Hit name) {
        String reason = "the source itself cannot return this document: its server answers every search for it"
                + " with status 500 and " + WindowSearch.UNRETURNABLE;
        return new Unread(name, Reject.UNREADABLE_IN_SOURCE, reason);
    }

    private List<Hit> namesIn(Window window) throws ElasticException {
        try {
            Page names = search.accept(
                    window,
                    PageScanner.scan(search.names(window, NAMES_RESPONSE).body()));
            if (!names.isComplete()) {
                throw new ElasticException.Malformed(
                        search.what() + " on " + where() + " holds " + names.total() + " documents in " + window);
            }
            return names.hits();
        } catch (UnreadablePageException e) {
            throw unclear(window, e);
        }
    }

    private Hit only(Page page, Window window) throws ElasticException {
        if (!page.isComplete() || page.hits().size() != 1) {
            throw new ElasticException.Malformed(
                    search.what() + " on " + where() + " changed while " + window + " was read");
        }
        return page.hits().getFirst();
    }

    private ElasticException unclear(Window window, UnreadablePageException cause) {
        return new ElasticException.Malformed("The answer of " + where() + " for " + window + " of " + search.what()
                + " cannot be read: " + cause.getMessage());
    }

    @Override
    public String where() {
        return copy.where();
    }
}
