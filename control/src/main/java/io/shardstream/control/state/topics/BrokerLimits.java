package io.shardstream.control.state.topics;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the brokers accept in one request.
public final class BrokerLimits {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerLimits.class);
    private static final String REQUEST_MAX = "socket.request.max.bytes";
    /// Kafka's default, 100 MiB.
    private static final long DEFAULT_REQUEST_MAX = 100L << 20;

    private BrokerLimits() {}

    /// Smallest `socket.request.max.bytes`; Kafka's default where the broker does not let us read it, or tells
    /// no number.
    public static long requestMaxBytes(Admin admin) {
        Collection<Node> nodes = KafkaAnswer.of(admin.describeCluster().nodes());
        List<ConfigResource> brokers = nodes.stream()
                .map(node -> new ConfigResource(ConfigResource.Type.BROKER, node.idString()))
                .toList();
        try {
            Map<ConfigResource, Config> configs =
                    KafkaAnswer.of(admin.describeConfigs(brokers).all());
            return configs.values().stream()
                    .mapToLong(BrokerLimits::requestMaxBytes)
                    .min()
                    .orElse(DEFAULT_REQUEST_MAX);
        } catch (KafkaException e) {
            LOG.info(
                    "Kafka does not tell {}, its default of {} is assumed: {}",
                    REQUEST_MAX,
                    DEFAULT_REQUEST_MAX,
                    e.getMessage());
            return DEFAULT_REQUEST_MAX;
        }
    }

    private static long requestMaxBytes(Config broker) {
        ConfigEntry entry = broker.get(REQUEST_MAX);
        String told = entry == null ? null : entry.value();
        return told != null && told.matches("\\d{1,18}") ? Long.parseLong(told) : DEFAULT_REQUEST_MAX;
    }
}
