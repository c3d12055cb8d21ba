package io.shardstream.control.preflight.server;

import io.shardstream.common.kafka.BrokerDisks;
import java.util.Collection;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.LogDirDescription;

/// What is free on the disks of one broker.
///
/// @param broker its id
/// @param bytes free
public record BrokerRoom(int broker, long bytes) {
    /// Bytes that are free where these folders are; empty if one does not tell.
    static OptionalLong bytes(Collection<LogDirDescription> folders) {
        return BrokerDisks.free(folders);
    }
}
