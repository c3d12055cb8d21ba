package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// F-01, F-02 and F-07: SIGKILL of a reader or a writer between any two of its steps.
@RealServers
class KillTest {
    private static final int SOURCE_SHARDS = 3;
    private static final int DOCUMENTS = 900;

    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"RECORDS_TAKEN", "CHECKPOINT_WRITTEN"})
    void readerKilledAt(Moment moment) {
        killedAt(moment, "reader", "writer");
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"SEARCH_ANSWERED", "RECORDS_SENT", "CHECKPOINT_DUE"})
    void readerKilledAtOtherMoments(Moment moment) {
        killedAt(moment, "reader", "writer");
    }

    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"BULK_DONE", "COMMIT_DONE"})
    void writerKilledAt(Moment moment) {
        killedAt(moment, "writer", "reader");
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"BULK_SENT", "OUTCOMES_SENT", "COMMIT_DUE"})
    void writerKilledAtOtherMoments(Moment moment) {
        killedAt(moment, "writer", "reader");
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"BULK_SENT", "BULK_DONE"})
    void writerKilledAfterItHasCommittedWhatOtherBulksWrote(Moment moment) {
        try (CopyRun run = prepared()) {
            HoldPoint point = moment.in(run);
            run.startHere("reader");
            Child killed = run.start("writer");
            point.awaitReached();
            Moment.nextCommit().awaitReached();
            killed.kill();
            point.swallow();

            run.start("writer");
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void readerKeepsNoCheckpointOfRecordsThatKafkaHasNotGot() {
        FaultProxy kafka = Servers.kafka().proxy();
        try (CopyRun run = prepared()) {
            HoldPoint records = kafka.holdAll(Direction.REQUEST, "PRODUCE shardstream-reader-docs"::equals);
            // Of each shard the first one says which history is read, before anything is.
            HoldPoint checkpoint = kafka.watch(
                    Direction.REQUEST, what -> what.startsWith("END_TXN shardstream-reader-slice"), SOURCE_SHARDS + 1);
            Child killed = run.start("reader");
            records.awaitReached();
            // Long enough for a reader that does not wait; one that does never reaches it.
            Awaitility.await()
                    .during(Duration.ofSeconds(3))
                    .atMost(TestPatience.LIMIT)
                    .until(() -> !checkpoint.isReached());
            killed.kill();
            records.swallow();

            run.startHere("reader");
            run.startHere("writer");
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    private static void killedAt(Moment moment, String victim, String other) {
        try (CopyRun run = prepared()) {
            HoldPoint point = moment.in(run);
            run.startHere(other);
            Child killed = run.start(victim);
            point.awaitReached();
            killed.kill();
            point.swallow();

            run.start(victim);
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
            assertNothingIsWrittenAnyMore(run);
        }
    }

    private static CopyRun prepared() {
        return CopyRun.create()
                .withSource()
                .holding(new Articles(1).stream(DOCUMENTS))
                .planned();
    }

    /// By a writer that was frozen, say.
    private static void assertNothingIsWrittenAnyMore(CopyRun run) {
        String alias = run.plan().writeAlias();
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .until(() ->
                        run.targetRest().send("GET", "/_alias/" + alias, "").status() == 404);
        assertThat(run.targetRest()
                        .send("PUT", "/" + alias + "/_doc/late?require_alias=true", "{}")
                        .status())
                .isEqualTo(404);
        assertThat(run.command("verify").code()).isZero();
    }
}
