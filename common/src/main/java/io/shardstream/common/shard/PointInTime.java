package io.shardstream.common.shard;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Asked;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A point in time of an index that a server has opened (`_pit` of Elasticsearch).
///
/// @param id what the server calls it
/// @param kept for how long, between two requests
public record PointInTime(String id, Duration kept) {
    private static final int BAD_REQUEST = 400;

    /// How a server says which times it takes (`SearchService.checkKeepAliveLimit`, `search.max_keep_alive`).
    private static final Pattern LIMIT =
            Pattern.compile("must be less than \\(([^)]*)\\)\\..*\\[search\\.max_keep_alive\\]");

    /// Opens one that is kept as long as is wanted, or as long as the cluster allows.
    ///
    /// @param preference what keeps the request on a copy
    /// @param wanted longest time between two requests
    public static PointInTime open(Asked asked, String index, String preference, Duration wanted)
            throws ElasticException {
        Duration kept = wanted;
        Reply reply = asked.send(opening(index, preference, kept));
        if (reply.status() == BAD_REQUEST) {
            Optional<Duration> most = limit(reply.errorReason());
            if (most.isPresent() && most.get().compareTo(wanted) < 0) {
                kept = most.get();
                reply = asked.send(opening(index, preference, kept));
            }
        }
        String id = reply.orThrow().json().path("id").asString("");
        if (id.isEmpty()) {
            throw new ElasticException.Malformed(
                    reply.node() + " opened a point in time of " + index + " without an id");
        }
        return new PointInTime(id, kept);
    }

    /// For how long it is kept, as each request has to say it.
    public String keepAlive() {
        return text(kept);
    }

    private static Call opening(String index, String preference, Duration kept) {
        return Call.post("/" + Call.encoded(index) + "/_pit", Bytes.EMPTY)
                .with("keep_alive", text(kept))
                .with("preference", preference);
    }

    private static Optional<Duration> limit(String reason) {
        Matcher limit = LIMIT.matcher(reason);
        return limit.find() ? ServerTime.parse(limit.group(1)).filter(Duration::isPositive) : Optional.empty();
    }

    private static String text(Duration time) {
        return time.toMillis() + "ms";
    }
}
