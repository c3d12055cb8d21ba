package io.shardstream.ittests.secured;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.record.Phase;
import io.shardstream.ittests.plan.FoundCodes;
import io.shardstream.ittests.server.RealServers;
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
    void whatUsersMayNotSeeIsNotKnownAndWhoMaySeeLessOrDoMoreThanARunNeedsIsTold() {
        SecuredCluster cluster = SecuredCluster.shared();
        try (SecuredRun run = SecuredRun.on(cluster)) {
            String readsSource =
                    "{\"cluster\":[%s],\"indices\":[{\"names\":[\"" + run.source() + "\"],\"privileges\":[%s]%s}]}";
            user(
                    cluster,
                    run,
                    "anything",
                    "{\"cluster\":[\"all\"],\"indices\":[{\"names\":[\"*\"],\"privileges\":[\"all\"]}]}");
            user(cluster, run, "writing", readsSource.formatted("\"monitor\"", "\"all\"", ""));
            user(
                    cluster,
                    run,
                    "half",
                    readsSource.formatted(
                            "\"monitor\"",
                            "\"read\",\"monitor\",\"view_index_metadata\"",
                            ",\"query\":{\"match_none\":{}}"));
            user(cluster, run, "blind", readsSource.formatted("", "\"read\",\"view_index_metadata\"", ""));
            run.awaitHidden("half");

            assertThat(plannedBy(run, "anything")).contains("warns user-may-do-anything");
            assertThat(plannedBy(run, "writing")).contains("warns user-may-write-source");
            assertThat(plannedBy(run, "half")).contains("blocks roles-hide-documents");
            assertThat(plannedBy(run, "blind"))
                    .contains(
                            "blocks privilege-missing",
                            "notes cluster-unknown",
                            "notes disks-unknown",
                            "notes shard-count-unknown",
                            "notes source-unknown");

            run.start("control", run.runFile("control"));
            run.awaitPhase(Phase.BACKFILL);
            assertThat(foundFor(run, "control"))
                    .contains("notes certificate-valid", "notes source-answers", "warns privilege-missing")
                    .doesNotContain("blocks privilege-missing");
            assertThat(foundFor(run, "half")).contains("blocks privilege-missing", "blocks roles-hide-documents");
            assertThat(foundFor(run, "anything")).contains("warns user-may-do-anything");
            assertThat(foundFor(run, "blind"))
                    .contains(
                            "blocks privilege-missing",
                            "notes cluster-unknown",
                            "notes disks-unknown",
                            "notes health-unknown",
                            "notes clocks-unknown",
                            "notes target-unknown");
        }
    }

    private static void user(SecuredCluster cluster, SecuredRun run, String role, String body) {
        run.role(role, body).passwordInCluster(role, "first-" + role).passwordInFile(role, "first-" + role);
        run.renew();
        cluster.awaitUser(SecuredRun.basic(run.user(role), "first-" + role));
    }

    private static List<String> plannedBy(SecuredRun run, String role) {
        return FoundCodes.of(run.command(run.runFile(role), "plan", "--sample", "0s", "-o", "json")
                .text());
    }

    private static List<String> foundFor(SecuredRun run, String role) {
        return FoundCodes.of(
                run.command(run.runFile(role), "doctor", "-o", "json").text());
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
