package io.shardstream.ittests.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.ittests.server.RealServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// A run that is started where another one is, or is another one by now.
@TestInstance(Lifecycle.PER_CLASS)
@Tag("long")
@RealServers
class AnotherRunsStartTest {
    @TempDir
    private Path folder;

    private InputServers servers;

    @BeforeAll
    void start() throws Exception {
        servers = new InputServers();
    }

    @AfterAll
    void stop() {
        servers.close();
    }

    @Test
    void aSecondRunDoesNotGetTheTargetOfAnotherOneThatHasWrittenNothingYet() throws Exception {
        servers.put("/first-source", "{}");
        Command.stopped("control", "-f", file("first"));
        String owner = servers.plan("first").writeAlias();
        String before = servers.get("/first-target");
        servers.fill("second");
        String text = servers.runFile("second").replace("second-target", "first-target");
        String file = InputServers.write(folder, text);

        Command planned = Command.run("plan", "-f", file);
        assertThat(planned.out()).contains("Target index 'first-target' belongs to run first:", owner);
        Command second = Command.run("run", "-f", file);
        assertThat(second.code()).isEqualTo(1);
        assertThat(second.err()).startsWith("Target index 'first-target' belongs to run first");
        assertThat(servers.get("/first-target")).isEqualTo(before);

        servers.post(
                "/_aliases",
                "{'actions':[{'remove':{'index':'first-target','alias':'" + owner
                        + "'}},{'add':{'index':'first-target','alias':'Shardstream-first'}}]}");
        assertThat(Command.run("run", "-f", file).err())
                .contains("belongs to run first: it has the alias Shardstream-first.");
    }

    /// As from a Kafka of its own: the topics of the name are not there.
    @Test
    void aRunOfTheSameNameAndWithAnotherIdIsAnotherRun() throws Exception {
        servers.fill("twice");
        servers.put("/twice-target", "{'aliases':{'Shardstream-twice-Write-elsewhere':{}}}");
        Command run = Command.run("run", "-f", file("twice"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("Target index 'twice-target' belongs to another run that is called twice");
    }

    /// As an older version leaves it that takes an index without a look.
    @Test
    void aRunWhoseTargetGetsAnotherOwnerDoesNotGoOn() throws Exception {
        servers.fill("owned");
        Command.stopped("control", "-f", file("owned"));
        servers.post("/_aliases", "{'actions':[{'add':{'index':'owned-target','alias':'Shardstream-other'}}]}");
        String sentence = "Target index 'owned-target' belongs to run other, too: it has the alias Shardstream-other.";

        assertThat(Command.run("run", "-f", file("owned")).err()).startsWith(sentence);
        assertThat(Command.run("doctor", "-f", file("owned")).out())
                .contains("Target index 'owned-target' belongs to run other, too:");
    }

    /// What the source does not have may be the other run's, and would be deleted.
    @Test
    void whatIsInATargetOfTwoRunsIsNotCompared() throws Exception {
        servers.fill("both");
        assertThat(Command.run("run", "-f", file("both")).code()).isZero();
        servers.put("/both-target/_doc/foreign?refresh=true", "{}");
        String alias = "{'index':'both-target','alias':'Shardstream-other'}";
        servers.post("/_aliases", "{'actions':[{'add':" + alias + "}]}");

        Command verify = Command.run("verify", "-f", file("both"));
        assertThat(verify.err()).contains("Target index 'both-target' belongs to run other, too");
        assertThat(verify.code()).isEqualTo(3);

        servers.post("/_aliases", "{'actions':[{'remove':" + alias + "}]}");
        assertThat(Command.run("verify", "-f", file("both")).code()).isEqualTo(4);
    }

    @Test
    void aSourceThatWasMadeAnewIsAnotherRuns() throws Exception {
        servers.fill("anew");
        Command.stopped("control", "-f", file("anew"));
        servers.delete("/anew-source");
        servers.fill("anew");
        Command again = Command.run("run", "-f", file("anew"));
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err())
                .startsWith("The source index 'anew-source' is not the one with which the run began (uuid ")
                .endsWith("): begin a new run under another name.");
    }

    @Test
    void aRunThatWasGivenUpIsRefusedWithoutItsSource() throws Exception {
        servers.fill("over");
        Command.stopped("control", "-f", file("over"));
        assertThat(Command.run("abort", "--run", "--yes", "-f", file("over")).code())
                .isZero();
        servers.delete("/over-source");

        Command again = Command.run("run", "-f", file("over"));
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).startsWith("Run over is aborted").endsWith("Choose another run name to begin again.");
        Command plan = Command.run("plan", "-f", file("over"));
        assertThat(plan.code()).isEqualTo(3);
        assertThat(plan.out()).contains("[run-ended]").doesNotContain("[source-missing]");
        assertThat(Command.run("doctor", "-f", file("over")).out()).doesNotContain("[target-gone]");
    }

