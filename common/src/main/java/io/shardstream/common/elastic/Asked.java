package io.shardstream.common.elastic;

/// Whoever is asked: a cluster, or one of its nodes.
@FunctionalInterface
public interface Asked {
    Reply send(Call call) throws ElasticException;
}
