package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.control.state.lanes.KafkaLaneStarts;
import io.shardstream.control.state.topics.Replicas;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.plan.FoundCodes;
import io.shardstream.ittests.server.Brokers;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.kafka.KafkaBroker;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/// F-40, F-41 and F-45: three brokers, of which two must have a record before it is acknowledged.
///
/// More kills of leaders: `-Dshardstream.leader.kills=20`.
@TestInstance(Lifecycle.PER_CLASS)
@Tag("long")
@RealServers
class ThreeBrokersTest {
    private static final int DOCUMENTS = 300;
    private static final int KILLS = Integer.getInteger("shardstream.leader.kills", 2);
    private static final int BLOCKED = 3;
    private static final int LANES = 5;
    private static final String NO_SAMPLE = "--sample=0s";
    private static final String SESSION = "session-timeout: 3s";

    private KafkaCluster kafka;

    @BeforeAll
    void start() {
        kafka = KafkaCluster.builder()
                .brokers(3)
                .heapMegabytes(256)
                .compilingLittle()
                .setting("group.max.session.timeout.ms", "60000")
                .start();
    }

    @AfterAll
    void stop() {
        kafka.close();
    }

    /// F-41. Brokers that are stopped in good order leave the third one as the only one in sync.
    @Test
    void nothingIsTakenWhileFewerBrokersAreInSyncThanNeededAndTheRunGoesOnByItself() throws Exception {
        try (CopyRun run = following();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            kafka.broker(2).stop();
            kafka.broker(3).stop();
            assertThat(docs.inSync(0)).isEqualTo(1);
            assertThat(docs.leader(0)).isEqualTo(1);
            assertThat(FoundCodes.byDoctor(run)).contains("blocks topic-replicas-not-in-sync");
            run.holding(new Articles(2).stream(DOCUMENTS));
            run.rest().post("/" + run.source() + "/_refresh", "");
            List<Long> before = docs.ends();
            // Long enough for a reader that is content with one broker.
            Awaitility.await()
                    .during(Duration.ofSeconds(4))
                    .atMost(TestPatience.LIMIT)
                    .untilAsserted(() -> assertThat(docs.ends()).isEqualTo(before));
            List.of(2, 3).forEach(id -> kafka.broker(id).launch());
            List.of(2, 3).forEach(id -> kafka.broker(id).awaitReady());
            run.awaitCaughtUp();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// F-40. Whoever leads a lane next is the next to be killed, while documents change all the time.
    @Test
    void leadersOfALaneAreKilledOneAfterAnotherAndNothingIsLost() throws Exception {
        try (CopyRun run = following();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            run.startHere("writer");
            long state = 2;
            for (int kill = 0; kill < KILLS; kill++) {
                int leader = docs.leader(0);
                KafkaBroker broker = kafka.broker(leader);
                run.holding(new Articles(state++).stream(DOCUMENTS));
                docs.awaitRecords(docs.records() + 1);
                broker.kill();
                run.holding(new Articles(state++).stream(DOCUMENTS));
                awaitAnotherLeader(docs, leader);
                broker.start();
                awaitAllInSync(docs);
            }
            run.awaitCaughtUp();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// F-45. The only replica that has the last records of a lane dies, and one that lacks them is let lead. What
    /// is published then takes the offsets of records that were committed.
    @Test
    void aLaneWhoseTailIsCutByAnUncleanElectionIsNotReadOnPastWhatTookItsPlace() throws Exception {
        try (CopyRun run = following(CopyRun.through(Brokers.of(kafka)).intoShards(1));
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            makeUnclean(run);
            run.startHere("reader");
            long committed;
            try (Here _ = run.startHere("writer")) {
                run.awaitCaughtUp();
                kafka.broker(2).kill();
                awaitInSync(docs, 1);
                run.holding(new Articles(2).stream(DOCUMENTS));
                run.awaitCaughtUp();
                committed = docs.committed(0);
            }
            assertThat(written(run)).containsExactly(committed);
            assertThat(cut(run)).isEmpty();
            kafka.broker(1).kill();
            kafka.broker(2).start();
            awaitLeader(docs, 2);
            assertThat(docs.records()).isLessThan(committed);
            run.holding(new Articles(3).stream(2 * DOCUMENTS));
            docs.awaitRecords(committed + 1);
            assertThat(written(run)).as("what may be trimmed").containsExactly(0L);
            assertThat(cut(run)).containsExactly(0);
            kafka.broker(1).start();
            Here writer = run.startHere("writer");

            assertThat(writer.awaitEnd(TestPatience.LIMIT)).as(writer::said).isEqualTo(BLOCKED);
            assertThat(writer.said())
                    .contains("Lane 0 of " + run.topics().docs() + " no longer has offset " + committed);
            assertThat(docs.committed(0)).isEqualTo(committed);
            assertThat(run.compare().isClean()).isFalse();
        }
    }

    /// C-113: what a first try has made with one replica each, in which nothing could be written.
    @Test
    void topicsWithTooFewReplicasAreMadeAnewWhileTheyAreUnusedAndToldAfterThat() throws Exception {
        CopyRun wish = CopyRun.through(Brokers.of(kafka));
        try (Admin admin = wish.connection().admin("test")) {
            RunTopics topics = wish.topics();
            admin.createTopics(Stream.of(topics.control(), topics.events(), topics.docs(), topics.rejects())
                            .map(name -> new NewTopic(name, lanesOf(name), (short) 1))
                            .toList())
                    .all()
                    .get();
            try (CopyRun run = following(wish)) {
                run.startHere("reader");
                run.startHere("writer");
                run.awaitCaughtUp();
                assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
                for (String topic : topics.all()) {
                    assertThat(replicas(admin, topic)).as(topic).isEqualTo(3);
                }
                assertThat(replicas(admin, topics.events())).isEqualTo(3);

                keep(admin, topics.outcomes(), 2);
                CopyRun.Output told = run.command("doctor");
                assertThat(told.code()).as(told.text()).isEqualTo(BLOCKED);
                assertThat(told.text().replaceAll("\\s+", " "))
                        .contains("Topic " + topics.outcomes()
                                + " is kept on 1 broker, and takes nothing that is not on 2");
            }
        }
    }

    /// The broker's default is taken where the run file does not say.
    @Test
    void aRunFileWithoutReplicationHasItsTopicsOnThreeBrokers() throws Exception {
        try (CopyRun run = following(CopyRun.through(Brokers.of(kafka)).withDefaults());
                Admin admin = run.connection().admin("test")) {
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();

            for (String topic : run.topics().all()) {
                assertThat(replicas(admin, topic)).as(topic).isEqualTo(3);
            }
        }
    }

    /// Settings of brokers and topics that somebody has changed since the run began.
    @Test
    void brokersAndTopicsThatDoNotKeepRecordsAreToldBeforeARunAndWhileItWorks() throws Exception {
        ConfigResource all = new ConfigResource(ConfigResource.Type.BROKER, "");
        List<AlterConfigOp> unsafe = List.of(
                set(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "true"),
                set(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "1"));
        // Kafka does not let go of the first once it was set (eligible leader replicas).
        List<AlterConfigOp> safe = List.of(
                set(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2"),
                set(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false"));
        try (CopyRun run = following();
                Admin admin = run.connection().admin("test")) {
            assertThat(FoundCodes.plannedWith(run, "replication: 3", "replication: 1", NO_SAMPLE))
                    .contains("blocks replication-below-min-isr");
            assertThat(FoundCodes.plannedWith(run, SESSION, "session-timeout: 2m", NO_SAMPLE))
                    .contains("blocks session-timeout-refused");
            assertThat(FoundCodes.byDoctorWith(run, SESSION, "session-timeout: 2m"))
                    .contains("blocks session-timeout-refused");
            keep(admin, run.topics().outcomes(), 1, 2);
            admin.incrementalAlterConfigs(Map.of(all, unsafe)).all().get();
            try {
                Awaitility.await()
                        .atMost(TestPatience.LIMIT)
                        .untilAsserted(() -> assertThat(FoundCodes.byDoctor(run))
                                .contains(
                                        "warns acknowledged-by-one-broker",
                                        "warns unclean-leader-election",
                                        "warns topic-replicas-missing"));
                assertThat(FoundCodes.plannedWith(run, SESSION, SESSION, NO_SAMPLE))
                        .contains(
                                "warns acknowledged-by-one-broker",
                                "warns unclean-leader-election",
                                "warns topic-replicas-missing");
            } finally {
                admin.incrementalAlterConfigs(Map.of(all, safe)).all().get();
            }
        }
    }

    private static int lanesOf(String topic) {
        return topic.endsWith(".control") || topic.endsWith(".events") ? 1 : LANES;
    }

    private static int replicas(Admin admin, String topic) throws Exception {
        return Replicas.least(Objects.requireNonNull(
                admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic)));
    }

    private static List<Long> written(CopyRun run) {
        try (KafkaLaneStarts lanes = new KafkaLaneStarts(run.connection(), run.topics(), run.plan())) {
            return lanes.written((_, _) -> true);
        }
    }

    private static Set<Integer> cut(CopyRun run) {
        try (KafkaLaneStarts lanes = new KafkaLaneStarts(run.connection(), run.topics(), run.plan())) {
            return lanes.cut();
        }
    }

    private CopyRun following() {
        return following(CopyRun.through(Brokers.of(kafka)));
    }

    private static CopyRun following(CopyRun run) {
        run.withSource().holding(new Articles(1).stream(DOCUMENTS)).following();
        return run.planned();
    }

    /// Where a person has chosen that a lane goes on rather than that it keeps what was acknowledged.
    private static void makeUnclean(CopyRun run) throws Exception {
        ConfigResource docs =
                new ConfigResource(ConfigResource.Type.TOPIC, run.topics().docs());
        try (Admin admin = run.connection().admin("test")) {
            admin.incrementalAlterConfigs(Map.of(
                            docs,
                            List.of(
                                    set(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "true"),
                                    set(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "1"))))
                    .all()
                    .get();
            keep(admin, run.topics().docs(), 1, 2);
        }
    }

    private static AlterConfigOp set(String name, String value) {
        return new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
    }

    /// Keeps the first partition of a topic on these brokers.
    private static void keep(Admin admin, String topic, Integer... brokers) throws Exception {
        admin.alterPartitionReassignments(Map.of(
                        new TopicPartition(topic, 0), Optional.of(new NewPartitionReassignment(List.of(brokers)))))
                .all()
                .get();
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .untilAsserted(() -> assertThat(replicas(admin, topic)).isEqualTo(brokers.length));
    }

    private static void awaitAnotherLeader(DocsTopicInHand docs, int than) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(docs.leader(0)).isNotIn(-1, than));
    }

    private static void awaitLeader(DocsTopicInHand docs, int wanted) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(docs.leader(0)).isEqualTo(wanted));
    }

    private static void awaitAllInSync(DocsTopicInHand docs) {
        awaitInSync(docs, 3);
    }

    private static void awaitInSync(DocsTopicInHand docs, int brokers) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(docs.inSync(0)).isEqualTo(brokers));
    }
}
