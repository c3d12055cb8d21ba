package io.shardstream.reader.source;

import io.shardstream.common.elastic.Absence;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/// One shard of an index of a real cluster.
public final class HttpSourceShard implements SourceShard {
    private static final int DEFAULT_MAX_RESULT_WINDOW = 10_000;

    private final ElasticCluster cluster;
    private final String index;
    private final String indexUuid;
    private final int shard;
    private final long maxDocumentBytes;
    private final IndexRefresh refresh;
    private final PrimarySurvey survey;

    /// @param indexUuid the index that the run is about; another one of the same name is refused
    /// @param maxDocumentBytes larger documents are named, not read
    /// @param refresh shared by all shards of the index
    public HttpSourceShard(
            ElasticCluster cluster,
            String index,
            String indexUuid,
            int shard,
            long maxDocumentBytes,
            IndexRefresh refresh) {
        this.cluster = cluster;
        this.index = index;
        this.indexUuid = indexUuid;
        this.shard = shard;
        this.maxDocumentBytes = maxDocumentBytes;
        this.refresh = refresh;
        this.survey = new PrimarySurvey(index, shard);
    }

    @Override
    public PrimaryCopy locate() throws ElasticException, NotPrimaryException {
        int maxResultWindow = maxResultWindow();
        PrimarySurvey.Claim claim = survey.ask(cluster);
        refuseOther(claim.identity().indexUuid());
        NodeShards node = claim.node();
        WindowSearch search = new WindowSearch(node.node(), node.version(), index, shard, maxResultWindow);
        return new HttpPrimaryCopy(node, claim.identity(), search, refresh, maxDocumentBytes);
    }

    /// Also finds out whether the index is still there at all, since a node that has just started
    /// knows of none.
    private int maxResultWindow() throws ElasticException, NotPrimaryException {
        Call call = Call.get("/" + Call.encoded(index) + "/_settings").with("flat_settings", "true");
        JsonNode settings;
        try {
            settings = cluster.send(call).orThrow().json().path(index).path("settings");
        } catch (ElasticException.Refused e) {
            if (e.status() == 404
                    && e.type().equals("index_not_found_exception")
                    && Absence.isCertain(cluster, index)) {
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
