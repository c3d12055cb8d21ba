package io.shardstream.control.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WrittenSinceTest {
    private static final byte[] SEEN = {1};
    private static final byte[] OTHER = {2};

    @Test
    void anotherValueOfAKeyThatWasSeenIsOther() {
        assertThat(isOther("a", SEEN)).isFalse();
        assertThat(isOther("a", OTHER)).isTrue();
        assertThat(isOther("a", null)).isTrue();
    }

    @Test
    void aValueOfAKeyThatWasSeenToHaveNoneIsOther() {
        assertThat(isOther("none", OTHER)).isTrue();
        assertThat(isOther("none", null)).isFalse();
    }

    @Test
    void whatHasAnotherKeyIsNot() {
        assertThat(isOther("b", OTHER)).isFalse();
        assertThat(isOther(null, OTHER)).isFalse();
    }

    @Test
    void theValuesOfAKeyAreThoseBetweenTwoOffsets() {
        TopicPartition control = new TopicPartition("control", 0);
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
        consumer.updateBeginningOffsets(Map.of(control, 0L));
        consumer.updateEndOffsets(Map.of(control, 7L));
        consumer.schedulePollTask(() -> {
            String[] keys = {"a", "a", "b", "a", "a", "a", "a"};
            for (int offset = 2; offset < keys.length; offset++) {
                byte[] value = offset == 3 ? null : new byte[] {(byte) offset};
                consumer.addRecord(new ConsumerRecord<>("control", 0, offset, keys[offset].getBytes(UTF_8), value));
            }
        });

        try (WrittenSince written = new WrittenSince(consumer, control, 2)) {
            assertThat(written.values("a", 5)).containsExactly(null, new byte[] {4});
        }
        assertThat(consumer.closed()).isTrue();
    }

    private static boolean isOther(@Nullable String key, byte @Nullable [] value) {
        Map<String, byte @Nullable []> seen = new HashMap<>();
        seen.put("a", SEEN);
        seen.put("none", null);
        return WrittenSince.isOther(
                new ConsumerRecord<>("control", 0, 0, key == null ? null : key.getBytes(UTF_8), value), seen);
    }
}
