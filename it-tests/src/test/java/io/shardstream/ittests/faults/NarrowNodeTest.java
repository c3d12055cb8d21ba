package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.SampleDocument;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// F-11 to F-13 and F-16: a node that takes little at once gets everything all the same, and refuses for good only what
/// alone is more than it takes.
@Tag("long")
@RealServers
class NarrowNodeTest {
    private static final int DOCUMENTS = 900;
    private static final String QUEUE_NODE = "node-0";
    private static final String HTTP_NODE = "node-1";

    private final ProxiedCluster narrow = Servers.narrow();

    @Test
    void aFullWriteQueueIsTriedAgainUntilAllIsWritten() {
        try (CopyRun run = copyOnto(QUEUE_NODE, "bulk-bytes: 64kb", Stream.empty())) {
            run.startHere("reader");
            run.awaitRead();
            try (Crowd _ = Crowd.writingTo(narrow.servers().url())) {
                run.start("writer")
                        .awaitSaid("429 es_rejected_execution_exception: rejected execution of TimedRunnable");
            }
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void aBulkAboveTheIndexingPressureLimitIsHalved() {
        try (CopyRun run = copyOnto(QUEUE_NODE, "bulk-bytes: 5mb", Stream.empty())) {
            run.startHere("reader");
            run.awaitRead();
            Child writer = run.start("writer");
            run.awaitComplete();

            assertThat(writer.hasSaid("A bulk is sent again: "))
                    .as(writer::tail)
                    .isTrue();
            assertThat(run.rejects()).isEmpty();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void aRequestAboveTheHttpLimitIsHalvedAndADocumentAboveItIsRejected() {
        try (CopyRun run = copyOnto(HTTP_NODE, "bulk-bytes: 5mb", Stream.of(large("above", 400_000)))) {
            assertWrittenButFor("above", run, "is too large for the target: ", "larger than the limit of");
        }
    }

    @Test
    void aRequestAboveTheLimitOfAProxyInFrontIsHalvedAndADocumentAboveItIsRejected() {
        FaultProxy proxy = narrow.proxies().get(1);
        proxy.refuseLongerThan(50_000);
        try (CopyRun run = copyOnto(HTTP_NODE, "bulk-bytes: 128kb", Stream.of(large("above", 60_000)))) {
            assertWrittenButFor("above", run, "is too large for the target: ", "Request Entity Too Large");
        }
    }

    @Test
    void aBreakerThatTripsIsWaitedFor() {
        try (CopyRun run = copyOnto(QUEUE_NODE, "bulk-bytes: 64kb", Stream.empty())) {
            run.startHere("reader");
            run.awaitRead();
            // Less than the heap that is in use, so that whatever is asked is too much.
            limit("indices.breaker.total.limit", "\"20mb\"");
            try {
                run.start("writer").awaitSaid("circuit_breaking_exception: [parent] Data too large");
            } finally {
                limit("indices.breaker.total.limit", "null");
            }
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    /// @param id the one document that is refused for good
    /// @param said by the writer of bulks that were refused
    /// @param reason of the reject
    private static void assertWrittenButFor(String id, CopyRun run, String said, String reason) {
        run.startHere("reader");
        run.awaitRead();
        Child writer = run.start("writer");
        run.awaitCompleteButForRejects();

        assertThat(writer.hasSaid(said)).as(writer::tail).isTrue();
        assertThat(run.rejects()).singleElement().satisfies(reject -> {
            assertThat(CopyRun.idOf(reject).id()).isEqualTo(id);
            assertThat(reject.type()).isEqualTo(Reject.TOO_LARGE);
            assertThat(reject.reason()).contains(reason);
        });
        assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
    }

    private void limit(String setting, String value) {
        narrow.rest().put("/_cluster/settings", "{\"persistent\":{\"%s\":%s}}".formatted(setting, value));
    }

    private CopyRun copyOnto(String node, String writer, Stream<SampleDocument> further) {
        return CopyRun.create()
                .withSource()
                .holding(Stream.concat(new Articles(7).stream(DOCUMENTS), further))
                .into(narrow, node.equals(QUEUE_NODE) ? 0 : 1)
                .withTarget("replicas: 0\nsettings: {index.routing.allocation.require._name: %s}".formatted(node))
                .withWriter(writer)
                .intoShards(1)
                .planned();
    }

    private static SampleDocument large(String id, int bytes) {
        return SampleDocument.of(id, "{\"title\":\"" + "x".repeat(bytes) + "\"}");
    }
}
