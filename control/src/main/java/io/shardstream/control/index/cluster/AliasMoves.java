package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.index.Acknowledged;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Changes of aliases in a cluster, all or none, on the condition that those are there which are taken away.
/// Servers are asked for that by `must_exist`, and where they do not know it, names of blocks hang on
/// [Anchors].
///
/// Elasticsearch 7.10 and OpenSearch 1.3 refuse a removal with `must_exist` when they read it, before
/// anything is changed. Of a cluster that is upgraded one node may, so what one has said counts from then on:
/// anchors are understood by all.
final class AliasMoves {
    /// The second is how Elasticsearch 7.17 says it in a call that deletes an index too.
    private static final Set<String> ALIAS_IS_GONE =
            Set.of("aliases_not_found_exception", "resource_not_found_exception");

    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final String CONDITION = "must_exist";

    private final ElasticCluster cluster;
    private final Anchors anchors;

    /// Empty until a server was asked.
    private volatile Optional<Boolean> knowsCondition = Optional.empty();

    AliasMoves(ElasticCluster cluster) {
        this.cluster = cluster;
        this.anchors = new Anchors(new HttpAnchors(cluster));
    }

    boolean change(List<AliasChange> changes) throws ElasticException {
        boolean hasAnchors = Anchors.carry(changes);
        if (hasAnchors && !mayKnowCondition(changes)) {
            return anchors.change(changes);
        }
        Reply reply = cluster.sendOnce(AliasCall.of(changes));
        if (hasAnchors && isUnknown(reply)) {
            knowsCondition = Optional.of(false);
            return anchors.change(changes);
        }
        if (isGone(reply)) {
            return false;
        }
        Acknowledged.require(reply);
        return true;
    }

    /// Asks only where the call itself would not tell.
    private boolean mayKnowCondition(List<AliasChange> changes) throws ElasticException {
        if (knowsCondition.isPresent()) {
            return knowsCondition.get();
        }
        for (AliasChange change : changes) {
            if (change instanceof AliasChange.Remove) {
                return true;
            }
        }
        for (AliasChange change : changes) {
            if (change instanceof AliasChange.Add(String index, Alias alias)) {
                return refusesMissing(index, alias.name() + "-none");
            }
        }
        return true;
    }

    /// @param alias that the index does not have
    boolean refusesMissing(String index, String alias) throws ElasticException {
        Reply reply = cluster.sendOnce(AliasCall.of(List.of(new AliasChange.Remove(index, alias))));
        if (reply.status() == BAD_REQUEST) {
            knowsCondition = Optional.of(false);
            return false;
        }
        if (!isGone(reply)) {
            reply.orThrow();
            throw new ElasticException.Malformed(reply + " and had no alias '" + alias + "' to take away");
        }
        knowsCondition = Optional.of(knowsCondition.orElse(true));
        return true;
    }

    /// @param name of a block, which no index ever has
    Optional<String> anchorProblem(String name) throws ElasticException {
        return anchors.problem(name);
    }

    private static boolean isUnknown(Reply reply) {
        return reply.status() == BAD_REQUEST && reply.body().utf8().contains(CONDITION);
    }

    private static boolean isGone(Reply reply) {
        return reply.status() == NOT_FOUND && ALIAS_IS_GONE.contains(reply.errorType());
    }
}
