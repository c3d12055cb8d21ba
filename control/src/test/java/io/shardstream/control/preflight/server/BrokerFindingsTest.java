package io.shardstream.control.preflight.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Trim;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BrokerFindingsTest {
    private static final int KAFKA_4_0 = 25;
    private static final long GB = 1_000_000_000L;
    private static final int KAFKA_3_9 = 21;
    private static final Map<String, String> SAFE = Map.of("min.insync.replicas", "2");

    @Test
    void threeBrokersWithRoomAreNotedOnly() {
        assertThat(BrokerFindings.of(kafka(3, KAFKA_4_0, SAFE, 9000), need(3, 1000, Trim.NEVER)))
                .extracting(Finding::severity)
                .containsExactly(Severity.NOTES);
    }

    @Test
    void anOlderKafkaBlocks() {
        assertThat(BrokerFindings.of(kafka(3, KAFKA_3_9, SAFE, 9000), need(3, 1000, Trim.NEVER)))
                .contains(Finding.blocks(
                        FindingCode.KAFKA_TOO_OLD, "Kafka is older than 4.0, which is not supported.", "Use Kafka 4."));
    }

    @Test
    void moreReplicasThanBrokersBlock() {
        assertThat(worst(kafka(2, KAFKA_4_0, SAFE, 9000), need(3, 1000, Trim.NEVER)))
                .startsWith("kafka.replication is 3, and there are 2 brokers");
    }

    @Test
    void fewerReplicasThanMustBeInSyncBlock() {
        assertThat(worst(kafka(3, KAFKA_4_0, SAFE, 9000), need(1, 1000, Trim.NEVER)))
                .startsWith("kafka.replication is 1, and brokers take nothing that is not on 2 of them");
    }

    @Test
    void whatWasChosenForARunFileThatDoesNotSayIsTold() {
        assertThat(BrokerFindings.chosen(kafka(3, KAFKA_4_0, Map.of("default.replication.factor", "1"), 9000)))
                .isEqualTo(Finding.notes(
                        FindingCode.REPLICATION_CHOSEN,
                        "The run's topics are kept on 3 brokers of 3, as kafka.replication is not in the run file and"
                                + " the brokers' default.replication.factor is 1.",
                        ""));
        assertThat(BrokerFindings.chosen(kafka(2, KAFKA_4_0, Map.of(), 9000)).what())
                .isEqualTo("The run's topics are kept on 2 brokers of 2, as kafka.replication is not in the run file"
                        + " and the brokers do not tell their default.replication.factor.");
    }

    @Test
    void aSessionThatBrokersDoNotTakeBlocks() {
        assertThat(worst(
                        kafka(3, KAFKA_4_0, Map.of("group.min.session.timeout.ms", "10000"), 9000),
                        need(3, 1000, Trim.NEVER)))
                .startsWith("session-timeout is 6000 ms");
    }

    @Test
    void whatIsNeverTrimmedNeedsRoomForEverything() {
        assertThat(worst(kafka(3, KAFKA_4_0, SAFE, 230), need(3, 1000, Trim.NEVER)))
                .startsWith("Up to 3.0 kB of documents may lie in Kafka at once");
    }

    @Test
    void whatIsTrimmedNeedsRoomForTheBacklog() {
        assertThat(BrokerFindings.of(kafka(3, KAFKA_4_0, SAFE, 1000), need(3, 1000, Trim.WRITTEN)))
                .extracting(Finding::severity)
                .containsExactly(Severity.NOTES);
    }

    @Test
    void aDiskThatMayBeFullBeforeBrokersFreeWhatIsTrimmedIsWarnedOf() {
        assertThat(BrokerFindings.of(kafka(3, KAFKA_4_0, SAFE, 230), need(3, 1000, Trim.WRITTEN)))
                .containsExactly(Finding.warns(
                        FindingCode.BROKER_DISK_TIGHT,
                        "Up to 300 B of documents may lie in Kafka at once (with docs.trim written and"
                                + " kafka.replication 3, as the run file says or as was chosen), less as far as they"
                                + " are compressed, and up to 90 B of them on one broker; broker 0, of 3 the one with"
                                + " the least room, has 230 B. Brokers free what is taken away every five minutes only"
                                + " (log.retention.check.interval.ms).",
                        "Lower docs.max-backlog and throttle.total, or give brokers more disk: a full one stops."));
    }

    @Test
    void roomThatIsEnoughOnlyForCompressedDocumentsIsWarnedOf() {
        assertThat(BrokerFindings.of(kafka(3, KAFKA_4_0, SAFE, 700), need(3, 1000, Trim.NEVER)))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNS);
    }

    @Test
    void theBrokerWithTheLeastRoomIsWhatCounts() {
        assertThat(worst(unequal(), need(3, 300 * GB, Trim.NEVER)))
                .isEqualTo("Up to 900.0 GB of documents may lie in Kafka at once (with docs.trim never and"
                        + " kafka.replication 3, as the run file says or as was chosen), less as far as they are"
                        + " compressed, and up to 300.0 GB of them on one broker; broker 3, of 3 the one with"
                        + " the least room, has 10.0 GB.");
    }

    @Test
    void fewLanesLieOnSomeBrokersOnly() {
        // Two copies for three brokers: the one without room may get none.
        assertThat(BrokerFindings.of(unequal(), need(2, 1, 300 * GB, Trim.NEVER)))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNS);
        // Four copies of two lanes: one broker has both, which is all documents.
        assertThat(BrokerFindings.of(kafka(3, KAFKA_4_0, SAFE, 900), need(2, 2, 1000, Trim.NEVER)))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNS);
    }

    @Test
    void whereOneBrokerHasSeveralCopiesAnotherMayHaveNone() {
        KafkaNeed need = need(2, 2, 1000, Trim.NEVER);
        assertThat(need.mostOnOne(4)).isEqualTo(1000);
        assertThat(need.leastOnOne(4)).isZero();
    }

    @Test
    void allBrokersTogetherAreToHoldEveryCopy() {
        assertThat(worst(kafka(6, KAFKA_4_0, SAFE, 10 * GB), need(3, 1, 300 * GB, Trim.NEVER)))
                .startsWith("Up to 900.0 GB of documents");
    }

    @Test
    void aBrokerThatMayLoseRecordsIsWarnedOf() {
        assertThat(BrokerFindings.of(
                        kafka(3, KAFKA_4_0, Map.of("unclean.leader.election.enable", "true"), 9000),
                        need(1, 1000, Trim.NEVER)))
                .filteredOn(finding -> finding.severity() == Severity.WARNS)
                .hasSize(2);
    }

    @Test
    void ofARunThatWorksWhatBrokersSayNowIsJudgedAndWhatTheyDoNotTellIsNotKnown() {
        assertThat(BrokerFindings.ofWorking(kafka(3, KAFKA_4_0, SAFE, 0), 3, Duration.ofSeconds(6)))
                .isEmpty();
        Map<String, String> unsafe = Map.of(
                "min.insync.replicas", "1",
                "unclean.leader.election.enable", "true",
                "group.max.session.timeout.ms", "5000");
        assertThat(BrokerFindings.ofWorking(kafka(3, KAFKA_4_0, unsafe, 0), 3, Duration.ofSeconds(6)))
                .extracting(Finding::code)
                .containsExactly(
                        FindingCode.ACKNOWLEDGED_BY_ONE_BROKER,
                        FindingCode.UNCLEAN_LEADER_ELECTION,
                        FindingCode.SESSION_TIMEOUT_REFUSED);
        assertThat(BrokerFindings.ofWorking(kafka(3, KAFKA_4_0, Map.of(), 0), 3, Duration.ofSeconds(6)))
                .extracting(Finding::code)
                .containsExactly(FindingCode.BROKER_SETTINGS_UNKNOWN);
    }

    private static String worst(KafkaFacts kafka, KafkaNeed need) {
        return BrokerFindings.of(kafka, need).stream()
                .filter(finding -> finding.severity() == Severity.BLOCKS)
                .map(Finding::what)
                .findFirst()
                .orElse("");
    }

    private static KafkaFacts kafka(int brokers, int version, Map<String, String> settings, long usable) {
        List<BrokerRoom> rooms = IntStream.range(0, brokers)
                .mapToObj(broker -> new BrokerRoom(broker, usable))
                .toList();
        return new KafkaFacts(brokers, OptionalInt.of(version), settings, rooms, List.of(), false);
    }

    private static KafkaFacts unequal() {
        List<BrokerRoom> rooms =
                List.of(new BrokerRoom(1, 1000 * GB), new BrokerRoom(2, 1000 * GB), new BrokerRoom(3, 10 * GB));
        return new KafkaFacts(3, OptionalInt.of(KAFKA_4_0), SAFE, rooms, List.of(), false);
    }

    /// With a backlog of 100 bytes.
    private static KafkaNeed need(int replication, long bytes, Trim trim) {
        return need(replication, 30, bytes, trim);
    }

    private static KafkaNeed need(int replication, int lanes, long bytes, Trim trim) {
        return new KafkaNeed(
                replication, OptionalInt.of(lanes), 100, trim, Duration.ofSeconds(6), OptionalLong.of(bytes));
    }
}
