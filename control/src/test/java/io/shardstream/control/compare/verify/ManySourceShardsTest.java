package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// How many searches a comparison of contents costs where the source has many shards.
class ManySourceShardsTest {
    private static final int SOURCE_SHARDS = 200;
    private static final int LANES = 3;
    private static final int DOCUMENTS = 600;

    @ParameterizedTest
    @EnumSource(Content.class)
    void documentsOfAllSourceShardsAreLookedUpTogether(Content content) throws Exception {
        MemoryRun run = new MemoryRun(SOURCE_SHARDS, LANES);
        for (int i = 0; i < DOCUMENTS; i++) {
            run.source(i % SOURCE_SHARDS).index("d" + i, "{\"n\":" + i + "}");
        }
        run.copy();
        AtomicInteger searches = new AtomicInteger();
        for (int lane = 0; lane < LANES; lane++) {
            run.target(lane).before(call -> {
                if (call.equals("bodies")) {
                    searches.incrementAndGet();
                }
            });
        }

        VerificationReport report = new Verification(
                        run.compared(4), Set.of(), run, run.sleeper(), 10_000, new Random(1))
                .run(VerificationOptions.last(Duration.ofSeconds(30)).withContent(content), _ -> {});

        assertThat(report.contents()).isEqualTo(DOCUMENTS);
        assertThat(searches).hasValue(LANES);
    }
}
