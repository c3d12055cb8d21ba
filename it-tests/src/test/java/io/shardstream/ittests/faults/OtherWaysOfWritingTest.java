package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.workload.load.Articles;
import org.junit.jupiter.api.Test;

/// F-31 and F-34: a target that has a pipeline of its own, and documents that were updated in part.
@RealServers
class OtherWaysOfWritingTest {
    private static final int DOCUMENTS = 300;

    /// Whoever writes without saying so is refused, since there is no such pipeline.
    @Test
    void bulksSkipADefaultPipelineOfTheTarget() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(13).stream(DOCUMENTS))
                .withTarget("replicas: 0\nsettings: {index.default_pipeline: no-such-pipeline}")) {
            assertThat(run.runHere()).isZero();

            assertThat(run.rest()
                            .send("PUT", "/" + run.target() + "/_doc/other", "{}")
                            .body())
                    .asString()
                    .contains("pipeline with id [no-such-pipeline] does not exist");
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void aDocumentThatWasUpdatedInPartArrivesWhole() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(14).stream(100))
                .following()
                .planned()) {
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            for (int i = 0; i < 20; i++) {
                update(run, "article-" + i, "{\"doc\":{\"score\":-1.5,\"author\":{\"name\":\"Somebody\"}}}");
                update(run, "new-" + i, "{\"doc\":{\"n\":1},\"doc_as_upsert\":true}");
                update(run, "new-" + i, "{\"doc\":{\"m\":[{}, null]}}");
            }
            run.awaitCaughtUp();

            assertThat(run.rest().get("/" + run.target() + "/_doc/new-7").path("_source"))
                    .hasToString("{\"n\":1,\"m\":[{},null]}");
            assertThat(run.assertCopied().equal()).isEqualTo(120);
        }
    }

    private static void update(CopyRun run, String id, String body) {
        run.rest().post("/" + run.source() + "/_update/" + id, body);
    }
}
