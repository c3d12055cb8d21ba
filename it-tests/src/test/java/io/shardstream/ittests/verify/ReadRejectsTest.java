package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.NotedRejects;
import io.shardstream.control.state.StateHash;
import io.shardstream.control.state.lanes.KafkaLanes;
import io.shardstream.ittests.server.Brokers;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/// What a controller knows of rejects, which it asks for every minute.
@RealServers
class ReadRejectsTest {
    private static final RunPlan PLAN = new RunPlan(
            "cities",
            "s",
            1,
            "cities-v2",
            "t",
            new ShardRouting(1, 1, 1),
            "Shardstream-x",
            "docs",
            1000,
            List.of(0L),
            0);

    private static final long VERSION = 7;

    private final RunTopics topics = new RunTopics(Servers.name("rejects"));
    private final KafkaConnection kafka = new KafkaConnection(Brokers.shared().bootstrap(), Map.of());

    /// Whoever read from the start each time would have another object; what Kafka has lost nobody
    /// remembers, as who begins later cannot know it.
    @Test
    void rejectsThatWereReadAreReadAgainOnlyIfKafkaHasLostSome() throws Exception {
        RunTopics ofPlan = topics.inGeneration(PLAN.generation());
        try (Admin admin = kafka.admin("test");
                KafkaLanes lanes = new KafkaLanes(kafka, topics, PLAN)) {
            admin.createTopics(List.of(new NewTopic(ofPlan.rejects(), 1, (short) 1)))
                    .all()
                    .get();
            lanes.note(List.of(reject("a"), reject("b")));
            NotedRejects first = lanes.rejects();
            assertOpen(first, "a", "b");
            lanes.note(List.of(reject("c")));
            assertThat(lanes.rejects()).isSameAs(first);
            assertOpen(first, "a", "b", "c");

            admin.deleteRecords(Map.of(new TopicPartition(ofPlan.rejects(), 0), RecordsToDelete.beforeOffset(2)))
                    .all()
                    .get();
            NotedRejects left = lanes.rejects();
            assertOpen(left, "c");
            assertThat(isOpen(left, "a")).isFalse();
        }
    }

    private static void assertOpen(NotedRejects noted, String... ids) {
        assertThat(ids).allMatch(id -> isOpen(noted, id));
    }

    private static boolean isOpen(NotedRejects noted, String id) {
        return noted.isOpen(StateHash.of(Bytes.utf8(id), null, VERSION), List.of(0L));
    }

    private static Reject reject(String id) {
        return new Reject(new DocRecord(Bytes.utf8(id), null, VERSION, Bytes.utf8("{}")), "type", "reason", 0);
    }
}
