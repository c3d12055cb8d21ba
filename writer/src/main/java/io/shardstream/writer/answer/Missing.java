package io.shardstream.writer.answer;

/// What is not there, of an answer with status 404.
enum Missing {
    /// The write alias or its index.
    TARGET,
    /// A shard, which a node does not know yet or any more, or which is not in the state that it must be in:
    /// it is being closed, recovers, or is not the primary any more (`IllegalIndexShardStateException` of
    /// Elasticsearch and OpenSearch and its subclasses, all of status 404, and OpenSearch's
    /// `primary_shard_closed_exception`).
    SHARD,
    /// What the document needs to be indexed, such as the inference endpoint of a `semantic_text`
    /// (`resource_not_found_exception`).
    OTHER;

    /// @param type `error.type`; empty where there is none
    static Missing of(String type) {
        return switch (type) {
            case "", "index_not_found_exception", "aliases_not_found_exception" -> TARGET;
            default -> type.contains("shard") ? SHARD : OTHER;
        };
    }
}
