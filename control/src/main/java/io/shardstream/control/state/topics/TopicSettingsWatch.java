package io.shardstream.control.state.topics;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sets back what somebody has changed and by which records of the run would expire, or be refused, and says
/// so. Brokers look for what has expired every five minutes (`log.retention.check.interval.ms`), so most of
/// the time nothing is lost by then.
public final class TopicSettingsWatch implements Loop {
    private static final Logger LOG = LoggerFactory.getLogger(TopicSettingsWatch.class);
    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Set<String> KEEPING = Set.of(
            TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.RETENTION_MS_CONFIG, TopicConfig.RETENTION_BYTES_CONFIG);

    private final Map<String, Map<String, String>> wanted;
    private final TopicSettings settings;
    private final InstantSource clock;
    private final Consumer<String> warnings;
    /// What cannot be set back, as was said.
    private final Set<NamedSetting> refused = new HashSet<>();
    private Instant next = Instant.MIN;

    private record NamedSetting(String topic, String name) {}

    /// What topics are set to. Calls block for some seconds at most.
    interface TopicSettings extends AutoCloseable {
        /// @return by topic; one that is not there is left out
        /// @throws KafkaException if Kafka cannot be asked
        Map<String, Map<String, String>> of(Set<String> topics);

        /// @throws KafkaException if Kafka refuses, or cannot be asked
        void set(String topic, Map<String, String> values);

        @Override
        void close();
    }

    /// @param layouts of the topics
    /// @param settings closed with this
    /// @param warnings told what was found and what became of it
    TopicSettingsWatch(
            List<TopicLayout> layouts, TopicSettings settings, InstantSource clock, Consumer<String> warnings) {
        this.wanted = layouts.stream()
                .collect(
                        Collectors.toMap(TopicLayout::name, TopicSettingsWatch::needed, (one, _) -> one, TreeMap::new));
        this.settings = settings;
        this.clock = clock;
        this.warnings = warnings;
    }

    /// Watches all topics that the run cannot do without.
    public static TopicSettingsWatch of(KafkaConnection kafka, RunTopics topics, RunPlan plan) {
        Admin admin = kafka.admin("shardstream-topic-settings");
        List<TopicLayout> layouts = TopicLayout.all(topics, plan);
        return new TopicSettingsWatch(
                layouts, new AdminSettings(admin), new SteadyClock(), sentence -> LOG.warn("{}", sentence));
    }

    private static Map<String, String> needed(TopicLayout layout) {
        Map<String, String> needed = new TreeMap<>(layout.required());
        needed.keySet().retainAll(KEEPING);
        // As much as Kafka allows by default: what the control topic is made with is a wish.
        if (layout.preferred().containsKey(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)) {
            needed.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(RecordSize.DEFAULT));
        }
        return needed;
    }

    @Override
    public String name() {
        return "shardstream-topic-settings";
    }

    @Override
    public int doWork() {
        Instant now = clock.instant();
        if (now.isBefore(next)) {
            return 0;
        }
        next = now.plus(EVERY);
        try {
            Map<String, Map<String, String>> found = settings.of(wanted.keySet());
            wanted.forEach((topic, values) -> {
                Map<String, String> all = found.getOrDefault(topic, values);
                values.forEach((name, needed) -> {
                    String is = all.getOrDefault(name, "");
                    if (isRight(name, is, needed)) {
                        refused.remove(new NamedSetting(topic, name));
                    } else {
                        setBack(topic, name, is, needed);
                    }
                });
            });
        } catch (KafkaException e) {
            LOG.debug("Kafka does not tell the settings of topics", e);
        }
        return 1;
    }

    private static boolean isRight(String name, String is, String needed) {
        return name.equals(TopicConfig.CLEANUP_POLICY_CONFIG) ? is.equals(needed) : Retention.isEnough(is, needed);
    }

    /// One at a time: brokers take several settings together, or none of them.
    private void setBack(String topic, String name, String is, String needed) {
        String what = "Somebody has set " + name + "=" + (is.isEmpty() ? "unknown" : is) + " of topic " + topic
                + ", by which " + consequence(name);
        NamedSetting setting = new NamedSetting(topic, name);
        String right = name + "=" + needed;
        try {
            settings.set(topic, Map.of(name, needed));
            refused.remove(setting);
            warnings.accept(what + ": it was set back to " + right + ". Find out who does that.");
        } catch (KafkaException e) {
            if (refused.add(setting)) {
                warnings.accept(what + ", and it cannot be set back ("
                        + KafkaRefusal.sentence(e).orElse(String.valueOf(e.getMessage())) + "). Set " + right
                        + " at once.");
            }
        }
    }

    private static String consequence(String name) {
        return name.equals(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
                ? "large records of the run are refused"
                : "records of the run are deleted";
    }

    @Override
    public void close() {
        settings.close();
    }

    /// @param admin asked, and closed with this
    private record AdminSettings(Admin admin) implements TopicSettings {
        @Override
        public Map<String, Map<String, String>> of(Set<String> topics) {
            Map<String, Map<String, String>> all = new HashMap<>();
            admin.describeConfigs(topics.stream().map(AdminSettings::resource).toList())
                    .values()
                    .forEach((resource, answer) -> {
                        try {
                            all.put(
                                    resource.name(),
                                    KafkaAnswer.within(PATIENCE, answer).entries().stream()
                                            .filter(entry -> entry.value() != null)
                                            .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value)));
                        } catch (KafkaException e) {
                            LOG.debug("Kafka does not tell the settings of topic {}", resource.name(), e);
                        }
                    });
            return all;
        }

        @Override
        public void set(String topic, Map<String, String> values) {
            List<AlterConfigOp> operations = values.entrySet().stream()
                    .map(one ->
                            new AlterConfigOp(new ConfigEntry(one.getKey(), one.getValue()), AlterConfigOp.OpType.SET))
                    .toList();
            var _ = KafkaAnswer.within(
                    PATIENCE,
                    admin.incrementalAlterConfigs(Map.of(resource(topic), operations))
                            .all());
        }

        private static ConfigResource resource(String topic) {
            return new ConfigResource(ConfigResource.Type.TOPIC, topic);
        }

        @Override
        public void close() {
            admin.close(Duration.ZERO);
        }
    }
}
