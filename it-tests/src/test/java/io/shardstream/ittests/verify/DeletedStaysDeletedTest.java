package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.state.lanes.NotDrainedException;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
@RealServers
class DeletedStaysDeletedTest {
    private static final List<String> DELETED = List.of("d3", "d14", "d15", "d29");

    @Test
    void overAStoppedWriterARestartedNodeAndRewoundLanes() throws Exception {
        try (CopyRun run = CopyRun.create().withSource().intoShards(2);
                ComparedCopy copy = ComparedCopy.of(run)) {
            ComparedCopy.ids(40).forEach(id -> put(run, id, 1));
            run.startHere("reader");
            Here writer = run.startHere("writer");
            copy.drain();
            writer.close();
            // Old copies lie in the lanes, of which the writer knows nothing yet.
            DELETED.forEach(id -> put(run, id, 2));
            copy.awaitRead();
            DELETED.forEach(id -> run.rest().delete("/" + run.source() + "/_doc/" + id));
            forgetTombstonesAfter(run, "1s");
            assertThatThrownBy(() -> copy.sweep(SweepOptions.online(Duration.ofSeconds(2))))
                    .isInstanceOf(NotDrainedException.class);

            writer = run.startHere("writer");
            assertThat(copy.sweep().deleted()).isEqualTo(DELETED.size());
            copy.drainLanes();
            assertDeleted(copy);

            restartOneNode(run);
            writer.close();
            rewind(run);
            writer = run.startHere("writer");
            copy.drainLanes();
            copy.sweep(SweepOptions.last(ComparedCopy.PATIENCE));
            copy.drainLanes();

            assertDeleted(copy);
            assertThat(copy.differences()).isEmpty();
            writer.close();
        }
    }

    private static void assertDeleted(ComparedCopy copy) {
        assertThat(DELETED).noneMatch(copy::isInTarget);
        assertThat(copy.isInTarget("d4")).isTrue();
    }

    private static void put(CopyRun run, String id, int n) {
        run.rest().put("/" + run.source() + "/_doc/" + id, "{\"n\":" + n + "}");
    }

    private static void forgetTombstonesAfter(CopyRun run, String time) {
        run.rest().put("/" + run.target() + "/_settings", "{\"index.gc_deletes\":\"" + time + "\"}");
    }

    private static void restartOneNode(CopyRun run) {
        SearchNode node = Servers.cluster().servers().node(1);
        node.kill();
        node.start();
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .until(() -> run.rest()
                        .send(
                                "GET",
                                "/_cluster/health/" + run.target() + "," + run.source()
                                        + "?wait_for_status=green&wait_for_nodes=2&timeout=20s",
                                "")
                        .isOk());
    }

    /// To the start, with nobody in the group.
    private static void rewind(CopyRun run) {
        Map<TopicPartition, OffsetAndMetadata> start = IntStream.range(
                        0, run.plan().lanes())
                .mapToObj(lane -> new TopicPartition(run.topics().docs(), lane))
                .collect(Collectors.toMap(lane -> lane, _ -> new OffsetAndMetadata(0)));
        try (Admin admin = run.connection().admin("test")) {
            Awaitility.await().atMost(TestPatience.LIMIT).ignoreExceptions().until(() -> {
                admin.alterConsumerGroupOffsets(
                                run.topics().writersGroup(run.plan().docsTopicId()), start)
                        .all()
                        .get();
                return true;
            });
        }
    }
}
