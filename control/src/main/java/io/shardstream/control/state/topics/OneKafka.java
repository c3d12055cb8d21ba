package io.shardstream.control.state.topics;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;
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

    /// For the other addresses of a command, after the first one has answered.
    private static final Duration FOR_THE_OTHERS = Duration.ofMillis(300);

    private OneKafka() {}

    /// Asks each address by itself, if there are several. For a process that goes on to work: it waits three
    /// seconds for an address that does not answer.
    ///
    /// @throws RunRefusedException if two that answer belong to two Kafkas
    public static void require(KafkaConnection kafka) {
        require(kafka, PATIENCE);
    }

    /// The same for a command, which somebody waits for: an address that does not answer right after another
    /// one is passed over. The processes of the run have waited longer for it.
    ///
    /// @throws RunRefusedException if two that answer belong to two Kafkas
    public static void requireAtOnce(KafkaConnection kafka) {
        require(kafka, FOR_THE_OTHERS);
    }

    private static void require(KafkaConnection kafka, Duration forTheOthers) {
        List<String> addresses = Arrays.stream(kafka.bootstrap().split(",", -1))
                .map(String::strip)
                .distinct()
                .toList();
        if (addresses.size() > 1) {
            problem(idsOf(kafka, addresses, forTheOthers)).ifPresent(why -> {
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

    private static Map<String, String> idsOf(KafkaConnection kafka, List<String> addresses, Duration forTheOthers) {
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
            return answers(asked, PATIENCE, forTheOthers);
        } finally {
            // Without a limit it would wait for a broker that does not answer.
            admins.forEach(admin -> admin.close(Duration.ZERO));
        }
    }

    /// What an address says; no id where it says none.
    private record Said(String address, @Nullable String id) {}

    /// The ids of those that answer, by address, in the order of the addresses.
    ///
    /// @param asked by address its answer to come
    /// @param patience for the first answer, and for all of them
    /// @param forTheOthers for those that answer after the first one
    static Map<String, String> answers(
            Map<String, KafkaFuture<String>> asked, Duration patience, Duration forTheOthers) {
        BlockingQueue<Said> said = new LinkedBlockingQueue<>();
        asked.forEach((address, future) -> {
            var _ = future.whenComplete((id, failure) -> {
                if (failure != null) {
                    LOG.debug("{} does not say to which Kafka it belongs", address, failure);
                }
                said.add(new Said(address, failure == null ? id : null));
            });
        });
        Map<String, String> ids = new HashMap<>();
        long end = System.nanoTime() + patience.toNanos();
        for (int left = asked.size(); left > 0; left--) {
            Said one = next(said, end - System.nanoTime());
            if (one == null) {
                break;
            }
            String id = one.id();
            if (id != null) {
                end = ids.isEmpty() ? earlier(end, System.nanoTime() + forTheOthers.toNanos()) : end;
                ids.put(one.address(), id);
            }
        }
        Map<String, String> inOrder = new LinkedHashMap<>();
        for (String address : asked.keySet()) {
            String id = ids.get(address);
            if (id != null) {
                inOrder.put(address, id);
            }
        }
        return inOrder;
    }

    /// Of two values of the clock, which may overflow.
    private static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }

    private static @Nullable Said next(BlockingQueue<Said> said, long nanos) {
        try {
            return said.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
