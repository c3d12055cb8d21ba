package io.shardstream.control.index.source;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// The global checkpoint of every primary of an index: how far its history is settled on all copies; and
/// the highest sequence number, which is given to the newest write.
public final class GlobalCheckpoints {
    static final String GLOBAL_CHECKPOINT = "global_checkpoint";
    static final String MAX_SEQ_NO = "max_seq_no";

    private GlobalCheckpoints() {}

    /// One number per shard, in the order of the shards; -1 for a shard that never took a document.
    ///
    /// @throws RunRefusedException if a shard has no started primary, or its primary does not tell
    public static List<Long> read(ElasticCluster cluster, String index, int shards) throws ElasticException {
        return of(cluster.name(), index, shards, GLOBAL_CHECKPOINT, stats(cluster, index));
    }

    /// The highest sequence number of each shard, settled or not; -1 for a shard that never took a document.
    /// Deletes have sequence numbers too.
    ///
    /// @throws RunRefusedException if a shard has no started primary, or its primary does not tell
    public static List<Long> readHighest(ElasticCluster cluster, String index, int shards) throws ElasticException {
        return of(cluster.name(), index, shards, MAX_SEQ_NO, stats(cluster, index));
    }

    /// The same of some shards, in the order in which they are given.
    ///
    /// @throws RunRefusedException if one of them has no started primary, or its primary does not tell
    public static List<Long> readHighest(ElasticCluster cluster, String index, Collection<Integer> shards)
            throws ElasticException {
        return of(cluster.name(), index, shards, MAX_SEQ_NO, stats(cluster, index));
    }

    /// Both at one moment.
    ///
    /// @throws RunRefusedException if a shard has no started primary, or its primary does not tell
    public static Reach reach(ElasticCluster cluster, String index, int shards) throws ElasticException {
        JsonNode stats = stats(cluster, index);
        return new Reach(
                of(cluster.name(), index, shards, GLOBAL_CHECKPOINT, stats),
                of(cluster.name(), index, shards, MAX_SEQ_NO, stats));
    }

    /// How far the shards of an index are, in their order.
    ///
    /// @param settled global checkpoints: what is above can neither be read nor be relied on yet
    /// @param highest the numbers of the newest writes, which may have been acknowledged
    public record Reach(List<Long> settled, List<Long> highest) {
        public Reach {
            settled = List.copyOf(settled);
            highest = List.copyOf(highest);
        }
    }

    private static JsonNode stats(ElasticCluster cluster, String index) throws ElasticException {
        return cluster.send(Call.get("/" + Call.encoded(index) + "/_stats/docs")
                        .with("level", "shards")
                        .with("filter_path", "indices.*.shards.*.routing,indices.*.shards.*.seq_no"))
                .orThrow()
                .json();
    }

    /// @param cluster what sentences call the cluster: `source` or `target`
    static List<Long> of(String cluster, String index, int shards, String number, JsonNode stats) {
        return of(cluster, index, IntStream.range(0, shards).boxed().toList(), number, stats);
    }

    private static List<Long> of(
            String cluster, String index, Collection<Integer> shards, String number, JsonNode stats) {
        JsonNode copies = stats.path("indices").path(index).path("shards");
        List<Long> numbers = new ArrayList<>();
        for (int shard : shards) {
            String what = "Shard " + shard + " of " + cluster + " index '" + index + "'";
            numbers.add(primaryOf(what, number, copies.path(Integer.toString(shard))));
        }
        return List.copyOf(numbers);
    }

    private static long primaryOf(String what, String number, JsonNode copies) {
        for (JsonNode copy : copies) {
            JsonNode routing = copy.path("routing");
            // A primary that moves is still the primary.
            String state = routing.path("state").asString("");
            if (routing.path("primary").asBoolean(false) && (state.equals("STARTED") || state.equals("RELOCATING"))) {
                return copy.path("seq_no")
                        .path(number)
                        .asLongOpt()
                        .orElseThrow(() -> new RunRefusedException(what + " does not tell its "
                                + number.replace('_', ' ') + ": its primary is failing or closing. Try again when the"
                                + " index is at least yellow."));
            }
        }
        throw new RunRefusedException(what + " has no started primary: wait until the index is at least yellow.");
    }
}
