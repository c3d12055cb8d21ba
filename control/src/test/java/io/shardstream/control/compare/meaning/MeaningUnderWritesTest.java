package io.shardstream.control.compare.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.compare.version.MemoryShard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Searches that are compared while documents are written, and after a cut-over.
class MeaningUnderWritesTest {
    private final MeaningFixture fixture = new MeaningFixture();
    private final MemoryRun run = fixture.run;
    private final MemorySearch search = fixture.search;

    @Test
    void numbersThatWritesExplainAreNoDifference() throws Exception {
        AtomicInteger more = new AtomicInteger();
        run.whileAsking(() -> run.source(0).index("new" + more.incrementAndGet(), "{\"f\":1}"));
        run.whileSleeping(run::copyNew);

        MeaningReport report = fixture.compare();

        assertThat(report.differences()).isEmpty();
        assertThat(report.underWay()).isPositive();
    }

    @Test
    void aDifferenceIsFoundWhileDocumentsAreWritten() throws Exception {
        AtomicInteger more = new AtomicInteger();
        run.whileAsking(() -> run.source(0).index("new" + more.incrementAndGet(), "{\"f\":1}"));
        run.whileSleeping(run::copyNew);
        IntStream.range(0, 3).forEach(i -> search.ignoredInTarget.add("d" + i + ".f"));

        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::field)
                .contains("f", "_ignored");
    }

    @Test
    void documentsThatTheNextSweepDeletesAreNoDifference() throws Exception {
        run.source(0).delete("d0");
        run.source(1).delete("d1");
        run.copyNew();

        MeaningReport report = fixture.compare();

        assertThat(report.differences()).isEmpty();
        assertThat(report.unsettled()).extracting(MeaningDifference::field).containsExactly("f", "t");
        assertThat(report.isEqual()).isFalse();
    }

    @Test
    void documentsThatNobodyKnowsToBeMissingDoNotExplainThemselves() throws Exception {
        run.targetOf("d0").delete("d0");

        MeaningReport report = fixture.compare();

        assertThat(report.differences()).extracting(MeaningDifference::field).contains("f", "t");
        assertThat(fixture.compare(new MeaningOptions(true, 1, 300, Duration.ofMinutes(1)))
                        .differences())
                .isEmpty();
    }

    /// Of a run that was cut over, between the comparison of the documents and this one, and while this one
    /// counts.
    @Test
    void whatProductionWritesToTheTargetAfterACutOverIsNoDifference() throws Exception {
        search.mappings = "{\"properties\":{\"f\":{\"type\":\"integer\"},\"g\":{\"type\":\"integer\"}}}";
        MeaningOptions afterwards = new MeaningOptions(false, 0, 300, Duration.ofMinutes(1));
        List<Long> atSwap = new ArrayList<>();
        for (ScannedShard shard : run.compared().target()) {
            atSwap.add(shard.numbers().maxSeqNo());
        }
        assertThat(fixture.compare(afterwards.sinceSwap(atSwap)).isEqual()).isTrue();
        for (int i = 0; i < 3; i++) {
            writeAsProduction("d" + i);
        }

        assertThat(fixture.compare(afterwards).differences())
                .extracting(MeaningDifference::field)
                .contains("g");
        MeaningReport report = fixture.compare(afterwards.sinceSwap(atSwap));

        assertThat(report.differences()).isEmpty();
        assertThat(report.unsettled()).extracting(MeaningDifference::field).containsExactly("g");
        assertThat(report.isEqual()).isFalse();
        // Where nobody knows how much production has written.
        assertThat(fixture.compare(afterwards.byExamples()).differences()).isEmpty();
        assertThat(fixture.compare(afterwards.byExamples()).unsettled())
                .extracting(MeaningDifference::field)
                .containsExactly("g");
    }

    @Test
    void whatTheRunHasLeftOtherwiseIsFoundAfterACutOverToo() throws Exception {
        List<Long> atSwap = new ArrayList<>();
        for (ScannedShard shard : run.compared().target()) {
            atSwap.add(shard.numbers().maxSeqNo());
        }
        MeaningOptions afterwards = new MeaningOptions(false, 0, 300, Duration.ofMinutes(1));
        writeAsProduction("d0");
        search.ignoredInTarget.add("d5.f");

        for (MeaningOptions options : List.of(afterwards.sinceSwap(atSwap), afterwards.byExamples())) {
            assertThat(fixture.compare(options).differences())
                    .extracting(MeaningDifference::field)
                    .contains("f");
        }
    }

    private void writeAsProduction(String id) {
        MemoryShard shard = run.targetOf(id);
        shard.write(id, null, shard.version(id) + 1, "{\"f\":1,\"t\":\"x\",\"g\":1}");
    }

    @Test
    void documentsThatAreKnownToDifferExplainNumbers() throws Exception {
        run.targetOf("d0").write("d0", null, run.targetOf("d0").version("d0") + 1, "{\"t\":\"x\"}");

        assertThat(fixture.compare(new MeaningOptions(true, 1, 300, Duration.ofMinutes(1)))
                        .differences())
                .isEmpty();
        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::field)
                .containsExactly("f");
    }

    @Test
    void whereDocumentsCountForSeveralOnlyThoseAtRestAreBelieved() throws Exception {
        search.weight = 7;
        run.targetOf("d0").write("d0", null, run.targetOf("d0").version("d0") + 1, "{\"t\":\"x\"}");

        assertThat(fixture.compare(new MeaningOptions(true, 1, 300, Duration.ofMinutes(1)))
                        .differences())
                .isEmpty();
    }
}
