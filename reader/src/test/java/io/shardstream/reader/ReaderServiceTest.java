package io.shardstream.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.group.MemberSettings;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.seal.Sealing;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReaderServiceTest {
    private static final RunPlan PLAN = new RunPlan(
            "index",
            "uuid",
            1,
            "target",
            "target-uuid",
            new ShardRouting(1, 1, 1),
            "alias",
            "docs-1",
            1000,
            List.of(0L),
            0);
    private static final ReaderSettings SETTINGS = new ReaderSettings(
            1,
            1,
            1,
            OptionalLong.of(1),
            MemberSettings.of(Duration.ofSeconds(10)),
            true,
            Duration.ofSeconds(1),
            Throttle.NONE);

    /// Whoever starts it tries again every few seconds.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void aReaderThatCannotBeMadeLeavesNoClientBehind(int last) throws Exception {
        AtomicInteger made = new AtomicInteger();
        KafkaConnection kafka = new KafkaConnection(
                "127.0.0.1:1",
                () -> {
                    if (made.incrementAndGet() == last) {
                        throw new KafkaException("no more clients");
                    }
                    return Map.of();
                },
                Sealing.NONE);
        Set<ObjectName> before = clients();
        try (ElasticCluster source = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://127.0.0.1:1")), Duration.ofSeconds(1), "test"))) {
            assertThatThrownBy(() -> ReaderService.start(new RunTopics("run"), PLAN, source, kafka, SETTINGS))
                    .isInstanceOf(KafkaException.class)
                    .hasMessage("no more clients");
        }
        assertThat(clients()).isEqualTo(before);
    }

    /// Each client of Kafka registers itself when it is made, until it is closed.
    private static Set<ObjectName> clients() throws MalformedObjectNameException {
        return ManagementFactory.getPlatformMBeanServer().queryNames(new ObjectName("kafka.*:type=app-info,*"), null);
    }
}
