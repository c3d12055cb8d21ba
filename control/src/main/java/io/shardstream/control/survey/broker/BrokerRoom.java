package io.shardstream.control.survey.broker;

import java.util.Collection;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.LogDirDescription;

/// What is free on the disks of one broker.
///
/// @param broker its id
/// @param bytes free
public record BrokerRoom(int broker, long bytes) {
    private record Volume(long total, long usable) {}

    /// Bytes that are free where these folders are; empty if one does not tell, as before Kafka 3.3 (`DescribeLogDirs`
    /// version 4). Folders of one volume (`log.dirs`) all tell its size and what is free of it: those that tell the
    /// same to the byte are taken to be on one.
    static OptionalLong bytes(Collection<LogDirDescription> folders) {
        Set<Volume> volumes = new HashSet<>();
        for (LogDirDescription folder : folders) {
            if (folder.totalBytes().isEmpty() || folder.usableBytes().isEmpty()) {
                return OptionalLong.empty();
            }
            volumes.add(new Volume(
                    folder.totalBytes().getAsLong(), folder.usableBytes().getAsLong()));
        }
        return volumes.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(volumes.stream().mapToLong(Volume::usable).sum());
    }
}
