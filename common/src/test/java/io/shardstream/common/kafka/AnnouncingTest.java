package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.MemberFormat;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class AnnouncingTest {
    private static final MemberFormat ANNOUNCED = new MemberFormat("writer", "7@host", "", 2, "0.1.0");

    private final MockProducer<byte[], byte[]> topic =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private long nanos = Long.MAX_VALUE - 1;
    private final Announcing announcing =
            new Announcing(new NoticeProducer(() -> topic, "members"), ANNOUNCED, () -> nanos);

    @Test
    void whatAMemberUnderstandsIsToldEveryFiveSeconds() {
        announcing.doWork();
        assertThat(topic.history()).as("while it starts").isEmpty();
        for (int i = 0; i < 10; i++) {
            nanos += Duration.ofSeconds(1).toNanos();
            announcing.doWork();
        }

        assertThat(topic.history())
                .hasSize(2)
                .allSatisfy(record ->
                        assertThat(MemberFormat.decode(record.value())).isEqualTo(ANNOUNCED))
                .allSatisfy(record -> assertThat(new String(record.key(), StandardCharsets.UTF_8))
                        .isEqualTo(MemberFormat.KEY));
    }
}
