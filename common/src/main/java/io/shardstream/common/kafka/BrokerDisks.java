package io.shardstream.common.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// What is free on the disks of brokers.
public final class BrokerDisks {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerDisks.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private record Volume(long total, long usable) {}

    private BrokerDisks() {}

    /// Free bytes of the fullest folder of all brokers; empty if one of them does not tell, or this user may
    /// not ask (`Describe` on the cluster). Blocks.
    ///
    /// @param level how loud it is told that this user may not ask
    public static OptionalLong leastFree(KafkaConnection kafka, String client, Level level) {
        Admin admin = kafka.admin(client);
        try {
            Collection<Node> brokers = admin.describeCluster().nodes().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            Map<Integer, Map<String, LogDirDescription>> folders = admin.describeLogDirs(
                            brokers.stream().map(Node::id).toList())
                    .allDescriptions()
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            long least = Long.MAX_VALUE;
            for (Map<String, LogDirDescription> broker : folders.values()) {
                OptionalLong free = fullest(broker.values());
                if (free.isEmpty()) {
                    return free;
                }
                least = Math.min(least, free.getAsLong());
            }
            return folders.isEmpty() ? OptionalLong.empty() : OptionalLong.of(least);
        } catch (ExecutionException | TimeoutException e) {
            if (e.getCause() instanceof AuthorizationException) {
                LOG.atLevel(level)
                        .log("Kafka does not tell this user how full its disks are, so docs.max-backlog does not go by"
                                + " their room: allow it Describe on the cluster, or say docs.max-backlog in the run"
                                + " file.");
                return OptionalLong.empty();
            }
            LOG.info("Kafka does not tell how full its disks are: {}", e.getMessage());
            return OptionalLong.empty();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            // Without a limit it would wait for a broker that does not answer.
            admin.close(Duration.ZERO);
        }
    }

    /// Bytes that are free in all these folders of a broker together; empty if one does not tell, as before
    /// Kafka 3.3 (`DescribeLogDirs` version 4). Folders of one volume (`log.dirs`) all tell its size and what
    /// is free of it: those that tell the same to the byte are taken to be on one. A folder that has failed
    /// takes nothing.
    public static OptionalLong free(Collection<LogDirDescription> folders) {
        Set<Volume> volumes = volumes(folders);
        return volumes.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(volumes.stream().mapToLong(Volume::usable).sum());
    }

    /// Bytes that are free in the fullest of them. A broker places partitions in its folders by their number,
    /// not by room (`LogManager.nextLogDirs`), and a folder that is full stops.
    ///
    /// @return empty as for [#free]
    static OptionalLong fullest(Collection<LogDirDescription> folders) {
        return volumes(folders).stream().mapToLong(Volume::usable).min();
    }

    /// Empty if one of them does not tell.
    private static Set<Volume> volumes(Collection<LogDirDescription> folders) {
        Set<Volume> volumes = new HashSet<>();
        for (LogDirDescription folder : folders) {
            if (folder.error() != null) {
                continue;
            }
            if (folder.totalBytes().isEmpty() || folder.usableBytes().isEmpty()) {
                return Set.of();
            }
            volumes.add(new Volume(
                    folder.totalBytes().getAsLong(), folder.usableBytes().getAsLong()));
        }
        return volumes;
    }
}
