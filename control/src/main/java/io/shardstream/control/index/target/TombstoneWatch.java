package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.log.About;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Keeps the deletes of a run from filling the heap of the target's nodes. A server remembers each for
/// `index.gc_deletes` in memory that no refresh and no flush frees (`LiveVersionMap` of Elasticsearch and
/// OpenSearch: what is to be refreshed "doesn't include tombstones"), and a run raises that to 12 hours.
/// Where a node has much of its heap full of versions, the target forgets them sooner from then on. An older
/// copy that comes later than that is deleted by the sweep under the block of a cut-over, as after a restart
/// of a node.
///
/// Only the process that controls the run lowers it: an older version, which may control it meanwhile, takes
/// what is lowered for somebody's own value, and would leave it so at the end.
public final class TombstoneWatch implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(TombstoneWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(30);
    private static final Duration AFTER_REFUSAL = Duration.ofMinutes(5);
    /// Of a node's heap. What waits for a refresh is in the same number, and takes 10 % at most by default
    /// (`indices.memory.index_buffer_size`).
    private static final double MOST = 0.2;

    private final String self;
    private final ControlTopicTail control;
    private final ElasticCluster target;
    private final String index;
    private final String writeAlias;
    private final InstantSource clock;
    private Instant next = Instant.MIN;

    /// @param self this process, as the control topic names its controller
    /// @param control closed with this
    /// @param writeAlias by which the run goes on
    public TombstoneWatch(
            String self,
            ControlTopicTail control,
            ElasticCluster target,
            String index,
            String writeAlias,
            InstantSource clock) {
        this.self = self;
        this.control = control;
        this.target = target;
        this.index = index;
        this.writeAlias = writeAlias;
        this.clock = clock;
    }

    /// Of the target of a run.
    ///
    /// @param self this process, as the control topic names its controller
    public static TombstoneWatch of(
            KafkaConnection kafka, RunTopics topics, RunPlan plan, ElasticCluster target, String self) {
        return new TombstoneWatch(
                self,
                ControlTopicTail.of(kafka, topics),
                target,
                plan.targetIndex(),
                plan.writeAlias(),
                new SteadyClock());
    }

    @Override
    public String name() {
        return "shardstream-tombstones";
    }

    @Override
    public int doWork() {
        int news = control.poll();
        Instant now = clock.instant();
        if (!control.latest().isControlledBy(self) || now.isBefore(next)) {
            return news;
        }
        next = now.plus(EVERY);
        try {
            Optional<FullNode> full = full();
            if (full.isPresent() && new TombstoneAge(target, index).lower(writeAlias, original())) {
                About.index(index)
                        .in(LOG.atWarn())
                        .log(
                                "Versions of deleted documents take {} of the heap of target node '{}'. Until this run"
                                        + " is started again, '{}' remembers a delete for about a minute only ({})",
                                NumberText.bytes(full.get().versions()),
                                full.get().name(),
                                index,
                                TombstoneAge.SETTING);
            }
        } catch (ElasticException e) {
            // A node whose memory is full may be slow to answer, or fail.
            boolean isOfUser = e instanceof ElasticException.Refused refused && refused.isOfUser();
            next = now.plus(isOfUser ? AFTER_REFUSAL : EVERY);
            LOG.debug("How much memory the target's deletes take is not known", e);
        }
        return 1;
    }

    /// What the target had before the run; null where it was not set.
    private @Nullable String original() {
        return control.latest().originals().map(TargetOriginals::gcDeletes).orElse(null);
    }

    private record FullNode(String name, long versions) {}

    private Optional<FullNode> full() throws ElasticException {
        JsonNode nodes = target.send(Call.get("/_nodes/stats/indices,jvm/segments")
                        .with(
                                "filter_path",
                                "nodes.*.name,nodes.*.jvm.mem.heap_max_in_bytes,"
                                        + "nodes.*.indices.segments.version_map_memory_in_bytes"))
                .orThrow()
                .json()
                .path("nodes");
        for (JsonNode node : nodes) {
            OptionalLong heap = AnswerValues.number(node.path("jvm").path("mem").path("heap_max_in_bytes"));
            OptionalLong versions =
                    AnswerValues.number(node.path("indices").path("segments").path("version_map_memory_in_bytes"));
            if (heap.isPresent() && versions.isPresent() && versions.getAsLong() > heap.getAsLong() * MOST) {
                return Optional.of(new FullNode(node.path("name").asString(""), versions.getAsLong()));
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        control.close();
    }
}
