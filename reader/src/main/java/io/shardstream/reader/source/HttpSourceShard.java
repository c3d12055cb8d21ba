package io.shardstream.reader.source;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.loop.BlockedException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One shard of an index of a real cluster.
public final class HttpSourceShard implements SourceShard {
    private static final int DEFAULT_MAX_RESULT_WINDOW = 10_000;

    private final ElasticCluster cluster;
    private final String index;
    private final String indexUuid;
    private final int shard;
    private final long maxDocumentBytes;

    /// @param indexUuid the index that the run is about; another one of the same name is refused
    /// @param maxDocumentBytes larger documents are named, not read
    public HttpSourceShard(ElasticCluster cluster, String index, String indexUuid, int shard, long maxDocumentBytes) {
        this.cluster = cluster;
        this.index = index;
        this.indexUuid = indexUuid;
        this.shard = shard;
        this.maxDocumentBytes = maxDocumentBytes;
    }

    @Override
    public PrimaryCopy locate() throws ElasticException, NotPrimaryException {
        int maxResultWindow = maxResultWindow();
        NodeShards primary = null;
        Numbers numbers = null;
        ElasticException silence = null;
        for (ElasticNode node : cluster.nodes().values()) {
            try {
                NodeShards shards = new NodeShards(node, ServerVersion.of(node), index, shard);
                Optional<Numbers> claim = shards.askPrimary();
                if (claim.isPresent() && isNewer(claim.get(), numbers)) {
                    primary = shards;
                    numbers = claim.get();
                }
            } catch (ElasticException e) {
                silence = e;
            }
        }
        if (primary == null || numbers == null) {
            throw nowhere(silence);
        }
        refuseOther(numbers.identity().indexUuid());
        WindowSearch search = new WindowSearch(primary.node(), primary.version(), index, shard, maxResultWindow);
        return new HttpPrimaryCopy(primary, numbers.identity(), search, maxDocumentBytes);
    }

    private static boolean isNewer(Numbers claim, @Nullable Numbers known) {
        return known == null || claim.identity().term() > known.identity().term();
    }

    private NotPrimaryException nowhere(@Nullable ElasticException silence) {
        String sentence = "No node of the source says that it holds the primary of " + index + "[" + shard + "]";
        return new NotPrimaryException(silence == null ? sentence : sentence + "; " + silence.getMessage());
    }

    /// Also finds out whether the index is still there at all, since a node that has just started
    /// knows of none.
    private int maxResultWindow() throws ElasticException, NotPrimaryException {
        Call call = Call.get("/" + Paths.encoded(index) + "/_settings").with("flat_settings", "true");
        JsonNode settings;
        try {
            settings = cluster.send(call).orThrow().json().path(index).path("settings");
        } catch (ElasticException.Refused e) {
            if (e.status() == 404 && e.type().equals("index_not_found_exception")) {
                throw new BlockedException("The source index " + index + " is gone: it was deleted while the run was"
                        + " reading it. Restore it and begin a new run, or give this run up.");
            }
            throw e;
        }
        refuseOther(settings.path("index.uuid").asString(""));
        if (settings.path("index.verified_before_close").asBoolean(false)) {
            throw new NotPrimaryException(
                    "The source index " + index + " is closed: reading goes on when it is opened");
        }
        OptionalLong set = settings.path("index.max_result_window").asLongOpt();
        return (int) set.orElse(DEFAULT_MAX_RESULT_WINDOW);
    }

    private void refuseOther(String uuid) {
        if (!uuid.equals(indexUuid)) {
            throw new BlockedException("The source index " + index + " was deleted and created again: its uuid is now "
                    + uuid + " and the run is about " + indexUuid + ". Begin a new run under another name.");
        }
    }
}
