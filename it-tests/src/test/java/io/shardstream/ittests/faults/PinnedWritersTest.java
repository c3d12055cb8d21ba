package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.sample.Articles;
import io.shardstream.common.record.Outcome;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.TopicContent;
import io.shardstream.ittests.server.Servers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// F-26: lanes follow their primaries from writer to writer, and a pin holds nothing up.
class PinnedWritersTest {
    private static final int SHARDS = 4;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Test
    void lanesGoToTheWriterOfTheirPrimarysNodeFollowItAndGoToAnyWhenThatWriterIsKilled() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(6).stream(300))
                .following()
                .withTarget("replicas: 0\nsettings: {index.routing.rebalance.enable: none}")
                .intoShards(SHARDS)
                .planned()) {
            String first = Servers.cluster().servers().node(0).name();
            String second = Servers.cluster().servers().node(1).name();
            run.startHere("reader");
            run.start("writer", "--pin", first, "--instance", first);
            Child killed = run.start("writer", "--pin", second, "--instance", second);
            awaitLanesAtTheirPrimaries(run);
            assertBulksTakeTheShortestWay(run);

            int moving =
                    shardsByNode(run).getOrDefault(first, Set.of()).iterator().next();
            move(run, moving, first, second);
            awaitLanesAtTheirPrimaries(run);
            assertThat(lanesByWriter(run).get(second)).contains(moving);
            assertBulksTakeTheShortestWay(run);

            killed.kill();
            write(run);
            run.awaitCaughtUp();
            run.assertCopied();
        }
    }

    private static void awaitLanesAtTheirPrimaries(CopyRun run) {
        Awaitility.await()
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(lanesByWriter(run)).isEqualTo(shardsByNode(run)));
    }

    /// What is written from now on is taken by the node that holds it.
    private static void assertBulksTakeTheShortestWay(CopyRun run) {
        run.awaitCaughtUp();
        long since = System.currentTimeMillis();
        write(run);
        run.awaitCaughtUp();
        Map<Integer, String> addressOf = new TreeMap<>();
        JsonNode nodes = run.rest().get("/_nodes/http").path("nodes");
        shardsByNode(run).forEach((name, shards) -> {
            for (JsonNode node : nodes) {
                if (node.path("name").asString("").equals(name)) {
                    shards.forEach(shard -> addressOf.put(
                            shard,
                            "http://"
                                    + node.path("http").path("publish_address").asString("")));
                }
            }
        });
        Map<Integer, Set<String>> taken = new TopicContent(run.connection())
                .of(run.topics().outcomes()).stream()
                        .filter(record -> record.timestamp() > since)
                        .map(record -> Outcome.decode(record.value()))
                        .collect(Collectors.groupingBy(
                                Outcome::lane, TreeMap::new, Collectors.mapping(Outcome::node, Collectors.toSet())));
        assertThat(taken).isNotEmpty();
        taken.forEach((lane, by) -> assertThat(by).as("lane " + lane).containsExactly(addressOf.get(lane)));
    }

    private static void write(CopyRun run) {
        for (int i = 0; i < 40; i++) {
            run.rest().put("/" + run.source() + "/_doc/w" + i, "{\"n\":" + i + "}");
        }
    }

    private static void move(CopyRun run, int shard, String from, String to) {
        run.rest()
                .post(
                        "/_cluster/reroute",
                        "{\"commands\":[{\"move\":{\"index\":\"%s\",\"shard\":%d,\"from_node\":\"%s\",\"to_node\":\"%s\"}}]}"
                                .formatted(run.target(), shard, from, to));
        Awaitility.await()
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(shardsByNode(run).get(to)).contains(shard));
    }

    /// Started primaries of the target, by the name of their node.
    private static Map<String, Set<Integer>> shardsByNode(CopyRun run) {
        JsonNode shards = run.rest().get("/_cat/shards/" + run.target() + "?format=json&h=shard,prirep,state,node");
        return IntStream.range(0, shards.size())
                .mapToObj(shards::get)
                .filter(shard -> shard.path("state").asString("").equals("STARTED"))
                .collect(Collectors.groupingBy(
                        shard -> shard.path("node").asString(""),
                        TreeMap::new,
                        Collectors.mapping(
                                shard -> Integer.valueOf(shard.path("shard").asString("")), Collectors.toSet())));
    }

    private static Map<String, Set<Integer>> lanesByWriter(CopyRun run) {
        String group = run.topics().writersGroup(run.plan().docsTopicId());
        try (Admin admin = run.connection().admin("test")) {
            return admin.describeConsumerGroups(Set.of(group)).all().get().values().stream()
                    .flatMap(one -> one.members().stream())
                    .collect(Collectors.toMap(
                            member -> member.groupInstanceId().orElse("?"),
                            PinnedWritersTest::lanes,
                            (some, others) -> some,
                            TreeMap::new));
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private static Set<Integer> lanes(MemberDescription member) {
        return member.assignment().topicPartitions().stream()
                .map(TopicPartition::partition)
                .collect(Collectors.toSet());
    }
}
