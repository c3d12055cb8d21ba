package io.shardstream.control.index.source;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.elastic.Reply;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/// A version that a client has given a document (`version_type=external`): the server cannot have counted
/// that far.
///
/// Elasticsearch counts the versions of a document from 1 with each change, and each change takes a sequence
/// number of the shard. A copy that has versions of its own ([VersionWord]) refuses what such clients write
/// with a lower one, and takes what they write late with a higher one. Versions in the range of words are
/// taken for those of an earlier run. A client whose versions are no higher than the sequence numbers, such
/// as offsets of a partition, is not seen.
///
/// @param version the highest
/// @param changes as many as the shard has had, or the shard with most
public record GivenVersion(long version, long changes) {
    /// What a person accepts it by.
    public static final String NAME = "_version";

    /// The lowest version that a copy has.
    public static final long FIRST_OF_COPY = new VersionWord(VersionWord.FIRST_LINEAGE, 0, 0).value();

    /// Lowest that is above all words.
    private static final long BEYOND_WORDS =
            new VersionWord(VersionWord.MAX_LINEAGE, VersionWord.MAX_SOURCE_SHARDS - 1, VersionWord.MAX_SEQ_NO).value()
                    + 1;

    private static final String HIGHEST = ("{\"size\":0,\"track_total_hits\":true,\"aggs\":{\"versions\":{\"range\":"
                    + "{\"field\":\"_version\",\"ranges\":[{\"to\":%d},{\"from\":%d}]},"
                    + "\"aggs\":{\"highest\":{\"max\":{\"field\":\"_version\"}}}}}}")
            .formatted(FIRST_OF_COPY, BEYOND_WORDS);
    private static final String NEWEST = "{\"size\":200,\"_source\":false,\"version\":true,\"track_total_hits\":false,"
            + "\"sort\":[{\"_seq_no\":\"desc\"}]}";
    private static final int BAD_REQUEST = 400;

    /// The highest in an index; empty if there is none. OpenSearch aggregates no versions (400): there it is
    /// looked for among the documents that were written last.
    ///
    /// @param shards of the index
    public static Optional<GivenVersion> in(ElasticCluster cluster, String index, int shards) throws ElasticException {
        Optional<OptionalLong> highest = highest(cluster, index, "");
        OptionalLong version = highest.isPresent() ? highest.get() : newest(cluster, index);
        if (version.isEmpty()) {
            return Optional.empty();
        }
        // After the versions: a document may be changed in between.
        List<Long> numbers = GlobalCheckpoints.readHighest(cluster, index, shards);
        long most = numbers.stream().max(Comparator.naturalOrder()).orElse(-1L) + 1;
        if (version.getAsLong() > most) {
            return Optional.of(new GivenVersion(version.getAsLong(), most));
        }
        return highest.isPresent() ? inOneShard(cluster, index, numbers, version.getAsLong()) : Optional.empty();
    }

    private static Optional<GivenVersion> inOneShard(
            ElasticCluster cluster, String index, List<Long> before, long highest) throws ElasticException {
        for (int shard = 0; shard < before.size(); shard++) {
            if (highest > before.get(shard) + 1) {
                OptionalLong here = highest(cluster, index, "_shards:" + shard).orElse(OptionalLong.empty());
                long changes = GlobalCheckpoints.readHighest(cluster, index, before.size())
                                .get(shard)
                        + 1;
                if (here.isPresent() && here.getAsLong() > changes) {
                    return Optional.of(new GivenVersion(here.getAsLong(), changes));
                }
            }
        }
        return Optional.empty();
    }

    /// Of those that are no words.
    ///
    /// @param where the preference of the search; empty for all shards
    /// @return empty if the server does not aggregate versions, or not in time
    private static Optional<OptionalLong> highest(ElasticCluster cluster, String index, String where)
            throws ElasticException {
        Call search = search(index, HIGHEST);
        JsonNode answer;
        try {
            Reply reply = cluster.send(where.isEmpty() ? search : search.with("preference", where));
            if (reply.status() == BAD_REQUEST) {
                return Optional.empty();
            }
            answer = whole(cluster, index, reply);
        } catch (ElasticException e) {
            if (e.isTooMuch()) {
                return Optional.empty();
            }
            throw e;
        }
        JsonNode ranges = answer.path("aggregations").path("versions").path("buckets");
        if (ranges.size() != 2) {
            throw untold(cluster, index);
        }
        OptionalLong highest = OptionalLong.empty();
        for (JsonNode range : ranges) {
            OptionalLong documents = AnswerValues.number(range.path("doc_count"));
            JsonNode value = range.path("highest").path("value");
            if (documents.isEmpty() || documents.getAsLong() > 0 != value.isNumber()) {
                throw untold(cluster, index);
            }
            if (value.isNumber()) {
                highest = OptionalLong.of(Math.max(highest.orElse(0), (long) value.doubleValue()));
            }
        }
        return Optional.of(highest);
    }

    private static OptionalLong newest(ElasticCluster cluster, String index) throws ElasticException {
        JsonNode hits = whole(cluster, index, cluster.send(search(index, NEWEST)))
                .path("hits")
                .path("hits");
        if (!hits.isArray()) {
            throw untold(cluster, index);
        }
        OptionalLong highest = OptionalLong.empty();
        for (JsonNode hit : hits) {
            OptionalLong version = AnswerValues.number(hit.path("_version"));
            if (version.isEmpty()) {
                throw untold(cluster, index);
            }
            boolean isWord = version.getAsLong() >= FIRST_OF_COPY && version.getAsLong() < BEYOND_WORDS;
            if (!isWord) {
                highest = OptionalLong.of(Math.max(highest.orElse(0), version.getAsLong()));
            }
        }
        return highest;
    }

    private static Call search(String index, String body) {
        return OwnSearches.of(Call.post("/" + Call.encoded(index) + "/_search", Bytes.utf8(body)))
                .with("allow_partial_search_results", "false");
    }

    private static JsonNode whole(ElasticCluster cluster, String index, Reply reply) throws ElasticException {
        JsonNode answer = OwnSearches.answer(reply);
        JsonNode shards = answer.path("_shards");
        if (shards.path("successful").asInt(0) < 1
                || shards.path("successful").asInt(0) != shards.path("total").asInt(-1)) {
            throw untold(cluster, index);
        }
        return answer;
    }

    private static ElasticException.Malformed untold(ElasticCluster cluster, String index) {
        return new ElasticException.Malformed(
                "The " + cluster.name() + " does not tell which versions the documents of '" + index + "' have");
    }

    /// What it means for the client when the copy takes the source's place, a part of a sentence.
    public String words() {
        return "%s, more than the server can have counted with %s, so clients give versions: %s"
                .formatted(
                        NumberText.count(version),
                        NumberText.of(changes, "change"),
                        version < FIRST_OF_COPY
                                ? "the target has its own and refuses theirs below " + NumberText.count(FIRST_OF_COPY)
                                : "the target has lower ones of its own and takes theirs even where they come late");
    }
}
