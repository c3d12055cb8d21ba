package io.shardstream.control.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.words.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
