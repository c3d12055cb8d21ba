package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.sample.SampleDocument;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Answer;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.Request;
import io.shardstream.common.record.SignedOff;
import io.shardstream.common.record.Step;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// How long no index takes writes in a cut-over, when one percent of the documents was deleted just before it, and
/// how long each step takes.
///
/// `./mvnw -pl it-tests -am test -Dtest=CutoverSpeedMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.speed.docs=300000` to say otherwise.
class CutoverSpeedMeasurement {
    private static final int DOCS = Integer.getInteger("shardstream.speed.docs", 300_000);
    private static final int ONE_PERCENT = 100;
    private static final Duration LIMIT = Duration.ofMinutes(15);

    @Test
    void theTimeWithoutWrites() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .withLines("follow: true\nsweep: {every: 1h}")
                .holding(documents())) {
            run.rest().post("/_aliases", """
                    {"actions": [{"add": {"index": "%s", "alias": "%s-production"}}]}""".formatted(run.source(), run.source()));
            Here control = run.startHere("control");
            run.startHere("reader");
            run.startHere("writer");
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() ->
                            ControlRecords.read(run.connection(), run.topics()).isIn(Phase.CATCHING_UP));
            delete(run);
            CopyRun.Output output = run.command("cutover");
            assertThat(output.code()).as(output.text()).isZero();
            ControlRecords said = ControlRecords.read(run.connection(), run.topics());
            print(said);
            assertThat(control.awaitEnd(LIMIT)).isZero();
        }
    }

    private static void print(ControlRecords said) {
        SignedOff signed = said.of(SignedOff.KEY, SignedOff::decode).orElseThrow();
        System.out.printf(
                "cut-over of %,d documents of about 200 bytes, 1 %% deleted just before, 3 to 5 shards, 2 nodes,"
                        + " %d cores shared with them: blocked %,d ms%n",
                DOCS, Runtime.getRuntime().availableProcessors(), signed.blockedMillis());
        Instant last = said.of(Request.KEY, Request::decode).orElseThrow().at();
        for (Step step : said.all(Step.keyPrefix(signed.request()), Step::decode)) {
            System.out.printf(
                    "%,7d ms  %s: %s%n", Duration.between(last, step.at()).toMillis(), step.name(), step.detail());
            last = step.at();
        }
        assertThat(said.of(Answer.key(signed.request()), Answer::decode)
                        .orElseThrow()
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    private static void delete(CopyRun run) {
        String lines = IntStream.range(0, DOCS / ONE_PERCENT)
                .mapToObj(i -> "{\"delete\":{\"_id\":\"doc-" + i * ONE_PERCENT + "\"}}\n")
                .collect(Collectors.joining());
        run.rest().post("/" + run.source() + "/_bulk", lines);
    }

    private static Stream<SampleDocument> documents() {
        String filling = "x".repeat(150);
        return IntStream.range(0, DOCS)
                .mapToObj(i -> SampleDocument.of("doc-" + i, "{\"n\":%d,\"filling\":\"%s\"}".formatted(i, filling)));
    }
}
