package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.ControlTopicWriter;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.Brokers;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Servers that take connections and say nothing hold nobody up who is told to end.
@RealServers
class SilentServersTest {
    private static final GuardFindings NOTHING = new GuardFindings(Instant.EPOCH, List.of());

    @AfterEach
    void speak() {
        Servers.kafka().proxy().clear();
        Servers.cluster().proxies().forEach(FaultProxy::clear);
    }

    @Test
    void aProcessThatControlsTheRunLetsItGoWhileTheSourceIsSilent() throws Exception {
        try (CopyRun run = CopyRun.create().withSource().holding(new Articles(1).stream(10))) {
            run.following().plannedOnly();
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            Child control = run.start("control");
            control.awaitSaid("controls run");
            // Asked by what only watches how far the run is behind.
            List<HoldPoint> silence = Servers.cluster().proxies().stream()
                    .map(proxy -> proxy.holdAll(Direction.ANSWER, asked -> asked.contains(run.source() + "/_stats")))
                    .toList();
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .until(() -> silence.stream().anyMatch(HoldPoint::isReached));

            assertThat(control.stop()).as(control.tail()).isEqualTo(143);

            assertThat(control.hasSaid("Not everything could be closed"))
                    .as(control.tail())
                    .isFalse();
            silence.forEach(HoldPoint::pass);
        }
    }

    @Test
    void whoWritesToTheControlTopicIsClosedWhileBrokersAreSilent() throws Exception {
        RunTopics topics = new RunTopics(Servers.name("silent"));
        KafkaConnection kafka = new KafkaConnection(Brokers.shared().bootstrap(), Map.of("max.block.ms", "3000"));
        try (Admin admin = kafka.admin("test")) {
            admin.createTopics(List.of(new NewTopic(topics.control(), 1, (short) 1)))
                    .all()
                    .get();
        }
        ControlTopicWriter writer = ControlTopicWriter.ofGuard(kafka, topics);
        writer.guard(NOTHING);
        Servers.kafka().proxy().holdAll(Direction.REQUEST, exchange -> exchange.endsWith(" shardstream-control"));
        assertThatThrownBy(() -> writer.guard(NOTHING)).isInstanceOf(KafkaException.class);

        Thread closing = Thread.ofPlatform().daemon().start(writer::close);

        assertThat(closing.join(Duration.ofMinutes(2))).as("it is closed").isTrue();
    }
}
