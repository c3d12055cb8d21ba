package io.shardstream.workload.compare;

import java.net.URI;

/// Where an index is.
///
/// @param server any node of its cluster, such as `http://127.0.0.1:9200`
/// @param index its name, or that of an alias of it alone
/// @param access how the server lets us in
public record IndexAddress(URI server, String index, ServerAccess access) {
    /// An index on a server that lets everybody in.
    public IndexAddress(URI server, String index) {
        this(server, index, ServerAccess.OPEN);
    }
}
