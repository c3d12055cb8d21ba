package io.shardstream.control.compare.scan;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Has a shard counted by its server. An answer that is not that of the whole shard, or does not add up, is
/// no count.
final class CountSearch {
    /// Named by Elasticsearch and OpenSearch, with status 400 or 503.
    private static final String TOO_MANY = "too_many_buckets_exception";

    private static final int BAD_REQUEST = 400;

    private final ShardSearch search;
    private final SearchHabits habits;

    CountSearch(ShardSearch search, SearchHabits habits) {
        this.search = search;
        this.habits = habits;
    }

    Counted count(Counting what) throws ElasticException {
        Counted counted = count(what, habits.countsValues());
        if (counted instanceof Counted.Unknown(Counted.Cause cause, String _)
                && cause == Counted.Cause.DOES_NOT_ADD_UP
                && !habits.countsValues()) {
            counted = count(what, true);
            habits.countsValues(counted instanceof Counted.Counts);
        }
        return counted;
    }

    private Counted count(Counting what, boolean countsValues) throws ElasticException {
        boolean hasPoints = what instanceof Counting.OfNumbers && habits.hasNumbersWithPoints(search);
        CountRequest request = new CountRequest(what, hasPoints, countsValues);
        Reply reply = send(request.body());
        if (saysTooMany(reply)) {
            return new Counted.TooManyBlocks();
        }
        if (reply.status() == BAD_REQUEST) {
            return new Counted.Unknown(Counted.Cause.REFUSED, "the server does not count: " + reply.errorReason());
        }
        JsonNode answer = reply.orThrow().json();
        if (answer.path("timed_out").asBoolean(true)) {
            return new Counted.Unknown(Counted.Cause.INCOMPLETE, "the count timed out");
        }
        search.requireWholeShard(answer);
        return request.read(answer, search.totalOf(answer));
    }

    /// The own numbers of the documents that have these versions; empty if the server does not say them all.
    Optional<List<Long>> numbersOf(List<Long> versions) throws ElasticException {
        WordRequest request = new WordRequest(versions);
        Reply reply = send(request.body());
        if (saysTooMany(reply) || reply.status() == BAD_REQUEST) {
            return Optional.empty();
        }
        JsonNode answer = reply.orThrow().json();
        if (answer.path("timed_out").asBoolean(true)) {
            return Optional.empty();
        }
        search.requireWholeShard(answer);
        return request.read(answer, search.totalOf(answer));
    }

    private static boolean saysTooMany(Reply reply) {
        return !reply.isOk() && reply.body().utf8().contains(TOO_MANY);
    }

    /// What a cache answers was counted some time ago.
    private Reply send(ObjectNode body) throws ElasticException {
        Call call = search.search(body).with("request_cache", "false");
        return search.send(call);
    }
}
