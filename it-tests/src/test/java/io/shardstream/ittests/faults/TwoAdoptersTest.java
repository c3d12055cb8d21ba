package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.run.plan.RunPreparation;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Two processes adopt the target of a lost run for the same run.
@RealServers
class TwoAdoptersTest {
    private static final int DOCUMENTS = 50;

    @AfterEach
    void passOn() {
        Servers.cluster().clear();
    }

    /// Reading the versions of a large target takes long. Both would fence each other for ever.
    @Test
    void whoExaminesTheTargetMeanwhileGoesByThePlanOfTheOther() throws Exception {
        try (CopyRun run = lost()) {
            HoldPoint scan = hold(what -> what.contains(run.target() + "/_refresh"));
            CompletableFuture<RunPlan> slow = CompletableFuture.supplyAsync(() -> adopted(run));
            scan.awaitReached();
            RunPlan plan = adopted(run);
            scan.pass();
            assertThat(slow.get(TestPatience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(plan);
        }
    }

    private static HoldPoint hold(Predicate<String> wanted) {
        return Servers.cluster().hold(Direction.REQUEST, wanted, 1);
    }

    /// A run whose target is there, and whose topics are not.
    private static CopyRun lost() throws Exception {
        CopyRun run = CopyRun.create().withSource().holding(new Articles(7).stream(DOCUMENTS));
        CopyRun.Output copied = run.command("run");
        assertThat(copied.code()).as(copied.text()).isZero();
        // By which nobody adopts a copy that is complete: applications may use it.
        run.targetRest()
                .post(
                        "/_aliases",
                        "{\"actions\":[{\"remove\":{\"index\":\"%s\",\"alias\":\"Shardstream-%s-Done-*\"}}]}"
                                .formatted(run.target(), run.topics().run()));
        String prefix = "shardstream." + run.topics().run() + ".";
        try (Admin admin = run.connection().admin("test")) {
            admin.deleteTopics(topics(admin, prefix)).all().get();
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .until(() -> topics(admin, prefix).isEmpty());
        }
        return run;
    }

    private static Set<String> topics(Admin admin, String prefix) throws Exception {
        Set<String> names = new TreeSet<>(admin.listTopics().names().get());
        names.removeIf(name -> !name.startsWith(prefix));
        return names;
    }

    private static RunPlan adopted(CopyRun run) {
        try {
            RunFile file = RunFile.read(run.runFile(), System::getenv);
            try (Connections to = Connections.of(file)) {
                return new RunPreparation(RunFileMapping.settings(file), to.source(), to.target(), to.kafka())
                        .adoptingTarget(Throttle.NONE)
                        .prepare()
                        .plan();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
