package io.shardstream.control.compare.meaning;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ErrorText;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ShardAnswer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// In how many documents of one side searches find which field.
///
/// @param documents how many it has in all
/// @param found by field, in how many of them; without those that were refused
/// @param refused by field, the server's words
/// @param isWeighted whether some documents count for several (`_doc_count`), so that one may change a count
///     by many
/// @param checkpoints by shard, up to which number it shows all that it has
record FieldCounts(
        long documents,
        Map<String, Long> found,
        Map<String, String> refused,
        boolean isWeighted,
        List<Long> checkpoints) {
    /// Filters of one search: each is looked up in all segments of a shard, and a refused one has to be found.
    private static final int AT_ONCE = 50;

    private static final int BAD_REQUEST = 400;

    /// Elasticsearch 7.17 and OpenSearch give it status 503 (`MultiBucketConsumerService`).
    private static final String TOO_MANY_BUCKETS = "too_many_buckets_exception";

    private static final int LONGEST_REASON = 200;
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String ALL = "all";

    FieldCounts {
        found = Map.copyOf(found);
        refused = Map.copyOf(refused);
        checkpoints = List.copyOf(checkpoints);
    }

    /// Counts in every shard.
    static FieldCounts of(SideSearch side, List<SearchedField> fields)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<ShardAnswer<Shard>> answers = side.all((copy, _) -> {
            Shard shard = new Shard(copy, side.answers());
            shard.count(fields);
            return shard;
        });
        long documents = 0;
        boolean isWeighted = false;
        Map<String, Long> found = new HashMap<>();
        Map<String, String> refused = new TreeMap<>();
        for (ShardAnswer<Shard> answer : answers) {
            documents += answer.value().documents;
            isWeighted |= answer.value().isWeighted;
            answer.value().found.forEach((field, count) -> found.merge(field, count, Long::sum));
            refused.putAll(answer.value().refused);
        }
        found.keySet().removeAll(refused.keySet());
        return new FieldCounts(
                documents,
                found,
                refused,
                isWeighted,
                answers.stream().map(answer -> answer.visible().checkpoint()).toList());
    }

    /// What one shard says.
    private static final class Shard {
        private final ScannedCopy copy;
        private final ShardAnswers answers;
        private final Map<String, Long> found = new HashMap<>();
        private final Map<String, String> refused = new HashMap<>();
        private long documents;
        private boolean isWeighted;

        Shard(ScannedCopy copy, ShardAnswers answers) {
            this.copy = copy;
            this.answers = answers;
        }

        void count(List<SearchedField> fields) throws ElasticException {
            batch(List.of());
            for (int from = 0; from < fields.size(); from += AT_ONCE) {
                batch(fields.subList(from, Math.min(fields.size(), from + AT_ONCE)));
            }
        }

        /// A refused one is looked for by halves.
        private void batch(List<SearchedField> fields) throws ElasticException {
            try {
                take(fields, answers.found(copy, body(fields)));
            } catch (ElasticException.Refused e) {
                boolean isOfRequest = e.status() == BAD_REQUEST || e.type().equals(TOO_MANY_BUCKETS);
                if (!isOfRequest || fields.isEmpty()) {
                    throw e;
                }
                if (fields.size() == 1) {
                    refused.put(fields.getFirst().name(), words(e));
                } else {
                    halves(fields);
                }
            }
        }

        private void halves(List<SearchedField> fields) throws ElasticException {
            int half = fields.size() / 2;
            batch(fields.subList(0, half));
            batch(fields.subList(half, fields.size()));
        }

        private void take(List<SearchedField> fields, JsonNode answer) throws ElasticException {
            JsonNode total = answer.path("hits").path("total");
            JsonNode buckets = answer.path("aggregations").path("fields").path("buckets");
            if (!total.path("relation").asString("").equals("eq")) {
                throw unclear();
            }
            documents = number(total.path("value"));
            isWeighted |= documents != number(buckets.path(ALL).path("doc_count"));
            for (int i = 0; i < fields.size(); i++) {
                found.merge(fields.get(i).name(), number(buckets.path("" + i).path("doc_count")), Long::sum);
            }
        }

        private long number(JsonNode node) throws ElasticException {
            return AnswerValues.number(node).orElseThrow(this::unclear);
        }

        private ElasticException unclear() {
            return new ElasticException.Malformed(
                    "The answer of " + copy.where() + " about how many documents have which field is not a count");
        }
    }

    private static ObjectNode body(List<SearchedField> fields) {
        ObjectNode body = MAPPER.createObjectNode();
        body.put("size", 0);
        body.put("track_total_hits", true);
        ObjectNode filters =
                body.putObject("aggs").putObject("fields").putObject("filters").putObject("filters");
        filters.putObject(ALL).putObject("match_all");
        for (int i = 0; i < fields.size(); i++) {
            filters.set("" + i, fields.get(i).exists());
        }
        return body;
    }

    static String words(ElasticException.Refused refusal) {
        String reason = ErrorText.withoutDocument(refusal.reason());
        String words = refusal.type() + (reason.isEmpty() ? "" : ": " + reason);
        return words.length() > LONGEST_REASON ? words.substring(0, LONGEST_REASON) + " …" : words;
    }
}
