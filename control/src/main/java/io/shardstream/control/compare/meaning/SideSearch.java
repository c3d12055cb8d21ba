package io.shardstream.control.compare.meaning;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentName;
import io.shardstream.control.compare.scan.Question;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.scan.ShardAnswer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The primaries of one side, asked for what every in-sync copy has.
final class SideSearch {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final List<ScannedShard> shards;
    private final Asking asking;
    private final ShardAnswers answers;

    SideSearch(List<ScannedShard> shards, Asking asking, ShardAnswers answers) {
        this.shards = List.copyOf(shards);
        this.asking = asking;
        this.answers = answers;
    }

    /// A document of a shard.
    ///
    /// @param hit what the search said of it
    record Found(int shard, DocumentName name, JsonNode hit) {}

    int shards() {
        return shards.size();
    }

    ShardAnswers answers() {
        return answers;
    }

    /// What all shards answer, in their order.
    <T> List<ShardAnswer<T>> all(Question<T> question)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return of(IntStream.range(0, shards.size()).boxed().toList(), question);
    }

    /// What these shards answer, in their order.
    <T> List<ShardAnswer<T>> of(List<Integer> some, Question<T> question)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<ShardAnswer<T>> all = new ArrayList<>();
        asking.all(
                some.stream()
                        .<Asking.Errand<ShardAnswer<T>>>map(
                                shard -> each -> each.settled(shards.get(shard), null, question))
                        .toList(),
                Integer.MAX_VALUE,
                all::add);
        return all;
    }

    /// The highest number of each shard now, in their order.
    List<Long> highest() throws ElasticException, NotPrimaryException {
        return asking.each(shards, shard -> shard.numbers().maxSeqNo());
    }

    /// Some of the documents that pass a query.
    ///
    /// @param most in all
    List<Found> some(JsonNode query, int most) throws ElasticException, NotPrimaryException, InterruptedException {
        List<Found> found = new ArrayList<>();
        for (int shard = 0; shard < shards.size() && found.size() < most; shard++) {
            int number = shard;
            int wanted = most - found.size();
            found.addAll(asking.settled(
                            shards.get(shard),
                            null,
                            (copy, _) -> hits(
                                    number, answers.found(copy, body(query, Math.min(wanted, copy.maxResultWindow())))))
                    .value());
        }
        return found;
    }

    /// Those of the documents with these ids that pass a query too, whatever their routing.
    List<Found> among(Collection<Bytes> ids, JsonNode query)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return among(ids, bool -> bool.withArray("filter").add(query), _ -> {});
    }

    /// The documents with these ids, each with the names of the queries that it matches.
    List<Found> named(Collection<Bytes> ids, List<ObjectNode> queries)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return among(ids, bool -> queries.forEach(bool.withArray("should")::add), _ -> {});
    }

    /// Whether a document matches the query whose name is its place, from 0 on.
    static boolean isMatched(JsonNode hit, int place) {
        return hit.path("matched_queries")
                .valueStream()
                .anyMatch(name -> name.asString("").equals("" + place));
    }

    /// The documents with these ids, each with values of fields from its doc values.
    ///
    /// @param fields as `docvalue_fields` of a search takes them
    List<Found> withValues(Collection<Bytes> ids, ArrayNode fields)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return among(ids, _ -> {}, body -> body.set("docvalue_fields", fields));
    }

    /// @param clauses adds to the query
    /// @param more adds to the search
    private List<Found> among(Collection<Bytes> ids, Consumer<ObjectNode> clauses, Consumer<ObjectNode> more)
            throws ElasticException, NotPrimaryException, InterruptedException {
        if (ids.isEmpty()) {
            return List.of();
        }
        List<Bytes> all = List.copyOf(ids);
        List<List<Found>> found = new ArrayList<>();
        asking.all(
                IntStream.range(0, shards.size())
                        .<Asking.Errand<List<Found>>>mapToObj(shard -> each -> each.settled(
                                        shards.get(shard), null, (copy, _) -> among(copy, shard, all, clauses, more))
                                .value())
                        .toList(),
                Integer.MAX_VALUE,
                found::add);
        return found.stream().flatMap(List::stream).toList();
    }

    /// In one shard an id may be there under several routings, so that twice as many documents are asked for.
    private List<Found> among(
            ScannedCopy copy, int shard, List<Bytes> ids, Consumer<ObjectNode> clauses, Consumer<ObjectNode> more)
            throws ElasticException {
        int window = copy.maxResultWindow();
        int atOnce = Math.max(1, window / 2);
        List<Found> found = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += atOnce) {
            List<Bytes> some = ids.subList(from, Math.min(ids.size(), from + atOnce));
            int size = Math.min(window, 2 * some.size());
            ObjectNode body = body(both(some, clauses), size);
            more.accept(body);
            found.addAll(hits(shard, answers.found(copy, body)));
        }
        return found;
    }

    private static ObjectNode both(List<Bytes> ids, Consumer<ObjectNode> clauses) {
        ObjectNode both = MAPPER.createObjectNode();
        ObjectNode bool = both.putObject("bool");
        bool.put("minimum_should_match", 0);
        ArrayNode values = bool.putArray("filter").addObject().putObject("ids").putArray("values");
        ids.forEach(id -> values.add(id.utf8()));
        clauses.accept(bool);
        return both;
    }

    static ObjectNode every() {
        ObjectNode query = MAPPER.createObjectNode();
        query.putObject("match_all");
        return query;
    }

    static ObjectNode not(JsonNode query) {
        ObjectNode without = MAPPER.createObjectNode();
        without.putObject("bool").putArray("must_not").add(query);
        return without;
    }

    private static ObjectNode body(JsonNode query, int size) {
        ObjectNode body = MAPPER.createObjectNode();
        body.put("size", size);
        body.put("track_total_hits", false);
        body.put("_source", false);
        body.put("seq_no_primary_term", true);
        body.put("version", true);
        body.putArray("sort").add("_doc");
        body.set("query", query);
        return body;
    }

    private static List<Found> hits(int shard, JsonNode answer) throws ElasticException.Malformed {
        JsonNode hits = answer.path("hits").path("hits");
        if (!hits.isArray()) {
            throw new ElasticException.Malformed("A search was answered without its documents");
        }
        List<Found> found = new ArrayList<>();
        for (JsonNode hit : hits) {
            JsonNode routing = hit.path("_routing");
            OptionalLong number = AnswerValues.number(hit.path("_seq_no"));
            OptionalLong version = AnswerValues.number(hit.path("_version"));
            if (!hit.path("_id").isString() || number.isEmpty() || version.isEmpty()) {
                throw new ElasticException.Malformed("A search was answered by a document without its numbers");
            }
            found.add(new Found(
                    shard,
                    new DocumentName(
                            Bytes.utf8(hit.path("_id").stringValue()),
                            routing.isString() ? Bytes.utf8(routing.stringValue()) : null,
                            number.getAsLong(),
                            version.getAsLong()),
                    hit));
        }
        return found;
    }
}
