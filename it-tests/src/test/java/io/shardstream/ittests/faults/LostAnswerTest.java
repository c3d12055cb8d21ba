package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.SampleDocument;
import io.shardstream.writer.send.ElasticBulkSender;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// F-03, F-04 and F-08: answers that never come, and a process that comes back from the dead.
@Tag("long")
@RealServers
class LostAnswerTest {
    private static final int DOCUMENTS = 900;

    private final FaultProxy kafka = Servers.kafka().proxy();

    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"SEARCH_ANSWERED", "RECORDS_TAKEN", "CHECKPOINT_WRITTEN", "BULK_DONE", "COMMIT_DONE"})
    void lostAnswerIsMadeUpFor(Moment moment) {
        try (CopyRun run = prepared()) {
            HoldPoint point = moment.in(run);
            point.swallow();
            run.startHere("writer");
            run.startHere("reader");
            run.awaitComplete();

            assertThat(point.isReached()).isTrue();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// C-27.
    @Test
    void aPageInThePlaceOfAnAnswerWhileARunIsPreparedIsAskedForAgain() {
        try (CopyRun run = CopyRun.create().withSource().holding(new Articles(2).stream(DOCUMENTS))) {
            String asked = "GET /" + run.source();
            List<HoldPoint> seen = Servers.cluster().proxies().stream()
                    .map(proxy -> proxy.watch(Direction.REQUEST, asked::equals, 1))
                    .toList();
            Servers.cluster().proxies().forEach(proxy -> proxy.answerItself(asked::equals, 200, 1));
            CopyRun.Output output = run.command("run");

            assertThat(seen).anyMatch(HoldPoint::isReached);
            assertThat(output.code()).as(output.text()).isZero();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        } finally {
            Servers.cluster().clear();
        }
    }

    /// C-140: of a gateway that has nobody behind it for a moment. The first bulk only asks for what the
    /// target knows.
    @ParameterizedTest
    @ValueSource(ints = {302, 405, 410})
    void pagesInThePlaceOfAnAnswerToABulkAreMadeUpFor(int status) {
        try (CopyRun run = prepared()) {
            Servers.cluster().proxies().forEach(proxy -> proxy.answerItself(is -> is.contains("/_bulk"), status, 3));
            Child writer = run.start("writer");
            run.startHere("reader");
            run.awaitComplete();

            assertThat(writer.hasSaid("Bulk requests are being answered by something in front of the target"))
                    .as(writer::tail)
                    .isTrue();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        } finally {
            Servers.cluster().clear();
        }
    }

    /// C-130: of a target, or of a proxy, that needs longer for a large bulk than anybody waits, and carries
    /// it out.
    @Test
    void bulksThatAreNotAnsweredInTimeAreSentInHalves() {
        try (CopyRun run = prepared("bulk-bytes: 5mb", "replicas: 0\nrequest-timeout: 2s", Stream.empty())) {
            Servers.cluster().proxies().forEach(proxy -> proxy.delayLongerThan(100_000, Duration.ofSeconds(3)));
            run.startHere("reader");
            run.awaitRead();
            Child writer = run.start("writer");
            run.awaitComplete();

            assertThat(writer.hasSaid("_bulk within target.request-timeout (2s)"))
                    .as(writer::tail)
                    .isTrue();
            assertThat(run.rejects()).isEmpty();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        } finally {
            Servers.cluster().clear();
        }
    }

    /// C-134, of a firewall for web applications in front of the target that finds an attack in one document.
    @Test
    void aDocumentThatAFirewallDoesNotLetThroughIsRejectedAndTheOthersAreWritten() {
        SampleDocument attack = SampleDocument.of("attack", "{\"title\":\"1' OR '1'='1\"}");
        try (CopyRun run = prepared("bulk-bytes: 5mb", "replicas: 0", Stream.of(attack))) {
            Servers.cluster().proxies().forEach(proxy -> proxy.forbid("OR '1'='1"));
            run.startHere("reader");
            run.awaitRead();
            Child writer = run.start("writer");
            run.awaitCompleteButForRejects();

            assertThat(writer.hasSaid("is sent again, and rejected if this goes on: something in front of the target"))
                    .as(writer::tail)
                    .isTrue();
            assertThat(run.rejects()).singleElement().satisfies(reject -> {
                assertThat(CopyRun.idOf(reject).id()).isEqualTo("attack");
                assertThat(reject.type()).isEqualTo(ElasticBulkSender.REFUSED_ON_THE_WAY);
            });
            Servers.cluster().clear();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        } finally {
            Servers.cluster().clear();
        }
    }

    /// Kafka shows nothing behind a transaction that has begun until that has ended, if need be by its
    /// time-out; only before it begins is there nothing but the fence.
    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"CHECKPOINT_SENT", "CHECKPOINT_DUE"})
    void readerThatWasFrozenWhileAnotherTookOverWritesNoCheckpoint(Moment moment) {
        try (CopyRun run = prepared()) {
            HoldPoint point = moment.in(run);
            Child frozen = run.start("reader");
            run.startHere("writer");
            point.awaitReached();
            frozen.suspend();
            run.startHere("reader");
            run.awaitComplete();
            List<Checkpoint> before = run.checkpoints();

            point.pass();
            frozen.resume();
            assertThat(frozen.awaitEnd(TestPatience.LIMIT)).as(frozen::tail).isZero();

            assertThat(run.checkpoints()).isEqualTo(before);
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void recordsWhoseFateTheProducerGaveUpToLearnAreSentAgainByAnotherProducer() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(2).stream(DOCUMENTS))
                // Two minutes unless told otherwise.
                .withKafkaProperties("request.timeout.ms: 8000, delivery.timeout.ms: 10000")
                .planned()) {
            HoldPoint another = kafka.watch(Direction.REQUEST, "INIT_PRODUCER_ID shardstream-reader-docs"::equals, 2);
            HoldPoint silence = kafka.holdAll(Direction.ANSWER, "PRODUCE shardstream-reader-docs"::equals);
            run.startHere("reader");
            run.startHere("writer");
            silence.awaitReached();
            another.awaitReached();
            silence.pass();
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    private static CopyRun prepared(String writer, String target, Stream<SampleDocument> further) {
        return CopyRun.create()
                .withSource()
                .holding(Stream.concat(new Articles(2).stream(DOCUMENTS), further))
                .withWriter(writer)
                .withTarget(target)
                .planned();
    }

    private static CopyRun prepared() {
        return CopyRun.create()
                .withSource()
                .holding(new Articles(2).stream(DOCUMENTS))
                .planned();
    }
}
