package io.shardstream.common.group;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/// How a process belongs to a group that [PinnedAssignor] divides.
///
/// @param pin which partitions it prefers
/// @param instance its name as a static member of the group, which keeps its partitions for a session time-out after
///     it is stopped; empty for one that gives them back
/// @param sessionTimeout how soon the group gives a silent member's partitions to others, at least a millisecond
public record MemberSettings(Pin pin, Optional<String> instance, Duration sessionTimeout) {
    private static final Duration MOST_BETWEEN_HEARTBEATS = Duration.ofSeconds(1);

    public MemberSettings {
        if (sessionTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("the session time-out must be positive, got " + sessionTimeout);
        }
    }

    /// One that prefers nothing and has no name.
    public static MemberSettings of(Duration sessionTimeout) {
        return new MemberSettings(Pin.NONE, Optional.empty(), sessionTimeout);
    }

    /// How often it tells its group that it is there: a third of the session time-out, a second at most.
    /// With the answer it hears that the others join anew, so a division takes about as long, and a
    /// partition that moves two of them.
    public Duration heartbeats() {
        Duration third = sessionTimeout.dividedBy(3);
        return third.compareTo(MOST_BETWEEN_HEARTBEATS) < 0 ? third : MOST_BETWEEN_HEARTBEATS;
    }

    /// Settings of a consumer that is such a member.
    ///
    /// @param membership the consumer's own
    public Map<String, Object> consumer(String group, PinnedGroup membership) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, PinnedAssignor.class.getName());
        settings.put(PinnedAssignor.GROUP, membership);
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, Math.toIntExact(sessionTimeout.toMillis()));
        settings.put(
                ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
                Math.toIntExact(Math.max(1, heartbeats().toMillis())));
        instance.ifPresent(name -> settings.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, name));
        return settings;
    }
}
