package io.shardstream.control.compare.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.verify.DocumentDifference;
import io.shardstream.control.compare.verify.Kind;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.verify.VerificationOptions;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Two documents of a shrunk source that share a number: the target has refused one, the source deletes the
/// other. Then both sides have the number once.
class SharedNumberTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final MemoryRun run = new MemoryRun(1, 1);

    private void refuseOneAndDeleteTheOther() {
        run.source(0).indexAt(0, "refused", null, "{}");
        run.source(0).indexAt(0, "deleted", null, "{}");
        run.source(0).index("other", "{}");
        run.copy();
        run.reject("refused", null, run.word(0, 0));
        run.source(0).delete("deleted");
        run.copy();
        run.target(0).drop("refused");
    }

    @Test
    void theSweepFindsTheOneThatWasDeleted() throws Exception {
        refuseOneAndDeleteTheOther();
        List<String> found = new ArrayList<>();

        new Sweep(run.compared(), run, run.sleeper(), 1000)
                .run(SweepOptions.last(PATIENCE), name -> found.add(name.id().utf8()));

        assertThat(found).containsExactly("deleted");
        assertThat(run.copied()).containsOnlyKeys("other");
    }

    @Test
    void theVerificationNamesIt() throws Exception {
        refuseOneAndDeleteTheOther();
        List<DocumentDifference> found = new ArrayList<>();

        new Verification(run.compared(), Set.of(), run, run.sleeper(), 1000, new Random(1))
                .run(VerificationOptions.last(PATIENCE), found::add);

        assertThat(found).anySatisfy(difference -> {
            assertThat(difference.kind()).isEqualTo(Kind.EXTRA);
            assertThat(difference.document().id().utf8()).isEqualTo("deleted");
        });
    }
}
