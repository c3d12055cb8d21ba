package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.sample.SampleDocument;
import io.shardstream.control.sweep.SweepOptions;
import io.shardstream.control.verify.Content;
import io.shardstream.control.verify.VerificationOptions;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// How long it takes to compare all version words, to find the deleted documents among them, and to compare all
/// bytes, with the processor time and the memory of this process alone.
///
/// `./mvnw -pl it-tests -am test -Dtest=VerifySpeedMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.speed.docs=300000` to say otherwise.
class VerifySpeedMeasurement {
    private static final int DOCS = Integer.getInteger("shardstream.speed.docs", 300_000);
    private static final int ONE_PERCENT = 100;

    @Test
    void wordsDeletesAndBytes() throws Exception {
        try (CopyRun run = CopyRun.create().withSource().holding(documents());
                ComparedCopy copy = ComparedCopy.of(run)) {
            Here reader = run.startHere("reader");
            Here writer = run.startHere("writer");
            copy.drain();
            System.out.printf(
                    "%,d documents of about 200 bytes, 3 to 5 shards, 2 nodes, %d cores shared with them%n",
                    DOCS, Runtime.getRuntime().availableProcessors());
            for (int round = 1; round <= 3; round++) {
                measure(
                        round,
                        "sweep, nothing deleted",
                        DOCS,
                        () -> copy.sweep(SweepOptions.last(ComparedCopy.PATIENCE)));
                measure(round, "verify, words and a sample", DOCS, () -> copy.verifyAll(Content.SAMPLE));
                measure(round, "verify, all bytes", DOCS, () -> copy.verifyAll(Content.ALL));
            }
            List<String> ids = IntStream.range(0, DOCS / ONE_PERCENT)
                    .mapToObj(i -> "doc-" + i * ONE_PERCENT)
                    .toList();
            delete(run, ids);
            measure(1, "sweep, 1 % deleted", DOCS, () -> {
                copy.drain();
                assertThat(copy.sweep(SweepOptions.last(ComparedCopy.PATIENCE)).deleted())
                        .isEqualTo(ids.size());
                copy.drainLanes();
            });
            assertThat(copy.verify(VerificationOptions.last(ComparedCopy.PATIENCE), new ArrayList<>())
                            .isClean())
                    .isTrue();
            writer.close();
            reader.close();
        }
    }

    private interface Action {
        void run() throws Exception;
    }

    private static void measure(int round, String what, int words, Action action) throws Exception {
        System.gc();
        long before = heapPeak(true);
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = system.getProcessCpuTime();
        long begun = System.nanoTime();
        action.run();
        double seconds = (System.nanoTime() - begun) / 1e9;
        double cpuSeconds = (system.getProcessCpuTime() - cpu) / 1e9;
        System.out.printf(
                "round %d  %-27s %6.2f s  %,9.0f words/s  %,9.0f words per second of a core of ours  heap %d to %d MB%n",
                round, what, seconds, words / seconds, words / cpuSeconds, before >> 20, heapPeak(false) >> 20);
    }

    private static long heapPeak(boolean reset) {
        long peak = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                if (reset) {
                    pool.resetPeakUsage();
                }
                peak += pool.getPeakUsage().getUsed();
            }
        }
        return peak;
    }

    private static void delete(CopyRun run, List<String> ids) {
        StringBuilder lines = new StringBuilder();
        ids.forEach(id -> lines.append("{\"delete\":{\"_id\":\"").append(id).append("\"}}\n"));
        run.rest().post("/" + run.source() + "/_bulk", lines.toString());
    }

    private static Stream<SampleDocument> documents() {
        String filling = "x".repeat(150);
        return IntStream.range(0, DOCS)
                .mapToObj(i -> SampleDocument.of("doc-" + i, "{\"n\":%d,\"filling\":\"%s\"}".formatted(i, filling)));
    }
}
