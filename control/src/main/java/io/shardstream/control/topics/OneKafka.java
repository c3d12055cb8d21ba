package io.shardstream.control.topics;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.refusal.RunRefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether all addresses of `kafka.bootstrap` lead to one Kafka. A client takes any of them: of two Kafkas
/// each process would work with one by chance, and a run's records would be in both.
public final class OneKafka {
    private static final Logger LOG = LoggerFactory.getLogger(OneKafka.class);
    /// For all addresses together: of one whose broker is away nothing is known, and others of its Kafka
    /// answer.
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private OneKafka() {}

    /// Asks each address by itself, if there are several.
    ///
    /// @throws RunRefusedException if two that answer belong to two Kafkas
    public static void require(KafkaConnection kafka) {
        List<String> addresses = Arrays.stream(kafka.bootstrap().split(",", -1))
                .map(String::strip)
                .distinct()
                .toList();
        if (addresses.size() > 1) {
            problem(idsOf(kafka, addresses)).ifPresent(why -> {
                throw new RunRefusedException(why);
            });
        }
    }

    /// @param ids by address the id of its cluster
    static Optional<String> problem(Map<String, String> ids) {
        return ids.entrySet().stream()
                .findFirst()
                .flatMap(first -> ids.entrySet().stream()
                        .filter(one -> !one.getValue().equals(first.getValue()))
                        .findFirst()
                        .map(other ->
                                "kafka.bootstrap names brokers of two Kafkas: %s belongs to cluster %s, and %s to cluster %s. Name those of one in the run file, the one in which the run began."
                                        .formatted(
                                                first.getKey(), first.getValue(), other.getKey(), other.getValue())));
    }

    private static Map<String, String> idsOf(KafkaConnection kafka, List<String> addresses) {
        List<Admin> admins = new ArrayList<>();
        try {
            Map<String, KafkaFuture<String>> asked = new LinkedHashMap<>();
            for (String address : addresses) {
                try {
                    Admin admin = kafka.at(address).admin("shardstream-control");
                    admins.add(admin);
                    asked.put(address, admin.describeCluster().clusterId());
                } catch (KafkaException e) {
                    LOG.debug("{} does not say to which Kafka it belongs", address, e);
                }
            }
            long end = System.nanoTime() + PATIENCE.toNanos();
            Map<String, String> ids = new LinkedHashMap<>();
            asked.forEach((address, future) -> {
                String id = answer(address, future, Duration.ofNanos(Math.max(1, end - System.nanoTime())));
                if (id != null) {
                    ids.put(address, id);
                }
            });
            return ids;
        } finally {
            // Without a limit it would wait for a broker that does not answer.
            admins.forEach(admin -> admin.close(Duration.ZERO));
        }
    }

    private static @Nullable String answer(String address, KafkaFuture<String> future, Duration patience) {
        try {
            return KafkaAnswer.within(patience, future);
        } catch (KafkaException e) {
            LOG.debug("{} does not say to which Kafka it belongs", address, e);
            return null;
        }
    }
}
