package io.shardstream.control.index;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;

/// One side's cluster, by any of its nodes.
@FunctionalInterface
public interface IndexCalls {
    Reply send(Call call) throws ElasticException;
}
