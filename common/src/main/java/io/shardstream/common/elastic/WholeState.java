package io.shardstream.common.elastic;

import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What the state of a cluster has of an index, and never a part of it: while a cluster starts, or has no
/// master, the state lacks indices that are there. It is that of the elected master; on Elasticsearch 9.2 and
/// later that of the node that is asked, which may be older
/// (https://github.com/elastic/elasticsearch/pull/129872): one that has lost its master answers as ever, with
/// the block of that (`NoMasterBlockService`). Needs the cluster privilege `monitor`.
public final class WholeState {
    /// The user lacks the privilege, or a service does not offer the call.
    private static final Set<Integer> NOT_TOLD = Set.of(403, 405, 410);

    private WholeState() {}

    /// @param sections of the state beside `blocks`, such as `metadata`
    /// @param index its name, or an alias: then the state has the index that it stands for
    /// @param fields of the answer, for `filter_path`
    /// @throws ElasticException also while the state is not whole
    public static JsonNode of(ElasticCluster cluster, String sections, String index, String fields)
            throws ElasticException {
        return of(cluster::send, "The " + cluster.name(), sections, index, fields);
    }

    /// @param asked the cluster, or one of its nodes
    /// @param who what a sentence calls it at its beginning, such as `The source`
    public static JsonNode of(Asked asked, String who, String sections, String index, String fields)
            throws ElasticException {
        return whole(asked, who, call(sections, index, fields));
    }

    /// The same of every index, open, closed or hidden, that is called so or has an alias that is.
    ///
    /// @param pattern with `*` for whatever there may be
    public static JsonNode ofMany(ElasticCluster cluster, String sections, String pattern, String fields)
            throws ElasticException {
        return whole(
                cluster::send,
                "The " + cluster.name(),
                call(sections, pattern, fields).with("expand_wildcards", "all"));
    }

    private static Call call(String sections, String index, String fields) {
        return Call.get("/_cluster/state/blocks," + sections + "/" + Call.encoded(index))
                .with("filter_path", "cluster_name,blocks.global," + fields);
    }

    private static JsonNode whole(Asked asked, String who, Call call) throws ElasticException {
        JsonNode state = asked.send(call).orThrow().json();
        if (!IndexAbsence.isWhole(state)) {
            throw new ElasticException.Malformed(
                    who + " does not know its whole state yet: it is starting, or has no master");
        }
        return state;
    }

    /// The same; empty if the cluster does not tell its state to this user.
    public static Optional<JsonNode> ifTold(ElasticCluster cluster, String sections, String index, String fields)
            throws ElasticException {
        try {
            return Optional.of(of(cluster, sections, index, fields));
        } catch (ElasticException.Refused e) {
            if (isNotTold(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Whether the answer to the question for the state says that this user is not told.
    static boolean isNotTold(ElasticException.Refused answer) {
        return NOT_TOLD.contains(answer.status());
    }
}
