package io.shardstream.ittests.secured;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.plan.FoundCodes;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Roles that hide documents or fields from the user who reads the source.
@RealServers
class HiddenDocumentsServerTest {
    private static final int BLOCKED = 3;

    @Test
    void documentsThatAreHiddenFromAReaderEndItBeforeItHasReadAnything() {
        try (SecuredRun run = SecuredRun.on(SecuredCluster.shared())) {
            hide(run, "reader", "\"query\": {\"range\": {\"n\": {\"lt\": 10}}}");
            run.start("control", run.runFile("control"));
            Here reader = run.start("reader", run.runFile("reader"));

            assertThat(reader.awaitEnd(TestPatience.LIMIT)).isEqualTo(BLOCKED);
            assertThat(reader.said())
                    .contains("The roles of the source's user hide documents of '" + run.source() + "' from it");
            assertThat(run.awaitBlocked("reader")).contains("hide documents");
            assertThat(run.contents(run.target())).isEmpty();
        }
    }

    @Test
    void fieldsThatComeToBeHiddenWhileAReaderWorksEndItAndARepairBringsThem() {
        fieldsThatComeToBeHidden(SecuredCluster.shared());
    }

    @Test
    void aControllerAndACommandFromWhomDocumentsAreHiddenAreRefused() {
        try (SecuredRun run = SecuredRun.on(SecuredCluster.shared()).following()) {
            hide(run, "verify", "\"query\": {\"range\": {\"n\": {\"lt\": 10}}}");
            for (String command : List.of("plan --sample=0s -o json", "doctor -o json")) {
                assertThat(FoundCodes.of(run.command(run.runFile("verify"), command.split(" "))
                                .text()))
                        .as(command)
                        .contains("blocks roles-hide-documents");
            }
            CopyRun.Output swept = run.command(run.runFile("verify"), "sweep");
            assertThat(swept.code()).isEqualTo(1);
            assertThat(swept.text()).contains("The roles of the source's user hide documents");

            hide(run, "control", "\"query\": {\"range\": {\"n\": {\"lt\": 10}}}");
            assertThat(run.part(0).awaitEnd(TestPatience.LIMIT)).isEqualTo(BLOCKED);
            Here control = run.start("control", run.runFile("control"));
            assertThat(control.awaitEnd(TestPatience.LIMIT)).isEqualTo(1);
            assertThat(control.said()).contains("The roles of the source's user hide documents");
            assertThat(run.contents(run.target())).hasSize(20);
        }
    }

    @Tag("long")
    @Test
    void elasticsearch7TellsItToo() {
        try (SecuredCluster cluster = SecuredCluster.start(SearchServerVersion.ELASTICSEARCH_7)) {
            fieldsThatComeToBeHidden(cluster);
        }
    }

    private static void fieldsThatComeToBeHidden(SecuredCluster cluster) {
        try (SecuredRun run = SecuredRun.on(cluster).following()) {
            hide(run, "reader", "\"field_security\": {\"grant\": [\"*\"], \"except\": [\"n\"]}");

            assertThat(run.part(1).awaitEnd(TestPatience.LIMIT)).isEqualTo(BLOCKED);
            assertThat(run.part(1).said())
                    .contains("The roles of the source's user hide fields of '" + run.source() + "' from it");

            run.role("reader", run.body("reader")).renew();
            run.awaitShown("reader");
            run.start("reader", run.runFile("reader"));
            run.put(3);
            run.awaitEqual();
            run.awaitUnblocked();
        }
    }

    /// What the role may read is only a part of it from now on.
    private static void hide(SecuredRun run, String role, String how) {
        String body = run.body(role);
        String read = body.replaceAll(
                "(\"names\": \\[\"" + run.source() + "\"[^}]*?\"privileges\": \\[[^\\]]*\\])",
                "$1, " + how.replace("$", ""));
        assertThat(read).isNotEqualTo(body);
        run.role(role, read).renew();
        run.awaitHidden(role);
    }
}
