package io.shardstream.common.shard;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.elastic.IndexAbsence;
import io.shardstream.common.loop.BlockedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/// The shards of one index of a real cluster, wherever their primaries are.
public final class IndexShards {
    private final ElasticCluster cluster;
    private final String role;
    private final String index;
    private final String indexUuid;
    private final IndexRefresh refresh;
    private final Settling settling;
    private final Share share;
    private final NodeIndices nodes;
    private final SharedSurvey<Seen> survey = new SharedSurvey<>(this::look);
    private final SharedSurvey<Map<Integer, ElectedPrimary>> elected;
    private final AtomicInteger turn = new AtomicInteger();
    /// Nodes that said of themselves at the last look that they hold primaries.
    private volatile List<NodeIndex> holders = List.of();

    /// @param role `source` or `target`, for sentences
    /// @param indexUuid the index that the run is about; another one of the same name is refused
    public IndexShards(ElasticCluster cluster, String role, String index, String indexUuid) {
        this(cluster, role, index, indexUuid, true);
    }

    /// @param mayRefresh whether the operator lets the run ask for refreshes
    public IndexShards(ElasticCluster cluster, String role, String index, String indexUuid, boolean mayRefresh) {
        this(cluster, role, index, indexUuid, mayRefresh, Share.whole(System::nanoTime));
    }

    /// For a process that works with some of the shards while others work with the rest, as readers do: what
    /// it needs of its shards it does not ask of all of them.
    public static IndexShards ofPart(
            ElasticCluster cluster, String role, String index, String indexUuid, boolean mayRefresh) {
        return new IndexShards(cluster, role, index, indexUuid, mayRefresh, Share.part(System::nanoTime));
    }

    private IndexShards(
            ElasticCluster cluster, String role, String index, String indexUuid, boolean mayRefresh, Share share) {
        this.cluster = cluster;
        this.role = role;
        this.index = index;
        this.indexUuid = indexUuid;
        this.refresh = new IndexRefresh(index, mayRefresh, share, System::nanoTime);
        this.settling = new Settling(index, share, System::nanoTime);
        this.share = share;
        this.nodes = new NodeIndices(index);
        this.elected = new SharedSurvey<>(this::askForElected);
    }

    /// Asks every node and gives the copy whose own node says that it is the primary and has started;
    /// of two that say so, the one with the higher term. Blocks.
    ///
    /// @throws NotPrimaryException if no node says so: the shard is unassigned, moving, or the
    ///     index is closed
    /// @throws BlockedException if the index is gone or is another one under the same name
    public HttpShardCopy locate(int shard) throws ElasticException, NotPrimaryException {
        Seen seen = survey.afterNow();
        PrimarySurvey.Claim claim = claim(seen, shard);
        CopyLocation place = new CopyLocation(claim.node().name(), seen.nodes().primariesOn(claim.node()));
        return new HttpShardCopy(
                claim.node(), place, claim.identity(), seen.limits(), refresh, settling, share, index, shard);
    }

    /// The numbers of the copy that would be located, asked for after this call. Blocks.
    ///
    /// @throws NotPrimaryException as [#locate(int)] does
    /// @throws BlockedException as [#locate(int)] does
    public CopyNumbers numbers(int shard) throws ElasticException, NotPrimaryException {
        return claim(survey.afterNow(), shard).numbers();
    }

    private PrimarySurvey.Claim claim(Seen seen, int shard) throws ElasticException, NotPrimaryException {
        PrimarySurvey.Claim claim = seen.nodes().primaryOf(role, index, shard);
        refuseOther(claim.identity().indexUuid());
        return claim;
    }

    /// Which copy the master of the cluster holds for the primary. Shards that ask at one moment share an
    /// answer. Blocks.
    ///
    /// @throws ElasticException also if nobody tells it who hears of the master
    /// @throws NotPrimaryException if the thread was interrupted
    public ElectedPrimary elected(int shard) throws ElasticException, NotPrimaryException {
        return elected.afterNow().getOrDefault(shard, ElectedPrimary.NONE);
    }

    /// Where nodes answer with their own state, one that was cut off confirms itself, also for as long as it
    /// has not noticed that its master is gone. So one of those that hold primaries is asked whether it hears
    /// of the master, and the same one for the state: which node an address of the run file leads to may be
    /// another one each time.
    private Map<Integer, ElectedPrimary> askForElected() throws ElasticException {
        List<NodeIndex> asked = new ArrayList<>(holders.stream()
                .filter(node -> node.version().alwaysGivesItsOwnState())
                .toList());
        if (asked.isEmpty()) {
            return ElectedPrimary.ofAll(cluster::send, "The " + cluster.name(), index);
        }
        Collections.rotate(asked, -Math.floorMod(turn.getAndIncrement(), asked.size()));
        Iterator<NodeIndex> left = asked.iterator();
        while (true) {
            ElasticNode node = left.next().node();
            try {
                MastersWork.awaitCurrent(node);
                return ElectedPrimary.ofAll(node::send, "Node " + node, index);
            } catch (ElasticException e) {
                if (!left.hasNext() || e.isOfAccess()) {
                    throw e;
                }
            }
        }
    }

    private record Seen(IndexLimits limits, PrimarySurvey nodes) {}

    private Seen look() throws ElasticException, NotPrimaryException {
        IndexLimits limits = limits();
        try {
            PrimarySurvey seen = PrimarySurvey.of(cluster, nodes);
            holders = seen.holders();
            return new Seen(limits, seen);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotPrimaryException("The search for the primaries of " + index + " was given up");
        }
    }

    /// Also finds out whether the index is still there at all, since a node that has just started
    /// knows of none.
    private IndexLimits limits() throws ElasticException, NotPrimaryException {
        Call call = Call.get("/" + Call.encoded(index) + "/_settings").with("flat_settings", "true");
        JsonNode answer;
        try {
            answer = cluster.send(call).orThrow().json();
        } catch (ElasticException.Refused e) {
            if (e.status() == 404
                    && e.type().equals("index_not_found_exception")
                    && IndexAbsence.isCertain(cluster, index)) {
                throw new BlockedException("The " + role + " index " + index + " is gone: it was deleted while the run"
                        + " was working with it. Restore it and begin a new run, or give this run up.");
            }
            throw e;
        }
        JsonNode settings = answer.path(index).path("settings");
        if (settings.isMissingNode() && isReplaced()) {
            throw new NotPrimaryException("The " + role + " index " + index
                    + " was deleted by a cut-over, and its name is an alias of the index that took its place");
        }
        refuseOther(SettingsAnswer.uuid(answer, index)
                .orElseThrow(() -> new ElasticException.Malformed("The " + role
                        + " cluster does not tell the uuid of index " + index + " when it is asked for it")));
        if (settings.path("index.verified_before_close").asBoolean(false)) {
            throw new NotPrimaryException(
                    "The " + role + " index " + index + " is closed: the run goes on when it is opened");
        }
        return IndexLimits.of(settings);
    }

    /// Whether a cut-over has made the name an alias. That the run has ended is written after that, and heard
    /// later.
    private boolean isReplaced() throws ElasticException {
        JsonNode found = cluster.send(Call.get("/" + Call.encoded(index) + "/_alias"))
                .orThrow()
                .json();
        return found.valueStream()
                .flatMap(one -> one.path("aliases").propertyStream())
                .anyMatch(alias -> CutoverMark.is(alias.getKey()));
    }

    private void refuseOther(String uuid) {
        if (!uuid.equals(indexUuid)) {
            throw new BlockedException(IndexIdentity.otherIndex(role, index, uuid, indexUuid));
        }
    }
}
