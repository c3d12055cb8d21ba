package io.shardstream.control.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.OnMappingChange;
import io.shardstream.common.contract.record.OnSourceMappingChange;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.seal.Sealing;
import io.shardstream.control.run.ControlSettings;
import io.shardstream.control.run.block.Settings;
import io.shardstream.control.run.plan.Prepared;
import io.shardstream.control.state.RunStates;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlProcessTest {
    private static final ControlSettings SETTINGS = new ControlSettings(
            true,
            Duration.ofMinutes(1),
            Duration.ofSeconds(10),
            new Settings(Duration.ofSeconds(20), 100, List.of(), ReplaceIndex.NO, Optional.empty()),
            OnMappingChange.STOP,
            OnSourceMappingChange.APPLY,
            Set.of(),
            OptionalInt.empty(),
            true,
            Throttle.NONE,
            Optional.empty(),
            Optional.of(Trim.WRITTEN),
            OptionalLong.of(1_000_000),
            (short) 1);
    private static final Map<String, String> IMPATIENT =
            Map.of("default.api.timeout.ms", "100", "request.timeout.ms", "100");

    /// Whoever starts it tries again every few seconds. After the seventh client the control topic is read,
    /// and no broker is there.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 1000})
    void aControllerThatCannotBeMadeLeavesNoClientBehind(int last) throws Exception {
        AtomicInteger made = new AtomicInteger();
        KafkaConnection kafka = new KafkaConnection(
                "127.0.0.1:1",
                () -> {
                    if (made.incrementAndGet() == last) {
                        throw new KafkaException("no more clients");
                    }
                    return IMPATIENT;
                },
                Sealing.NONE);
        Set<ObjectName> before = clients();
        try (ElasticCluster cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://127.0.0.1:1")), Duration.ofSeconds(1), "test"))) {
            assertThatThrownBy(() -> ControlProcess.start(
                            new RunTopics("run"),
                            new Prepared(RunStates.PLAN, new TargetOriginals(null), false),
                            SETTINGS,
                            cluster,
                            cluster,
                            kafka,
                            (_, _, _) -> {}))
                    .isInstanceOf(KafkaException.class);
        }
        assertThat(made).as("clients that were asked for").hasValueGreaterThan(Math.min(last, 8) - 1);
        assertThat(clients()).isEqualTo(before);
    }

    /// Each client of Kafka registers itself when it is made, until it is closed.
    private static Set<ObjectName> clients() throws MalformedObjectNameException {
        return ManagementFactory.getPlatformMBeanServer().queryNames(new ObjectName("kafka.*:type=app-info,*"), null);
    }
}
