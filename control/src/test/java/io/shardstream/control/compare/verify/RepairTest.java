package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Documents that the target has lost, two of which are more than is published together.
class RepairTest {
    private static final int DOCUMENTS = 3;

    private final MemoryRun run = new MemoryRun(1, 1);
    private int before;

    @BeforeEach
    void lose() {
        String body = "{\"t\":\"" + "x".repeat(3 << 20) + "\"}";
        for (int i = 0; i < DOCUMENTS; i++) {
            run.source(0).index("d" + i, body);
        }
        run.copy();
        for (int i = 0; i < DOCUMENTS; i++) {
            run.targetOf("d" + i).drop("d" + i);
        }
        before = run.records();
    }

    private VerificationReport repair() throws Exception {
        return new Verification(run.compared(), Set.of(), run, run.sleeper(), 10_000, new Random(1))
                .run(VerificationOptions.online(Duration.ofSeconds(30)).withRepair(true), _ -> {});
    }

    private void readWithoutWriting() {
        run.stopWriters();
        run.copyNew();
        run.skipToEnd();
        run.startWriters();
        before = run.records();
    }

    /// Documents of which a role has come to hide fields.
    @Test
    void nothingIsPublishedOfWhatMayBeHidden() {
        run.sight(() -> {
            throw new BlockedException("hidden");
        });

        assertThatThrownBy(this::repair).isInstanceOf(BlockedException.class).hasMessage("hidden");

        assertThat(run.records()).isEqualTo(before);
    }

    @Test
    void norIsItWhereTheClusterDoesNotSay() {
        run.sight(() -> {
            throw new ElasticException.Malformed("source does not say what is hidden");
        });

        assertThatThrownBy(this::repair)
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessage("source does not say what is hidden");

        assertThat(run.records()).isEqualTo(before);
    }

    /// Kafka has lost the rejects of readers that had read these documents.
    @Test
    void whatNoReaderCouldPublishIsRejectedAnew() throws Exception {
        run.source(0).readUpTo(3 << 20);
        run.source(0).index("d1", "{}");
        run.source(0).refuseToReturn("d1");
        run.source(0).index("small", "{}");
        readWithoutWriting();

        VerificationReport report = repair();

        assertThat(report.counts()).containsOnly(Map.entry(Kind.REJECTED, 3L));
        assertThat(report.isClean()).isTrue();
        assertThat(report.repaired()).isEqualTo(1);
        assertThat(run.noted())
                .extracting(reject -> reject.document().id().utf8(), reject -> ((Reject) reject).type())
                .containsExactlyInAnyOrder(
                        tuple("d0", Reject.TOO_LARGE),
                        tuple("d1", Reject.UNREADABLE_IN_SOURCE),
                        tuple("d2", Reject.TOO_LARGE));
        assertThat(run.copied()).containsOnlyKeys("small");
    }

    @Test
    void whatTheServerReturnsBeyondTheLimitIsNotPublished() throws Exception {
        run.source(0).index("d0", "x".repeat(11 << 20));
        readWithoutWriting();

        VerificationReport report = repair();

        assertThat(report.counts()).containsOnly(Map.entry(Kind.REJECTED, 1L));
        assertThat(run.copied()).containsOnlyKeys("d1", "d2");
    }

    @Test
    void itIsLookedBeforeEachTimeThatSomeArePublished() throws Exception {
        List<Integer> looks = new ArrayList<>();
        run.sight(() -> looks.add(run.records()));

        VerificationReport report = repair();

        assertThat(report.repaired()).isEqualTo(DOCUMENTS);
        assertThat(report.isClean()).isTrue();
        assertThat(looks).containsExactly(before, before + 2);
    }
}
