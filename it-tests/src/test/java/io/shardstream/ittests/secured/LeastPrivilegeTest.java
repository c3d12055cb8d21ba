package io.shardstream.ittests.secured;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The roles in `deploy/security/elasticsearch`.
@RealServers
class LeastPrivilegeTest {
    @Test
    void eachPartDoesItsWorkWithItsRoleAlone() throws Exception {
        try (SecuredRun run = SecuredRun.on(SecuredCluster.shared()).following()) {
            run.put(5);
            run.delete(3);
            run.awaitEqual();

            CopyRun.Output swept = run.command(run.runFile("verify"), "sweep");
            assertThat(swept.code()).as(swept.text()).isZero();
            CopyRun.Output verified = run.command(run.runFile("verify"), "verify", "--content", "all");
            assertThat(verified.code()).as(verified.text()).isZero();
            assertThat(run.said().blocked()).isEmpty();

            run.stop(run.part(0));
            run.start("control", run.runFile("cutover"));
            CopyRun.Output switched = run.command(run.runFile("cutover"), "cutover");
            assertThat(switched.code()).as(switched.text()).isZero();
            assertThat(run.said().isIn(Phase.COMPLETED)).isTrue();
            assertThat(run.contents(run.name() + "-live")).isEqualTo(run.contents(run.source()));
            Files.deleteIfExists(Path.of(run.name() + ".cutover.json"));
        }
    }
}
