package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A document that the target has lost, and that somebody else creates there while a comparison lasts.
class LateForeignTest {
    private static final VerificationOptions ONLINE = VerificationOptions.online(Duration.ofSeconds(30));

    private final MemoryRun run = new MemoryRun(2, 3);
    private final List<DocumentDifference> told = new ArrayList<>();
    private int reached;

    /// @param mostBytes which makes one round, or several
    /// @param stage in which it is created
    /// @param time how often that stage has been reached by then
    @ParameterizedTest
    @CsvSource({"10000, comparing ids, 1", "1, reading version words of the target, 2", "1, comparing ids, 1"})
    void hidesNothing(long mostBytes, String stage, int time) throws Exception {
        for (int i = 0; i < 30; i++) {
            run.source(i % 2).index("d" + i, "{}");
        }
        run.copy();
        run.targetOf("d27").drop("d27");

        VerificationReport report = new Verification(
                        run.compared(), Set.of(), run, run.sleeper(), mostBytes, new Random(1))
                .tellingStages(name -> {
                    if (name.equals(stage) && ++reached == time) {
                        run.targetOf("d27").write("d27", null, 1, "{\"theirs\":1}");
                    }
                })
                .run(ONLINE, told::add);

        assertThat(report.isClean()).isFalse();
        assertThat(told)
                .singleElement()
                .extracting(DocumentDifference::kind, one -> one.document().id().utf8())
                .containsExactly(Kind.FOREIGN, "d27");
    }
}
