package io.shardstream.ittests.input;

import java.util.Map;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.server.policy.CreateTopicPolicy;

/// What brokers of a company may ask of every topic. Brokers load it.
public final class PickyTopics implements CreateTopicPolicy {
    private static final long SMALLEST_SEGMENT = 50 << 20;
    private static final long LARGEST_MESSAGE = 8 << 20;

    @Override
    public void configure(Map<String, ?> settings) {}

    @Override
    public void validate(RequestMetadata topic) {
        require(topic, "segment.bytes", SMALLEST_SEGMENT, Long.MAX_VALUE);
        require(topic, "max.message.bytes", 0, LARGEST_MESSAGE);
    }

    private static void require(RequestMetadata topic, String setting, long least, long most) {
        String value = topic.configs().get(setting);
        if (value != null && (Long.parseLong(value) < least || Long.parseLong(value) > most)) {
            throw new PolicyViolationException(setting + " of a topic must be " + least + " to " + most);
        }
    }

    @Override
    public void close() {}
}
