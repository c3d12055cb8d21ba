package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Outcome;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.TopicContent;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import java.util.List;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// F-26: lanes follow their primaries from writer to writer, source shards theirs from reader to reader, and a pin
/// holds
/// nothing up.
@Tag("long")
@RealServers
class PinsTest {
    private static final int SHARDS = 4;

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
            Child killed = run.start("writer", "--pin", "machine=" + second, "--instance", second);
            awaitLanesAtTheirPrimaries(run);
            assertBulksTakeTheShortestWay(run);

            int moving =
                    shardsByNode(run).getOrDefault(first, Set.of()).iterator().next();
            move(run, run.target(), moving, first, second);
            awaitLanesAtTheirPrimaries(run);
            assertThat(lanesByWriter(run).get(second)).contains(moving);
            assertBulksTakeTheShortestWay(run);

            killed.kill();
            write(run);
            run.awaitCaughtUp();
            run.assertCopied();
        }
    }

    @Test
    void sourceShardsGoToTheReaderOfTheirPrimarysNodeAndToAnyWhenThatReaderIsKilled() {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":4,\"routing.rebalance.enable\":\"none\"", "{}")
                .holding(new Articles(6).stream(300))
                .following()
                .planned()) {
            String first = Servers.cluster().servers().node(0).name();
            String second = Servers.cluster().servers().node(1).name();
            run.startHere("writer");
            run.start("reader", "--pin", first, "--instance", first);
            Child killed = run.start("reader", "--pin", "machine=" + second, "--instance", second);
            awaitShardsAtTheirPrimaries(run);
            // Three and one: nobody would divide four shards so but for the pins.
            int moving = shardsByNode(run, run.source())
                    .getOrDefault(first, Set.of())
                    .iterator()
                    .next();
            move(run, run.source(), moving, first, second);
            awaitShardsAtTheirPrimaries(run);

            killed.kill();
            write(run);
            run.awaitCaughtUp();
            run.assertCopied();
        }
    }

    private static void awaitLanesAtTheirPrimaries(CopyRun run) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(lanesByWriter(run)).isEqualTo(shardsByNode(run)));
    }

    private static void awaitShardsAtTheirPrimaries(CopyRun run) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(members(run, run.topics().readersGroup()).stream()
                                .map(PinsTest::lanes)
                                .toList())
                        .containsExactlyInAnyOrderElementsOf(
                                shardsByNode(run, run.source()).values()));
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

    private static void move(CopyRun run, String index, int shard, String from, String to) {
        run.rest()
                .post(
                        "/_cluster/reroute",
                        "{\"commands\":[{\"move\":{\"index\":\"%s\",\"shard\":%d,\"from_node\":\"%s\",\"to_node\":\"%s\"}}]}"
                                .formatted(index, shard, from, to));
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .untilAsserted(
                        () -> assertThat(shardsByNode(run, index).get(to)).contains(shard));
    }

    /// Started primaries, by the name of their node.
    private static Map<String, Set<Integer>> shardsByNode(CopyRun run) {
        return shardsByNode(run, run.target());
    }

    private static Map<String, Set<Integer>> shardsByNode(CopyRun run, String index) {
        JsonNode shards = run.rest().get("/_cat/shards/" + index + "?format=json&h=shard,prirep,state,node");
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
        return members(run, run.topics().writersGroup(run.plan().docsTopicId())).stream()
                .collect(Collectors.toMap(
                        member -> member.groupInstanceId().orElse("?"),
                        PinsTest::lanes,
                        (some, others) -> some,
                        TreeMap::new));
    }

    private static List<MemberDescription> members(CopyRun run, String group) {
        try (Admin admin = run.connection().admin("test")) {
            return admin.describeConsumerGroups(Set.of(group)).all().get().values().stream()
                    .flatMap(one -> one.members().stream())
                    .toList();
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
