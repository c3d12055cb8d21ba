package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A comparison of a run that was cut over, while production writes to the target.
class ProductionWritesTest {
    private static final VerificationOptions AFTERWARDS =
            new VerificationOptions(false, false, Content.ALL, false, Duration.ofSeconds(30));

    private final MemoryRun run = new MemoryRun(2, 2);
    private final List<DocumentDifference> told = new ArrayList<>();
    private final List<Long> atSwap = new ArrayList<>();

    @BeforeEach
    void cutOver() throws Exception {
        for (int i = 0; i < 30; i++) {
            run.source(i % 2).index("d" + i, "{\"n\":" + i + "}");
        }
        run.copy();
        for (ScannedShard shard : run.compared().target()) {
            atSwap.add(shard.numbers().maxSeqNo());
        }
    }

    @Test
    void whatProductionHasWrittenIsCountedAndNoDifference() throws Exception {
        write("new", 1);
        write("d4", run.targetOf("d4").version("d4") + 1);
        write("d7", run.targetOf("d7").version("d7") + 40);

        Verification verification = verification().sinceSwap(atSwap);
        VerificationReport report = verification.run(AFTERWARDS, told::add);

        assertThat(told).isEmpty();
        assertThat(report.isClean()).isTrue();
        assertThat(report.isEqual()).isFalse();
        assertThat(verification.operationsSinceSwap()).isEqualTo(3);
    }

    @Test
    void withoutASwapTheSameDiffers() throws Exception {
        write("new", 1);
        write("d4", run.targetOf("d4").version("d4") + 40);

        assertThat(verification().run(AFTERWARDS, told::add).isClean()).isFalse();
        assertThat(told).extracting(DocumentDifference::kind).contains(Kind.FOREIGN, Kind.AHEAD);
    }

    /// Which document a delete was of nobody can tell afterwards.
    @Test
    void whatIsMissingFromAShardThatProductionHasWrittenToIsNotJudged() throws Exception {
        run.targetOf("d4").delete("d4");

        VerificationReport report = verification().sinceSwap(atSwap).run(AFTERWARDS, told::add);

        assertThat(told).isEmpty();
        assertThat(report.isClean()).isTrue();
        assertThat(report.unjudged()).isEqualTo(1);
    }

    @Test
    void whatTheRunHasLeftOtherwiseIsFoundAllTheSame() throws Exception {
        run.targetOf("d4").drop("d4");
        String other = other("d4");
        write(other, run.targetOf(other).version(other) + 40);

        VerificationReport report = verification().sinceSwap(atSwap).run(AFTERWARDS, told::add);

        assertThat(told).extracting(DocumentDifference::kind).containsExactly(Kind.MISSING);
        assertThat(report.differences()).isEqualTo(1);
    }

    /// One of the documents in another shard of the target.
    private String other(String id) {
        return run.copied().keySet().stream()
                .filter(one -> run.targetOf(one) != run.targetOf(id))
                .findFirst()
                .orElseThrow();
    }

    private void write(String id, long version) {
        run.targetOf(id).write(id, null, version, "{\"theirs\":1}");
    }

    private Verification verification() {
        return new Verification(run.compared(), Set.of(), run, run.sleeper(), 10_000, new Random(1));
    }
}
