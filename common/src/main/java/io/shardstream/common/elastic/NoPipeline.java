package io.shardstream.common.elastic;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// The wish that a search goes through no search pipeline (`search_pipeline=_none`), to one node. On
/// OpenSearch the default pipeline of an index (`index.search.default_pipeline`) filters or rewrites every
/// search that says nothing else, also those of points in time (`SearchPipelineService.resolvePipeline`).
///
/// OpenSearch understands it since 2.9. Elasticsearch and older OpenSearch refuse a parameter that they do
/// not know before they do anything (`BaseRestHandler`), and have no such pipelines: to a node that has
/// refused it the search is sent without. A node that runs another version afterwards was away in between,
/// and is asked again; so is every node after ten minutes, as an address may lead to several. Used by any
/// thread.
final class NoPipeline {
    private static final String PARAMETER = "search_pipeline";
    private static final String NONE = "_none";
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int BAD_REQUEST = 400;

    private final LongSupplier nanoTime;
    private volatile boolean isRefused;
    private volatile long refusedAt;

    NoPipeline(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// The search with that wish, if the node that it is sent to understands it.
    static Call of(Call search) {
        return search.with(PARAMETER, NONE);
    }

    /// The search without it.
    static Call without(Call search) {
        return search.without(PARAMETER);
    }

    /// The request as this node may be asked.
    Call asUnderstood(Call call) {
        return isRefused && isWished(call) && nanoTime.getAsLong() - refusedAt < AGAIN_NANOS ? without(call) : call;
    }

    /// Whether the node has refused the request for the wish alone, which is remembered.
    ///
    /// @param sent what it was sent
    boolean refuses(Call sent, Reply reply) {
        if (!isWished(sent) || reply.status() != BAD_REQUEST) {
            return false;
        }
        String reason = reply.errorReason();
        if (!reason.contains("unrecognized parameter") || !reason.contains("[" + PARAMETER + "]")) {
            return false;
        }
        refusedAt = nanoTime.getAsLong();
        isRefused = true;
        return true;
    }

    /// The node was away: what answers now may be another version of it.
    void forget() {
        isRefused = false;
    }

    private static boolean isWished(Call call) {
        return NONE.equals(call.query().get(PARAMETER));
    }
}
