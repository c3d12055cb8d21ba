package io.shardstream.control.state.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.junit.jupiter.api.Test;

class SegmentLengthTest {
    private static final long MIB = 1 << 20;

    @Test
    void segmentsOfManyLanesAreShorter() {
        assertThat(SegmentLength.of(1, 2 * MIB)).isEqualTo(1024 * MIB);
        assertThat(SegmentLength.of(8, 2 * MIB)).isEqualTo(128 * MIB);
        assertThat(SegmentLength.of(1024, 2 * MIB)).isEqualTo(32 * MIB);
    }

    @Test
    void onlyWhatWasShortenedIsGivenBack() {
        ConfigEntry message = entry("max.message.bytes", 2 * MIB, ConfigEntry.ConfigSource.DEFAULT_CONFIG);
        ConfigEntry ofBroker = entry("segment.bytes", 1024 * MIB, ConfigEntry.ConfigSource.DEFAULT_CONFIG);
        AlterConfigOp shorter =
                SegmentLength.shorter(8, new Config(List.of(message, ofBroker))).orElseThrow();
        assertThat(shorter.opType()).isEqualTo(AlterConfigOp.OpType.SET);
        assertThat(shorter.configEntry().value()).isEqualTo(Long.toString(128 * MIB));
        assertThat(SegmentLength.longer(8, new Config(List.of(message, ofBroker))))
                .isEmpty();

        ConfigEntry ours = entry("segment.bytes", 128 * MIB, ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG);
        assertThat(SegmentLength.shorter(8, new Config(List.of(message, ours)))).isEmpty();
        assertThat(SegmentLength.longer(8, new Config(List.of(message, ours))))
                .hasValueSatisfying(back -> assertThat(back.opType()).isEqualTo(AlterConfigOp.OpType.DELETE));
        ConfigEntry ofPerson = entry("segment.bytes", 64 * MIB, ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG);
        assertThat(SegmentLength.longer(8, new Config(List.of(message, ofPerson))))
                .isEmpty();
        ConfigEntry asShort = entry("segment.bytes", 128 * MIB, ConfigEntry.ConfigSource.STATIC_BROKER_CONFIG);
        assertThat(SegmentLength.longer(8, new Config(List.of(message, asShort))))
                .isEmpty();
        assertThat(SegmentLength.longer(8, new Config(List.of()))).isEmpty();
    }

    private static ConfigEntry entry(String name, long value, ConfigEntry.ConfigSource source) {
        return new ConfigEntry(
                name, Long.toString(value), source, false, false, List.of(), ConfigEntry.ConfigType.LONG, null);
    }

    @Test
    void aSegmentHoldsTheLargestBatch() {
        assertThat(SegmentLength.of(1024, 100 * MIB)).isEqualTo(200 * MIB);
        assertThat(SegmentLength.of(1, Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
    }
}
