package io.shardstream.reader.source;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.PointInTime;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.common.shard.page.Page;
import io.shardstream.common.shard.page.PageScanner;
import io.shardstream.common.shard.page.UnreadablePageException;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A point in time of Elasticsearch (`_pit`), read in the order of `_shard_doc`: the place of a document in
/// the copy's segments, which other sorts would have to look for anew for each page.
final class HttpSnapshot implements Snapshot {
    private static final JsonMapper MAPPER = new JsonMapper();

    private static final int NAMES_RESPONSE = 16 << 20;

    private final DocumentSearch search;
    private final LoneDocument lone;
    private final PointInTime open;

    private HttpSnapshot(DocumentSearch search, LoneDocument lone, PointInTime open) {
        this.search = search;
        this.lone = lone;
        this.open = open;
    }

    static HttpSnapshot open(DocumentSearch search, LoneDocument lone) throws ElasticException {
        return new HttpSnapshot(
                search, lone, PointInTime.open(search.node()::send, search.index(), search.preference(), WANTED));
    }

    @Override
    public Duration kept() {
        return open.kept();
    }

    @Override
    public void touch() throws ElasticException {
        ObjectNode body = MAPPER.createObjectNode().put("size", 0).put("track_total_hits", false);
        body.set("pit", pit());
        search.names(body, NAMES_RESPONSE);
    }

    private ObjectNode pit() {
        return MAPPER.createObjectNode().put("id", open.id()).put("keep_alive", open.keepAlive());
    }

    @Override
    public SnapshotAnswer read(Stretch stretch, int maxBytes) throws ElasticException {
        try {
            DocumentSearch.Response response = search.documents(body(stretch), maxBytes);
            Page page = accept(stretch, search.acceptDocuments(PageScanner.scan(response.body())));
            return answer(
                    stretch,
                    page,
                    new WindowAnswer.Whole(
                            page.hits(), List.of(), response.body().length(), response.heldBytes()));
        } catch (ElasticException.TooLarge e) {
            return new SnapshotAnswer(new WindowAnswer.TooLarge(), stretch.behind(), false, SnapshotAnswer.NOT_TOLD);
        } catch (UnreadablePageException | UnreturnableSourceException e) {
            return new SnapshotAnswer(new WindowAnswer.Unreadable(), stretch.behind(), false, SnapshotAnswer.NOT_TOLD);
        }
    }

    @Override
    public SnapshotAnswer readAlone(Stretch stretch) throws ElasticException {
        Page name = nameOf(stretch);
        if (name.hits().isEmpty()) {
            return answer(stretch, name, new WindowAnswer.Whole(List.of(), List.of(), 0, 0));
        }
        Hit document = name.hits().getFirst();
        try {
            DocumentSearch.Response response = search.documents(body(stretch), lone.maxResponse());
            Page page = accept(stretch, search.acceptDocuments(PageScanner.scanLoneSorted(response.body())));
            return answer(
                    stretch,
                    page,
                    new WindowAnswer.Whole(
                            page.hits(), List.of(), response.body().length(), response.heldBytes()));
        } catch (ElasticException.TooLarge e) {
            return answer(stretch, name, new WindowAnswer.Whole(List.of(), List.of(lone.tooLarge(document)), 0, 0));
        } catch (UnreturnableSourceException e) {
            return answer(
                    stretch,
                    name,
                    new WindowAnswer.Whole(List.of(), List.of(LoneDocument.unreturnable(document)), 0, 0));
        } catch (UnreadablePageException e) {
            throw unclear(e);
        }
    }

    private Page nameOf(Stretch stretch) throws ElasticException {
        try {
            DocumentSearch.Response response = search.names(body(stretch), NAMES_RESPONSE);
            return accept(stretch, search.accept(PageScanner.scan(response.body())));
        } catch (UnreadablePageException e) {
            throw unclear(e);
        }
    }

    private static SnapshotAnswer answer(Stretch stretch, Page page, WindowAnswer answer) {
        return new SnapshotAnswer(
                answer,
                page.position(),
                page.hits().size() < stretch.size(),
                stretch.isFirst() && page.exact() ? page.total() : SnapshotAnswer.NOT_TOLD);
    }

    private Page accept(Stretch stretch, Page page) throws ElasticException {
        boolean goesOn = page.hits().isEmpty() || page.position() > stretch.behind();
        boolean isIn =
                page.hits().stream().allMatch(hit -> hit.seqNo() > stretch.above() && hit.seqNo() <= stretch.upTo());
        if (!goesOn || !isIn) {
            throw new ElasticException.Malformed("The point in time of " + search.what() + " on " + search.node()
                    + " brought other documents than it" + " was asked for");
        }
        return page;
    }

    /// Only the first page is counted: to count means to look at the numbers of all documents.
    private ObjectNode body(Stretch stretch) {
        ObjectNode body = search.body(stretch.size(), stretch.above(), stretch.upTo());
        body.putArray("sort").add("_shard_doc");
        body.set("pit", pit());
        if (stretch.slices() > 1) {
            body.putObject("slice").put("id", stretch.slice()).put("max", stretch.slices());
        }
        if (!stretch.isFirst()) {
            body.put("track_total_hits", 1);
            body.putArray("search_after").add(stretch.behind());
        }
        return body;
    }

    private ElasticException unclear(UnreadablePageException cause) {
        return new ElasticException.Malformed("The answer of " + search.node() + " for a point in time of "
                + search.what() + " cannot be read: " + cause.getMessage());
    }

    @Override
    public void close() throws ElasticException {
        Bytes body = Bytes.of(MAPPER.writeValueAsBytes(MAPPER.createObjectNode().put("id", open.id())));
        search.node().send(Call.delete("/_pit", body));
    }
}
