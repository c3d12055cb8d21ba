package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.sample.Articles;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.Patience;
import io.shardstream.ittests.server.RealServers;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The start of the docs topic is taken away behind what is verified or written, and nobody takes that for a loss.
@Tag("long")
@RealServers
class TrimmedLogTest {
    private static final int DOCUMENTS = 300;

    @Test
    void whatAVerificationHasFoundIsTrimmedAndNothingBefore() throws Exception {
        try (CopyRun run = following("verified");
                DocsTopic docs = DocsTopic.of(run)) {
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            // Long enough for a controller that does not wait for a verification: it looks every five seconds.
            Awaitility.await()
                    .during(Duration.ofSeconds(6))
                    .atMost(Patience.LIMIT)
                    .untilAsserted(() -> assertThat(docs.beginnings()).containsOnly(0L));
            List<Long> verified = docs.ends();
            CopyRun.Output verify = run.command("verify");
            assertThat(verify.code()).as(verify.text()).isZero();

            awaitBeginnings(docs, verified);
            run.holding(new Articles(8).stream(DOCUMENTS));
            run.awaitCaughtUp();
            assertThat(docs.beginnings()).isEqualTo(verified);
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void aWriterThatSleptWhileAnotherWroteItsLanesAndTheyWereTrimmedGoesOn() throws Exception {
        try (CopyRun run = following("written");
                DocsTopic docs = DocsTopic.of(run)) {
            run.startHere("reader");
            Child frozen = run.start("writer");
            run.awaitCaughtUp();
            frozen.suspend();
            run.holding(new Articles(8).stream(DOCUMENTS));
            docs.awaitRecords(2 * DOCUMENTS);
            try (Here _ = run.startHere("writer")) {
                run.awaitCaughtUp();
                awaitBeginnings(docs, docs.ends());
                frozen.resume();
                run.awaitWriters(2);
            }
            run.holding(new Articles(9).stream(DOCUMENTS));
            run.awaitCaughtUp();

            assertThat(frozen.isAlive()).as(frozen::tail).isTrue();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    private static void awaitBeginnings(DocsTopic docs, List<Long> wanted) {
        Awaitility.await()
                .atMost(Patience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(docs.beginnings()).isEqualTo(wanted));
    }

    private static CopyRun following(String trim) {
        return CopyRun.create()
                .withSource()
                .holding(new Articles(7).stream(DOCUMENTS))
                .withDocs("max-document: 100mb\ntrim: " + trim)
                .following()
                .planned();
    }
}
