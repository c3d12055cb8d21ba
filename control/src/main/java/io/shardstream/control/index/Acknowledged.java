package io.shardstream.control.index;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;

/// A change of the cluster's state that all nodes have applied. A status alone may be that of a page of
/// something in between.
public final class Acknowledged {
    private Acknowledged() {}

    /// @throws ElasticException if it was refused, or not applied everywhere in time
    public static void require(Reply reply) throws ElasticException {
        if (!reply.orThrow().json().path("acknowledged").asBoolean(false)) {
            throw new ElasticException.Malformed(
                    reply + " and did not acknowledge it: not every node has applied the change in time");
        }
    }
}
