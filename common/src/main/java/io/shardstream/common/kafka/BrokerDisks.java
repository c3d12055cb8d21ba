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

/// What is free on the disks of brokers.
public final class BrokerDisks {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerDisks.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private record Volume(long total, long usable) {}

    private BrokerDisks() {}

    /// Free bytes of the broker that has the least; empty if one of them does not tell, or this user may not ask
    /// (`Describe` on the cluster). Blocks.
    public static OptionalLong leastFree(KafkaConnection kafka, String client) {
        Admin admin = kafka.admin(client);
        try {
            Collection<Node> brokers = admin.describeCluster().nodes().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            Map<Integer, Map<String, LogDirDescription>> folders = admin.describeLogDirs(
                            brokers.stream().map(Node::id).toList())
                    .allDescriptions()
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            long least = Long.MAX_VALUE;
            for (Map<String, LogDirDescription> broker : folders.values()) {
                OptionalLong free = free(broker.values());
                if (free.isEmpty()) {
                    return free;
                }
                least = Math.min(least, free.getAsLong());
            }
            return folders.isEmpty() ? OptionalLong.empty() : OptionalLong.of(least);
        } catch (ExecutionException | TimeoutException e) {
            if (e.getCause() instanceof AuthorizationException) {
                LOG.warn("Kafka does not tell this user how full its disks are, so docs.max-backlog does not go by"
                        + " their room: allow it Describe on the cluster, or say docs.max-backlog in the run file.");
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

    /// Bytes that are free where these folders are; empty if one does not tell, as before Kafka 3.3 (`DescribeLogDirs`
    /// version 4). Folders of one volume (`log.dirs`) all tell its size and what is free of it: those that tell the
    /// same to the byte are taken to be on one.
    public static OptionalLong free(Collection<LogDirDescription> folders) {
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
