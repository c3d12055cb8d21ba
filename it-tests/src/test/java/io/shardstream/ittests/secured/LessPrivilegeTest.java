package io.shardstream.ittests.secured;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The roles in `deploy/security/elasticsearch` without one of their privileges.
@Tag("long")
@RealServers
class LessPrivilegeTest {
    @ParameterizedTest
    @CsvSource({
        "reader, monitor, source, cluster:monitor",
        "reader, read, source, indices:data/read",
        "reader, view_index_metadata, source, indices:monitor/settings/get",
        "writer, index, target, indices:data/write",
        "writer, delete, target, indices:data/write"
    })
    void aPartThatMayDoLessWaitsUntilItMayDoIt(String part, String privilege, String side, String action) {
        try (SecuredRun run = SecuredRun.on(SecuredCluster.shared()).following()) {
            run.role(part, without(run.body(part), privilege)).renew();
            if (!privilege.equals("monitor")) {
                run.awaitPrivilege(part, part.equals("reader") ? run.source() : run.target(), privilege, false);
            }
            // A reader keeps what it knows of its shards while it reads.
            Here first = run.part(part.equals("reader") ? 1 : 2);
            run.stop(first);
            run.start(part, run.runFile(part));
            run.put(3);
            run.delete(0);

            assertThat(run.awaitBlocked(part))
                    .startsWith("The " + side + " refuses the user of the run file (")
                    .contains(action, run.user(part));

            run.role(part, run.body(part)).renew();
            run.awaitEqual();
            run.awaitUnblocked();
        }
    }

    /// C-139: without `monitor` no master tells it.
    @Test
    void aWriterThatMayNotAskForTheStateFindsThatItsTargetIsGone() {
        SecuredCluster cluster = SecuredCluster.shared();
        try (SecuredRun run = SecuredRun.on(cluster).following()) {
            run.role("writer", without(run.body("writer"), "monitor")).renew();
            run.stop(run.part(2));
            run.start("writer", run.runFile("writer"));
            run.awaitCopied();
            run.stop(run.part(0));

            cluster.good("DELETE", "/" + run.target(), "");
            run.put(3);

            assertThat(run.awaitBlocked("writer")).startsWith("The target has no write alias ");
        }
    }

    @Test
    void aComparisonThatMayNotReadSaysSo() {
        try (SecuredRun run = SecuredRun.on(SecuredCluster.shared()).following()) {
            run.role("verify", without(run.body("verify"), "read")).renew();
            run.awaitPrivilege("verify", run.source(), "read", false);

            CopyRun.Output verified = run.command(run.runFile("verify"), "verify");

            assertThat(verified.code()).isEqualTo(1);
            assertThat(verified.text())
                    .contains("security_exception", "is unauthorized for user [" + run.user("verify"));
        }
    }

    @Test
    void aControllerThatMayNotMakeTheTargetSaysSo() {
        try (SecuredRun run = SecuredRun.on(SecuredCluster.shared())) {
            run.role("control", without(run.body("control"), "manage")).renew();
            run.awaitPrivilege("control", run.target(), "manage", false);

            Here control = run.start("control", run.runFile("control"));

            assertThat(control.awaitEnd(TestPatience.LIMIT)).isEqualTo(1);
            assertThat(control.said())
                    .contains(
                            "may not create index '" + run.target() + "'",
                            "is unauthorized for user [" + run.user("control"));
        }
    }

    @Test
    void aCutOverWithARoleThatMayOnlyCopyIsRefusedBeforeAnythingIsChanged() {
        try (SecuredRun run = SecuredRun.on(SecuredCluster.shared()).following()) {
            CopyRun.Output switched = run.command(run.runFile("control"), "cutover");

            assertThat(switched.code()).isNotZero();
            assertThat(switched.text())
                    .contains(
                            "Not cut over: the user of the source lacks the privilege 'manage' on '" + run.source()
                                    + "'",
                            "lacks the privilege 'manage' on '" + run.live() + "'",
                            "Nothing was changed");
            run.put(3);
            run.awaitEqual();
        }
    }

    private static String without(String role, String privilege) {
        String less = role.replace("\"" + privilege + "\", ", "")
                .replace(", \"" + privilege + "\"", "")
                .replace("\"" + privilege + "\"", "");
        assertThat(less).isNotEqualTo(role);
        return less;
    }
}
