package io.shardstream.ittests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.TestPatience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;

/// A run from its start to its cut-over: copied, followed, swept, verified, compared from outside byte by byte, cut
/// over, compared again, and written to by the alias of production.
final class WholeRun {
    /// Lines of the run file that such a run needs.
    static final String FOLLOWING = "follow: true\nsweep: {every: 30s}\ncutover: {max-blocked: 2m}";

    private final CopyRun run;

    private final StringBuilder took = new StringBuilder();
    private Instant before = Instant.now();

    private WholeRun(CopyRun run) {
        this.run = run;
    }

    /// Gives production an alias of the source, which is there.
    ///
    /// @param run with the lines [#FOLLOWING]
    static WholeRun of(CopyRun run) {
        WholeRun whole = new WholeRun(run);
        run.rest().put("/" + run.source() + "/_alias/" + whole.alias(), "");
        return whole;
    }

    /// What production writes to.
    String alias() {
        return run.source() + "-production";
    }

    /// Starts the run and goes on until it has ended.
    ///
    /// @param meanwhile what is done to the source once the run follows it
    /// @return how many documents were equal on both sides before the cut-over
    long cutOverAfter(Runnable meanwhile) throws Exception {
        Here working = run.startHere("run");
        awaitFollowing(working);
        meanwhile.run();
        run.awaitCaughtUp();
        past("followed");
        assertDone(run.command("sweep"));
        past("swept");
        run.awaitCaughtUp();
        assertDone(run.command("verify", "--content", "all"));
        past("verified");
        long equal = run.assertCopied().equal();
        past("compared");
        assertDone(run.command("cutover"));
        past("cut over");
        Path signed = Path.of(run.topics().run() + ".cutover.json");
        long blocked = SignedOff.decode(Files.readAllBytes(signed)).blockedMillis();
        System.out.printf("run %s:%s, blocked for %.1f s%n", run.topics().run(), took, blocked / 1e3);
        Files.delete(signed);
        assertThat(working.awaitEnd(TestPatience.LIMIT)).as(working.said()).isZero();
        assertThat(run.assertCopied().equal()).isEqualTo(equal);
        run.rest().put("/" + alias() + "/_doc/late?routing=late", "{\"n\":0}");
        assertThat(run.rest().get("/_alias/" + alias()).propertyNames()).containsExactly(run.target());
        return equal;
    }

    /// Notes how long a step has taken.
    private void past(String step) {
        Instant now = Instant.now();
        took.append(
                " %s in %.1f s".formatted(step, Duration.between(before, now).toMillis() / 1e3));
        before = now;
    }

    private void awaitFollowing(Here working) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .failFast(() -> assertThat(working.isAlive()).as(working.said()).isTrue())
                .until(() -> ControlRecords.read(run.connection(), run.topics()).isIn(Phase.CATCHING_UP));
    }

    private static void assertDone(CopyRun.Output output) {
        assertThat(output.code()).as(output.text()).isZero();
    }
}
