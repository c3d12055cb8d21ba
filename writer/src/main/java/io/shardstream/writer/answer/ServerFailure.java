package io.shardstream.writer.answer;

import java.util.regex.Pattern;

/// Tells a failure of the server (status 500) that one document may be the reason of from one that is of a
/// shard, a node or a disk and passes.
///
/// Servers give 500 to each exception that they have not foreseen (`ExceptionsHelper.status` of Elasticsearch
/// and OpenSearch): of an analyzer, a normalizer or a field that has met what it cannot take, and of a shard
/// that is being closed or a disk that fails.
final class ServerFailure {
    private static final int INTERNAL_SERVER_ERROR = 500;

    /// Words in types of exceptions, such as `already_closed_exception`, `translog_exception`,
    /// `i_o_exception` and `retry_on_primary_exception` (`ReplicationOperation`: the primary is another one
    /// by now).
    private static final Pattern OF_THE_SERVER =
            Pattern.compile("shard|primary|replica|node|engine|translog|closed|corrupt|i_o_|file_|disk|transport"
                    + "|timeout|timed_out|interrupted|cluster|master|memory|rejected|circuit|security|recovery|connect"
                    + "|unavailable");

    /// Of a new field that the master has not taken on in the bulk's `timeout` (`TransportShardBulkAction`).
    private static final String SLOW_MASTER = "timed out while waiting for a dynamic mapping update";

    private ServerFailure() {}

    /// @param type `error.type`, empty where nobody has said what failed
    static boolean mayBeOfADocument(int status, String type, String reason) {
        return status == INTERNAL_SERVER_ERROR
                && !type.isEmpty()
                && !reason.contains(SLOW_MASTER)
                && !OF_THE_SERVER.matcher(type).find();
    }
}
