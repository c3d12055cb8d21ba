package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// F-57: documents of four megabytes, many times what fits into the heap of the writer.
@Tag("long")
@RealServers
class SmallHeapTest {
    private static final int DOCUMENTS = 60;
    private static final int LONGEST = 4 << 20;
    /// What `writer.max-bytes` says beside what is under way, and what a writer is itself.
    private static final int ENOUGH_MEGABYTES = Integer.getInteger("shardstream.heap", 160);
    private static final int TOO_FEW_MEGABYTES = 32;
    /// As a JVM says it that is told to end by `-XX:+ExitOnOutOfMemoryError`.
    private static final String LAST_WORDS = "Terminating due to java.lang.OutOfMemoryError";

    private static final int OUT_OF_MEMORY = 3;

    @Test
    void aWriterHoldsAsManyBytesAsItMayAndNotAsManyRecords() {
        try (CopyRun run = prepared()) {
            Child writer = writer(run, ENOUGH_MEGABYTES);
            run.awaitComplete();

            assertThat(writer.awaitEnd(TestPatience.LIMIT)).as(writer::tail).isZero();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void whereAWriterRanOutOfMemoryAnotherOneGoesOn() {
        try (CopyRun run = prepared()) {
            Child small = writer(run, TOO_FEW_MEGABYTES);
            assertThat(small.awaitEnd(TestPatience.LIMIT)).as(small::tail).isEqualTo(OUT_OF_MEMORY);
            assertThat(small.hasSaid(LAST_WORDS)).as(small::tail).isTrue();
            writer(run, ENOUGH_MEGABYTES);
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    private static Child writer(CopyRun run, int megabytes) {
        // These are read last, and so win over those of the command line.
        return run.start(Map.of("_JAVA_OPTIONS", "-Xmx" + megabytes + "m -XX:+ExitOnOutOfMemoryError"), "writer");
    }

    private static CopyRun prepared() {
        CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":3", "{\"dynamic\":false}")
                .withWriter("bulk-bytes: 5mb");
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < DOCUMENTS; i++) {
            String text = Long.toHexString(random.nextLong()).repeat(LONGEST / 16);
            run.rest().put("/" + run.source() + "/_doc/large-" + i, "{\"text\":\"" + text + "\"}");
        }
        run.planned();
        run.startHere("reader");
        return run;
    }
}
