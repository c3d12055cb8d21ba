package io.shardstream.control.index.target;

import io.shardstream.control.index.FakeNode;

/// What a node says of the target `v2`, which has one shard and the uuid `t`.
final class TargetAnswers {
    private TargetAnswers() {}

    /// @param aliases the members of a JSON object
    /// @param highest sequence number that was given and is settled
    static void has(FakeNode node, String mappings, String aliases, long highest) {
        node.answers(
                "/v2",
                200,
                "{'v2':{'settings':{'index.number_of_shards':'1','index.uuid':'t'},'mappings':" + mappings
                        + ",'aliases':{" + aliases + "}}}");
        node.answers(
                "/v2/_stats/docs",
                200,
                "{'indices':{'v2':{'shards':{'0':[{'routing':{'state':'STARTED','primary':true},'seq_no':{'max_seq_no':"
                        + highest + ",'global_checkpoint':" + highest + "}}]}}}}");
    }

    /// No node has its shard.
    ///
    /// @param term of its primary; 0 if no node ever had it
    static void isUnplaced(FakeNode node, long term) {
        node.answers("/v2/_stats/docs", 200, "{'indices':{}}")
                .answers("/v2/_search", 503, "{'error':{'type':'search_phase_execution_exception','reason':'red'}}")
                .answers(
                        "/_cluster/state/blocks,metadata/v2",
                        200,
                        "{'cluster_name':'c','metadata':{'indices':{'v2':{'primary_terms':{'0':" + term + "}}}}}");
        isActive(node, 0);
    }

    /// On so many nodes its shard is, as the master says.
    static void isActive(FakeNode node, int copies) {
        node.answers(
                "/_cluster/health/v2",
                200,
                "{'indices':{'v2':{'shards':{'0':{'active_shards':" + copies + ",'initializing_shards':0}}}}}");
    }
}