    /// C-03: each process works by the plan, so what its run file says otherwise would be passed over in silence.
    @Test
    void aRunFileThatDoesNotBelongToTheRunIsRefusedByWhoeverWorksForIt() throws Exception {
        servers.fill("renamed");
        String right = servers.runFile("renamed");
        Command.stopped("control", "-f", InputServers.write(folder, right));
        long written = servers.controlEnd("renamed");

        for (Map.Entry<String, String> other : Map.of(
                        right.replace("renamed-source", "elsewhere"),
                        "source.index 'elsewhere', and the run was planned with source.index 'renamed-source'.",
                        right.replace("renamed-target", "elsewhere"),
                        "target.index 'elsewhere', and the run was planned with target.index 'renamed-target'.",
                        right + "  shards: 7\n",
                        "target.shards 7, and the run was planned with target.shards 1.",
                        right + "version: {mode: create}\n",
                        "version.mode create, and the run was planned with version.mode seqno.",
                        right + "follow: true\n",
                        "follow true, and the run was planned with follow false.")
                .entrySet()) {
            String file = InputServers.write(folder, other.getKey());
            String sentence = "This run file does not belong to run renamed: it says " + other.getValue()
                    + " Correct the run file, or give it another run name.";
            for (String command : List.of(
                    "run",
                    "control",
                    "reader",
                    "writer",
                    "verify",
                    "sweep --dry-run",
                    "cutover --dry-run",
                    "rollback",
                    "release --yes",
                    "abort",
                    "rejects list",
                    "rejects replay --all",
                    "resume --new-history --dry-run",
                    "resume --read-again --dry-run")) {
                Command refused = Command.run(Stream.concat(Stream.of(command.split(" ")), Stream.of("-f", file))
                        .toArray(String[]::new));
                assertThat(refused.code()).as(command).isEqualTo(1);
                assertThat(refused.err()).as(command).isEqualTo(sentence);
            }
            assertThat(Command.run("status", "-f", file).err()).contains(sentence);
            Command doctor = Command.run("doctor", "-f", file);
            assertThat(doctor.code()).isEqualTo(3);
            assertThat(doctor.out()).contains("This run file does not belong to run renamed");
        }
        assertThat(servers.controlEnd("renamed")).isEqualTo(written);
    }

    @Test
    void aDocsTopicThatWasMadeAnewIsAnotherRuns() throws Exception {
        servers.fill("lost");
        String docs = new RunTopics("lost").docs();
        Command.stopped("control", "-f", file("lost"));
        try (Admin admin = servers.connection().admin("test")) {
            admin.deleteTopics(List.of(docs)).all().get();
        }
        Command again = Command.run("run", "-f", file("lost"));
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).startsWith("Topic " + docs + " of this run is gone.");
    }

    private String file(String run) throws Exception {
        return InputServers.write(folder, servers.runFile(run));
    }
}
