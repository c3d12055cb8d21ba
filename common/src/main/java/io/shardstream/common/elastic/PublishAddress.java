package io.shardstream.common.elastic;

import io.shardstream.common.contract.bytes.Printable;
import java.util.Optional;

/// Where a node says that it answers HTTP, as `_nodes/http` has it: `10.0.0.3:9200`, or with a host name
/// `name/10.0.0.3:9200` (`HttpInfo` of both servers). Made of what its operator has set, so that it may be
/// anything.
final class PublishAddress {
    private PublishAddress() {}

    /// With the name where there is one, for which the certificate is. Empty for what is no address with a
    /// port.
    static Optional<HostAndPort> of(String text) {
        int slash = text.indexOf('/');
        int port = text.lastIndexOf(':');
        String place =
                slash > 0 && port > slash ? text.substring(0, slash) + text.substring(port) : text.substring(slash + 1);
        return HostAndPort.of(place).filter(found -> found.port().isPresent());
    }

    /// For sentences: without what may be credentials.
    static String shown(String text) {
        return Printable.of(text.substring(text.lastIndexOf('@') + 1));
    }
}
