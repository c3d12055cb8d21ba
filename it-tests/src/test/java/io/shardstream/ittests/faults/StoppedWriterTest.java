package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Readers publish no more than `docs.max-backlog` allows while nobody writes, and go on when somebody does.
@Tag("long")
@RealServers
class StoppedWriterTest {
    private static final int DOCUMENTS = 1500;
    /// The least that a run file may say; the documents are more than twice as large.
    private static final long LIMIT_BYTES = 1 << 20;
    /// What may be under way beyond the limit: two windows of each of three shards, of 64 KiB.
    private static final long UNDER_WAY_BYTES = 2 * 3 * (64 << 10);

    @Test
    void readersWaitAtTheLimitOfTheBacklogUntilAWriterComes() throws Exception {
        try (CopyRun run = CopyRun.create()
                        .withSource()
                        .holding(new Articles(4).stream(DOCUMENTS))
                        .withDocs("max-document: 100mb\nmax-backlog: 1mb")
                        .planned();
                DocsTopicInHand docs = DocsTopicInHand.of(run)) {
            run.startHere("reader");
            long size = bytesOfSource() / DOCUMENTS;
            docs.awaitRecords(LIMIT_BYTES / size - UNDER_WAY_BYTES / size);
            // Long enough for a reader that does not wait: it reads all of it in less than a second.
            Awaitility.await()
                    .during(Duration.ofSeconds(3))
                    .atMost(TestPatience.LIMIT)
                    .untilAsserted(
                            () -> assertThat(docs.records()).isLessThan((LIMIT_BYTES + 3 * UNDER_WAY_BYTES) / size));
            run.startHere("writer");
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    private static long bytesOfSource() {
        return new Articles(4)
                .stream(DOCUMENTS)
                        .mapToLong(document -> document.source().length())
                        .sum();
    }
}
