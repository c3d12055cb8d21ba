package io.shardstream.ittests.secured;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import org.junit.jupiter.api.Test;

/// `plan` on a cluster that has its security switched on.
@RealServers
class SecuredPlanTest {
    @Test
    void thePrivilegesThatAreMissingAreNamedAndNoOthers() {
        try (SecuredRun run = SecuredRun.on(SecuredCluster.shared())) {
            CopyRun.Output whole = run.command(run.runFile("cutover"), "plan", "--sample", "1s");
            assertThat(whole.text()).doesNotContain("lacks");

            CopyRun.Output copying = run.command(run.runFile("control"), "plan", "--sample", "1s");
            assertThat(copying.text())
                    .containsSubsequence(
                            "The user of the source lacks the privilege 'manage' on '" + run.source() + "'.")
                    .containsOnlyOnce("lacks");

            CopyRun.Output reading = run.command(run.runFile("reader"), "plan", "--sample", "1s");
            assertThat(reading.text())
                    .contains("The user of the source lacks the privilege 'monitor' on '" + run.source() + "'.")
                    .contains("The user of the target lacks the privilege 'manage' on '" + run.target() + "'.")
                    .doesNotContain("lacks the privilege 'read' on '" + run.source());
            assertThat(reading.code()).isNotZero();
        }
    }
}
