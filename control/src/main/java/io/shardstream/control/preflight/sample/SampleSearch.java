package io.shardstream.control.preflight.sample;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.common.shard.page.Page;
import io.shardstream.common.shard.page.PageScanner;
import io.shardstream.common.shard.page.UnreadablePageException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads windows of an index by search, from whichever copy of the shard answers.
public final class SampleSearch implements DocumentReading {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int TRIES = 3;
    private static final int AFTER_FAILURE = 8;

    private final ElasticCluster source;
    private final String index;
    private final long most;
    private final AtomicLong passedOver = new AtomicLong();

    /// @param most documents that one search may bring, `index.max_result_window`
    public SampleSearch(ElasticCluster source, String index, long most) {
        this.source = source;
        this.index = index;
        this.most = most;
    }

    /// Documents that are no strict JSON make a window count as empty: a run tells them apart in another way.
    /// Of a window that is too large for one answer only as much is read as is not.
    @Override
    public List<Hit> read(SampleWindow window) throws ElasticException {
        SampleWindow part = window;
        for (int failures = 0; ; ) {
            try {
                return hits(part);
            } catch (ElasticException.TooLarge e) {
                if (part.documents() <= 1) {
                    passedOver.incrementAndGet();
                    return List.of();
                }
                part = part.of(part.documents() / 2);
            } catch (ElasticException e) {
                // It may have ended its node: the next one is asked for few documents.
                boolean mayPass = e instanceof ElasticException.Unreachable || e.isTooMuch();
                if (!mayPass || ++failures == TRIES) {
                    throw e;
                }
                part = part.of(Math.min(AFTER_FAILURE, part.documents() / 2));
            }
        }
    }

    /// Those that are too large for an answer by themselves.
    @Override
    public long passedOver() {
        return passedOver.get();
    }

    private List<Hit> hits(SampleWindow window) throws ElasticException {
        ObjectNode body = MAPPER.createObjectNode()
                .put("size", Math.min(most, window.documents()))
                .put("track_total_hits", true)
                .put("seq_no_primary_term", true);
        body.putObject("query")
                .putObject("range")
                .putObject("_seq_no")
                .put("gte", window.from())
                .put("lt", window.to());
        Call search = Call.post("/" + Call.encoded(index) + "/_search", Bytes.of(MAPPER.writeValueAsBytes(body)))
                .with("preference", "_shards:" + window.shard());
        Bytes answer = source.sendOnce(OwnSearches.of(search)).orThrow().body();
        try {
            Page page = PageScanner.scan(answer);
            if (page.timedOut()) {
                throw new ElasticException.Malformed("The search of " + index + "[" + window.shard()
                        + "] was ended by its server before it was through (timed_out)");
            }
            return page.hits().stream().filter(hit -> hit.source() != null).toList();
        } catch (UnreadablePageException e) {
            return List.of();
        }
    }
}
