package io.shardstream.common.kafka;

import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.seal.Sealing;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;

/// How to reach Kafka, and clients with the settings that nothing may override: idempotent producers
/// with `acks=all`, consumers that never commit, create topics or reset offsets by themselves.
public final class KafkaConnection {
    private static final Duration CLOSING = Duration.ofSeconds(2);
    private static final int BRIEF_WAIT_MILLIS = 10;

    private final String bootstrap;
    private final LiveProperties properties;
    private final Sealing sealing;
    private final int understands;
    private final KafkaClients clients = new KafkaClients();

    /// @param bootstrap `host:port`, or several with commas between
    /// @param properties further client properties, such as `security.protocol`
    public KafkaConnection(String bootstrap, Map<String, String> properties) {
        this(bootstrap, properties, Sealing.NONE);
    }

    /// @param sealing what becomes of records with documents that these clients send and receive
    public KafkaConnection(String bootstrap, Map<String, String> properties, Sealing sealing) {
        this(bootstrap, constant(Map.copyOf(properties)), sealing);
    }

    /// @param properties the same as they are at the time: connections are made with what they are then
    public KafkaConnection(String bootstrap, LiveProperties properties, Sealing sealing) {
        this(bootstrap, properties, sealing, RunFormat.NEWEST);
    }

    private KafkaConnection(String bootstrap, LiveProperties properties, Sealing sealing, int understands) {
        this.bootstrap = bootstrap;
        this.properties = properties;
        this.sealing = sealing;
        this.understands = understands;
    }

    private static LiveProperties constant(Map<String, String> properties) {
        return () -> properties;
    }

    public String bootstrap() {
        return bootstrap;
    }

    /// The newest [RunFormat] that whoever uses these clients understands.
    public int understands() {
        return understands;
    }

    /// The same Kafka for somebody who understands another format than this version does, such as an older version.
    public KafkaConnection understanding(int format) {
        return new KafkaConnection(bootstrap, properties, sealing, format);
    }

    /// Only one of its addresses, or another one.
    public KafkaConnection at(String address) {
        return new KafkaConnection(address, properties, sealing, understands);
    }

    /// The producers and consumers that were made here.
    public KafkaClients clients() {
        return clients;
    }

    /// An idempotent producer of bytes with one request under way to each broker. With more, a broker that has
    /// just become the leader of a partition may refuse the first batch of a producer that it does not know yet,
    /// and take the second. From then on it refuses the first one as out of order, until `delivery.timeout.ms` is
    /// over (seen with Kafka 4.3.1).
    ///
    /// @param settings the caller's own settings, such as `batch.size`; they win over the user's
    public Producer<byte[], byte[]> producer(String clientId, Map<String, ?> settings) {
        Map<String, Object> all = base(clientId);
        all.putAll(settings);
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        all.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        return made(() -> new MeasuredProducer(all, sealing, clients));
    }

    /// A consumer of bytes that neither commits nor resets by itself.
    ///
    /// @param settings the caller's own settings, such as `group.id`; they win over the user's
    public Consumer<byte[], byte[]> consumer(String clientId, Map<String, ?> settings) {
        Map<String, Object> all = consumerSettings(clientId, settings);
        return made(() -> new MeasuredConsumer(all, sealing, clients));
    }

    private Map<String, Object> consumerSettings(String clientId, Map<String, ?> settings) {
        Map<String, Object> all = base(clientId);
        all.putAll(settings);
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        return all;
    }

    /// A `read_committed` consumer for somebody who reads what is there and goes. Brokers wait 10 ms for more on its
    /// behalf, and not half a second: who closes a consumer waits until its last request is answered. It is none of
    /// [#clients()].
    ///
    /// @param settings the caller's own further settings
    public Consumer<byte[], byte[]> briefConsumer(String clientId, Map<String, ?> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, BRIEF_WAIT_MILLIS);
        Map<String, Object> brief = consumerSettings(clientId, all);
        return made(() -> new OpeningConsumer(brief, sealing));
    }

    /// Closes a consumer that is in no group: it takes leave of nobody, so a broker that is away is hardly waited for.
    public static void close(Consumer<?, ?> consumer) {
        consumer.close(CloseOptions.timeout(CLOSING));
    }

    public Admin admin(String clientId) {
        return made(() -> Admin.create(base(clientId)));
    }

    /// A client looks up the hosts when it is made, and not their ports.
    private <T> T made(Supplier<T> client) {
        try {
            return client.get();
        } catch (KafkaException e) {
            if (Hosts.anyIsKnown(bootstrap)) {
                throw e;
            }
            KafkaException unknown = new KafkaException(
                    "no host of " + bootstrap + " is known on this machine: is kafka.bootstrap right in the run file?");
            unknown.addSuppressed(e);
            throw unknown;
        }
    }

    /// What a library needs that makes its clients itself.
    public Map<String, Object> settings(String clientId) {
        return base(clientId);
    }

    private Map<String, Object> base(String clientId) {
        Map<String, Object> all = properties.ofClient();
        all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        all.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        all.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
        return all;
    }

    /// The address only: properties may hold passwords.
    @Override
    public String toString() {
        return "Kafka at " + bootstrap;
    }
}
