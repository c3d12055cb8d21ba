package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Thirty documents that were copied in memory, and what is told of them.
final class VerificationFixture {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final VerificationOptions LAST = VerificationOptions.last(PATIENCE);
    static final VerificationOptions ONLINE = VerificationOptions.online(PATIENCE);

    final MemoryRun run = new MemoryRun(2, 3);
    final List<DocumentDifference> told = new ArrayList<>();

    VerificationFixture() {
        for (int i = 0; i < 30; i++) {
            run.source(i % 2).index("d" + i, "{\"n\":" + i + "}");
        }
        run.copy();
    }

    VerificationReport verify(VerificationOptions options) throws Exception {
        return verify(options, 10_000);
    }

    VerificationReport verify(VerificationOptions options, long mostBytes) throws Exception {
        told.clear();
        return new Verification(run.compared(), Set.of(), run, run.sleeper(), mostBytes, new Random(1))
                .run(options, told::add);
    }

    void assertOnly(Kind kind, String... ids) {
        assertThat(told).extracting(DocumentDifference::kind).containsOnly(kind);
        assertThat(told)
                .extracting(difference -> difference.document().id().utf8())
                .containsExactlyInAnyOrder(ids);
    }

    void assertRepaired(String... ids) throws Exception {
        VerificationReport report = verify(LAST.withContent(Content.ALL).withRepair(true));
        assertThat(report.isClean()).isTrue();
        assertThat(report.repaired()).isEqualTo(ids.length);
        assertThat(verify(LAST.withContent(Content.ALL)).counts()).isEmpty();
    }

    long word(String id) {
        return run.targetOf(id).version(id);
    }
}
