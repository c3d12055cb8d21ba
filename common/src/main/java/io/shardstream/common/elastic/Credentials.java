package io.shardstream.common.elastic;

import java.util.Optional;

/// What tells a cluster who we are. It is asked for with each request, as it may be renewed; never printed.
@FunctionalInterface
public interface Credentials {
    /// For a cluster that lets everybody in, or that goes by our certificate.
    Credentials NONE = Optional::empty;

    /// The value of the `Authorization` header as it is now; empty for none.
    Optional<String> header();
}
