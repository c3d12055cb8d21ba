package io.shardstream.control.index.source;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What clients write to a source while a run is planned: the highest sequence number of each shard at a
/// first look, against which later looks are held. Each index, update and delete has a number of its own;
/// refreshes, merges and reading have none. A source to which nobody writes between two looks is taken to be
/// at rest.
public final class SourceWrites {
    private final ElasticCluster source;
    private final String index;
    private final Optional<List<Long>> first;

    private SourceWrites(ElasticCluster source, String index, Optional<List<Long>> first) {
        this.source = source;
        this.index = index;
        this.first = first;
    }

    /// The first look, where a run file does not say `follow`; where it does nobody is asked, now or later.
    ///
    /// @throws RunRefusedException if a shard does not tell
    public static SourceWrites whereNotSaid(Optional<Boolean> saidFollow, ElasticCluster source, IndexDescription index)
            throws ElasticException {
        return new SourceWrites(
                source,
                index.name(),
                saidFollow.isPresent()
                        ? Optional.empty()
                        : Optional.of(GlobalCheckpoints.readHighest(source, index.name(), index.shards())));
    }

    /// Another look: how many operations the source has taken since the first one.
    ///
    /// @throws RunRefusedException if a shard does not tell
    long sinceFirstLook() throws ElasticException {
        if (first.isEmpty()) {
            return 0;
        }
        List<Long> before = first.get();
        List<Long> now = GlobalCheckpoints.readHighest(source, index, before.size());
        long operations = 0;
        for (int shard = 0; shard < before.size(); shard++) {
            // Less than before after the loss of a primary, which is no write.
            operations += Math.max(0, now.get(shard) - before.get(shard));
        }
        return operations;
    }

    /// Another look, by a run that is about to begin.
    ///
    /// @throws RunRefusedException if somebody writes to the source and the run file does not say `follow`,
    ///     or if a shard does not tell
    public void requireSaid() throws ElasticException {
        problem().ifPresent(sentence -> {
            throw new RunRefusedException(sentence);
        });
    }

    /// The same as a sentence; empty if nobody writes to the source, or the run file says `follow`.
    ///
    /// @throws RunRefusedException if a shard does not tell
    public Optional<String> problem() throws ElasticException {
        long operations = sinceFirstLook();
        return operations == 0
                ? Optional.empty()
                : Optional.of(("The source index '%s' is being written to (%s while the run was planned), and the"
                                + " run file has no follow: write follow: true to go on with what is written until a"
                                + " cut-over, or follow: false to copy what is in the index at the start, without"
                                + " documents that are changed before they are read.")
                        .formatted(index, NumberText.of(operations, "operation")));
    }

    /// Operations that the primaries have not flushed yet. A server flushes a shard to which nobody has
    /// written for five minutes (`indices.memory.shard_inactive_time`, `IndexShard#flushOnIdle`), so that
    /// there are some only where somebody has written shortly before.
    public long unflushed() throws ElasticException {
        JsonNode operations = source.send(Call.get("/" + Call.encoded(index) + "/_stats/translog")
                        .with("filter_path", "_all.primaries.translog.uncommitted_operations"))
                .orThrow()
                .json()
                .path("_all")
                .path("primaries")
                .path("translog")
                .path("uncommitted_operations");
        return AnswerValues.number(operations)
                .orElseThrow(() -> new ElasticException.Malformed("The " + source.name()
                        + " does not tell how many operations of index '" + index + "' are not flushed"));
    }
}
