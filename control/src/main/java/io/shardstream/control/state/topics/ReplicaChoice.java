package io.shardstream.control.state.topics;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// On how many brokers the topics of a run are kept.
///
/// Where the run file does not say, it is the brokers' default. A default of 1 is Kafka's own, which nobody
/// has chosen: of three brokers or more, three are taken then, and likewise where the default is not told. It
/// is never more than there are brokers.
public final class ReplicaChoice {
    /// Of a run file that does not say.
    public static final short NOT_SAID = -1;

    public static final String BROKERS_DEFAULT = "default.replication.factor";

    private static final Logger LOG = LoggerFactory.getLogger(ReplicaChoice.class);
    private static final int SAFE = 3;

    private ReplicaChoice() {}

    /// @param asked as the run file says, or [#NOT_SAID]
    /// @param brokersDefault their `default.replication.factor`; empty if they do not tell
    /// @param brokers how many there are
    public static short of(int asked, OptionalInt brokersDefault, int brokers) {
        if (asked > 0) {
            return (short) asked;
        }
        int most = Math.max(1, brokers);
        int standard = brokersDefault.orElse(SAFE);
        return (short) Math.min(most, standard <= 1 && most >= SAFE ? SAFE : Math.max(1, standard));
    }

    /// The same, for which brokers are asked only if the run file does not say.
    ///
    /// @param asked as the run file says, or [#NOT_SAID]
    /// @throws KafkaException if Kafka breaks off
    public static short by(Admin admin, int asked) {
        return asked > 0 ? (short) asked : of(asked, brokersDefault(admin), brokers(admin));
    }

    /// How many brokers there are, those among them that were not heard of lately: Kafka puts replicas on
    /// them too (`StripedReplicaPlacer`).
    ///
    /// @throws KafkaException if Kafka breaks off
    public static int brokers(Admin admin) {
        try {
            return KafkaAnswer.of(admin.describeCluster(new DescribeClusterOptions().includeFencedBrokers(true))
                            .nodes())
                    .size();
        } catch (UnsupportedVersionException | AuthorizationException e) {
            return KafkaAnswer.of(admin.describeCluster().nodes()).size();
        }
    }

    /// What one of them says; empty if that is no number of replicas.
    public static OptionalInt number(String brokersDefault) {
        return brokersDefault.matches("\\d{1,5}")
                ? OptionalInt.of(Integer.parseInt(brokersDefault))
                : OptionalInt.empty();
    }

    /// The largest of theirs.
    private static OptionalInt brokersDefault(Admin admin) {
        try {
            Collection<Node> nodes = KafkaAnswer.of(admin.describeCluster().nodes());
            List<ConfigResource> resources = nodes.stream()
                    .map(node -> new ConfigResource(ConfigResource.Type.BROKER, node.idString()))
                    .toList();
            return KafkaAnswer.of(admin.describeConfigs(resources).all()).values().stream()
                    .map(config -> config.get(BROKERS_DEFAULT))
                    .filter(Objects::nonNull)
                    .map(ConfigEntry::value)
                    .filter(Objects::nonNull)
                    .map(ReplicaChoice::number)
                    .flatMapToInt(OptionalInt::stream)
                    .max();
        } catch (KafkaException e) {
            LOG.info("Kafka does not tell {}, so the number of brokers decides: {}", BROKERS_DEFAULT, e.getMessage());
            return OptionalInt.empty();
        }
    }
}
