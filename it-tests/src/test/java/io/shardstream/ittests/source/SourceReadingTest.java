package io.shardstream.ittests.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.sample.Articles;
import io.shardstream.ittests.copy.CopyRun;
import org.junit.jupiter.api.Test;

/// Sources that are read otherwise than by windows, or whose names change.
class SourceReadingTest {
    private static final int DOCUMENTS = 1200;

    @Test
    void indexWhoseNumbersHaveNoPointsIsCopiedWhileItIsWritten() {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":2,\"index.seq_no.index_options\":\"doc_values_only\"", "{}")
                .holding(new Articles(4).stream(DOCUMENTS))
                .plannedOnly()) {
            run.startHere("reader");
            run.startHere("writer");
            run.rest().put("/" + run.source() + "/_doc/comment", "{\"a\": 1 /* one */}");
            run.holding(new Articles(9).stream(DOCUMENTS));
            run.rest().put("/" + run.source() + "/_doc/lines", "{\n \"a\": 1\n}");
            run.awaitCaughtUp();

            assertThat(run.plan().reading().inSlices()).isTrue();
            assertThat(run.assertCopied().equal()).isGreaterThan(DOCUMENTS);
        }
    }

    /// F-23.
    @Test
    void aliasOfTheSourceThatMovesOnChangesNothing() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(4).stream(300))
                .plannedOnly()) {
            String alias = run.source() + "-alias";
            String next = run.source() + "-2";
            try {
                run.rest().put("/" + run.source() + "/_alias/" + alias, "");
                run.startHere("reader");
                run.startHere("writer");
                run.rest().put("/" + next + "/_doc/1", "{\"of\":\"the next index\"}");
                run.rest()
                        .post(
                                "/_aliases",
                                "{\"actions\":[{\"remove\":{\"index\":\"%1$s\",\"alias\":\"%2$s\"}},{\"add\":{\"index\":\"%3$s\",\"alias\":\"%2$s\"}}]}"
                                        .formatted(run.source(), alias, next));
                run.rest().put("/" + run.source() + "/_doc/late", "{}");
                run.awaitCaughtUp();

                assertThat(run.assertCopied().equal()).isEqualTo(301);
            } finally {
                run.rest().send("DELETE", "/" + next, "");
            }
        }
    }
}
