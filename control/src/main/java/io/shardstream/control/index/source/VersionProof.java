package io.shardstream.control.index.source;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/// Whether an index's own versions can do what the version word does.
///
/// Elasticsearch counts the versions of a document from 1 with each change, and each change takes a sequence
/// number of the shard; so a version above all numbers plus one was given by an application. A version that
/// Elasticsearch counted itself begins at 1 again after a delete, and a copy would keep the older state: one
/// such document among others shows that not every version is given. So do versions in the range of words
/// that a run has written ([VersionWord]): a target of before goes on from there, whoever writes to it.
public final class VersionProof {
    private static final String BOTH = "{\"size\":0,\"aggs\":{\"highest\":{\"max\":{\"field\":\"_version\"}},"
            + "\"lowest\":{\"min\":{\"field\":\"_version\"}}}}";
    private static final long FIRST_WORD = new VersionWord(VersionWord.FIRST_LINEAGE, 0, 0).value();
    private static final long LAST_WORD =
            new VersionWord(VersionWord.MAX_LINEAGE, VersionWord.MAX_SOURCE_SHARDS - 1, VersionWord.MAX_SEQ_NO).value();

    /// Versions of the live documents of one shard; empty if there are none.
    ///
    /// @param lowest of all
    /// @param highest of all
    record Range(OptionalLong lowest, OptionalLong highest) {
        static Range of(long lowest, long highest) {
            return new Range(OptionalLong.of(lowest), OptionalLong.of(highest));
        }

        private boolean mayHoldWords() {
            return highest.orElse(0) >= FIRST_WORD && lowest.orElse(0) <= LAST_WORD;
        }
    }

    private VersionProof() {}

    /// Asks the source as far as the mode needs it.
    ///
    /// @param given the operator's word that an application gives every version
    /// @throws RunRefusedException if the mode would not be safe
    public static void require(VersionMode mode, boolean given, ElasticCluster source, IndexDescription index)
            throws ElasticException {
        if (mode == VersionMode.SEQNO || (mode == VersionMode.SOURCE && given)) {
            return;
        }
        List<Long> highestNumbers = GlobalCheckpoints.readHighest(source, index.name(), index.shards());
        for (int shard = 0; shard < index.shards(); shard++) {
            require(mode, index.name(), shard, versions(source, index.name(), shard), highestNumbers.get(shard));
        }
    }

    /// @param versions `_version` of the shard's live documents
    /// @param maxSeqNo highest sequence number of the shard
    static void require(VersionMode mode, String index, int shard, Range versions, long maxSeqNo) {
        if (versions.highest().isEmpty()) {
            return;
        }
        long highest = versions.highest().getAsLong();
        long lowest = versions.lowest().orElse(0);
        Optional<String> problem = switch (mode) {
            case SEQNO -> Optional.empty();
            case SOURCE ->
                ofApplication(versions, lowest, maxSeqNo)
                        .map(why -> "Shard " + shard + " of source index '" + index
                                + "' does not show that an application gives its versions: " + why
                                + ". Use version.mode: seqno; or, if the application gives every write and delete a"
                                + " version of its own, say source.application-versions: true.");
            case CREATE ->
                highest <= 1
                        ? Optional.empty()
                        : Optional.of(("Shard %d of source index '%s' has documents that were changed, up to version"
                                        + " %d: with version.mode: create the target would keep their first state. Use"
                                        + " version.mode: seqno.")
                                .formatted(shard, index, highest));
        };
        problem.ifPresent(sentence -> {
            throw new RunRefusedException(sentence);
        });
    }

    private static Optional<String> ofApplication(Range versions, long lowest, long maxSeqNo) {
        if (lowest <= maxSeqNo + 1) {
            return Optional.of("the lowest is %d, and Elasticsearch itself may have counted that far with %d changes"
                    .formatted(lowest, maxSeqNo + 1));
        }
        return versions.mayHoldWords()
                ? Optional.of("they reach from %d to %d, as those that a run of Shardstream has written may"
                        .formatted(lowest, versions.highest().orElse(0)))
                : Optional.empty();
    }

    private static Range versions(ElasticCluster source, String index, int shard) throws ElasticException {
        Reply reply = source.send(OwnSearches.of(Call.post("/" + Call.encoded(index) + "/_search", Bytes.utf8(BOTH)))
                .with("preference", "_shards:" + shard)
                .with("allow_partial_search_results", "false"));
        if (reply.status() == 400) {
            throw new RunRefusedException("The source cannot tell the versions of its documents, as OpenSearch and"
                    + " Elasticsearch 7.10 cannot: version.mode: source and create cannot be proved safe there. Use"
                    + " version.mode: seqno; or, if the application gives every write and delete a version of its own,"
                    + " say version.mode: source and source.application-versions: true.");
        }
        JsonNode answer = OwnSearches.answer(reply);
        if (answer.path("_shards").path("successful").asInt(0) != 1) {
            throw new RunRefusedException("Shard " + shard + " of source index '" + index
                    + "' does not answer: wait until the index is at least yellow.");
        }
        JsonNode found = answer.path("aggregations");
        Range range = new Range(number(found.path("lowest")), number(found.path("highest")));
        long documents = AnswerValues.total(answer).orElse(-1);
        // Of no documents the lowest and the highest are null.
        if (documents < 0
                || documents > 0 != range.highest().isPresent()
                || documents > 0 != range.lowest().isPresent()) {
            throw new ElasticException.Malformed("Shard " + shard + " of source index '" + index
                    + "' does not tell which versions its documents have when it is asked for them");
        }
        return range;
    }

    private static OptionalLong number(JsonNode aggregation) {
        JsonNode value = aggregation.path("value");
        return value.isNumber() ? OptionalLong.of((long) value.doubleValue()) : OptionalLong.empty();
    }
}
