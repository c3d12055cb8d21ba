package io.shardstream.ittests.secured;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.plan.FoundCodes;
import io.shardstream.ittests.server.RealServers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `plan` on a cluster that has its security switched on.
@RealServers
class SecuredPlanTest {
    private static final Pattern LACKING = Pattern.compile("The user of the [a-z]+ lacks [^.]*\\.");

    @Test
    void thePrivilegesThatAreMissingAreNamedAndNoOthers() {
        try (SecuredRun run = SecuredRun.on(SecuredCluster.shared())) {
            String written = "Shardstream-" + run.name() + "-Write-*";
            List<String> lacking = new ArrayList<>(List.of(
                    target("index", run.target()),
                    target("delete", run.target()),
                    target("index", written),
                    target("delete", written)));
            assertThat(lackedBy(run, "cutover")).containsExactlyInAnyOrderElementsOf(lacking);

            lacking.add(source("manage", run.source()));
            lacking.add(target("manage", run.source()));
            lacking.add(target("manage", run.live()));
            assertThat(lackedBy(run, "control")).containsExactlyInAnyOrderElementsOf(lacking);

            lacking.add(source("monitor", run.source()));
            lacking.add(target("manage", run.target()));
            lacking.add(target("read", run.target()));
            lacking.add(target("manage", "Shardstream-" + run.name() + "-*"));
            lacking.add(source("manage", "Shardstream-" + run.name() + "-Block-*"));
            assertThat(lackedBy(run, "reader")).containsExactlyInAnyOrderElementsOf(lacking);
        }
    }

    @Test
    void whatUsersMayDoAndCertificatesAreHaveTheirCodes() {
        SecuredCluster cluster = SecuredCluster.shared();
        try (SecuredRun run = SecuredRun.on(cluster)) {
            run.role("verify", "{\"cluster\":[\"all\"],\"indices\":[{\"names\":[\"*\"],\"privileges\":[\"all\"]}]}");
            run.role("writer", """
                    {"cluster": ["monitor"], "indices": [{"names": ["%s"],
                     "privileges": ["read", "write", "view_index_metadata"]}]}""".formatted(run.source()));
            run.renew();
            run.awaitPrivilege("verify", run.target(), "manage", true);
            run.awaitPrivilege("writer", run.source(), "write", true);

            assertThat(planned(run, run.runFile("verify"))).contains("warns user-may-do-anything");
            assertThat(planned(run, run.runFile("writer")))
                    .contains("warns user-may-write-source", "notes target-unknown")
                    .doesNotContain("warns user-may-do-anything");
            assertThat(FoundCodes.of(run.command(run.runFile("verify"), "doctor", "-o", "json")
                            .text()))
                    .contains("notes certificate-valid");
        }
    }

    private static List<String> planned(SecuredRun run, Path runFile) {
        return FoundCodes.of(
                run.command(runFile, "plan", "--sample=0s", "-o", "json").text());
    }

    private static List<String> lackedBy(SecuredRun run, String role) {
        String said = run.command(run.runFile(role), "plan", "--sample", "1s", "-o", "json")
                .text();
        return LACKING.matcher(said).results().map(MatchResult::group).toList();
    }

    private static String source(String privilege, String index) {
        return "The user of the source lacks the privilege '" + privilege + "' on '" + index + "'.";
    }

    private static String target(String privilege, String index) {
        return "The user of the target lacks the privilege '" + privilege + "' on '" + index + "'.";
    }
}
