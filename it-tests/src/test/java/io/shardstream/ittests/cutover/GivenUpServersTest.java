package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run that is given up asks the servers what can be deleted.
@RealServers
class GivenUpServersTest {
    @Test
    void theTargetOfARunThatIsGivenUpCanBeDeletedWhileTheSourceIsWhole() {
        try (FollowedRun run = FollowedRun.catchingUp()) {
            assertNothingToRollBack(run);
            CopyRun.Output done = giveUp(run);
            assertThat(done.text())
                    .contains("(shardstream." + run.run.topics().run() + ".*) and index '" + run.target()
                            + "' can be deleted");
            assertThat(done.code()).as(done.text()).isZero();
        }
    }

    /// C-66.
    @Test
    void nothingButIndicesIsLeftOfARunThatIsCleaned() throws Exception {
        try (FollowedRun run = FollowedRun.catchingUp()) {
            CopyRun.Output busy = run.run.command("clean", "--yes");
            assertThat(busy.text()).contains("still work", run.run.topics().controllersGroup());
            assertThat(busy.code()).isEqualTo(1);
            CopyRun.Output given = giveUp(run);
            assertThat(given.code()).as(given.text()).isZero();
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .until(() -> run.run.command("clean", "--dry-run").code() == 0);
            assertThat(inKafka(run)).isNotEmpty();
            // As an earlier cut-over leaves it.
            String name = "Shardstream-" + run.run.topics().run() + "-Block-"
                    + run.run.plan().id() + "-1-1";
            String another = "Shardstream-" + run.run.topics().run() + "-Block-another-1-1";
            for (String alias : List.of(name, another)) {
                run.rest().put("/" + run.target() + "/_alias/" + alias, "");
            }

            CopyRun.Output done = run.run.command("clean", "--yes");

            assertThat(done.code()).as(done.text()).isZero();
            assertThat(done.text()).contains(run.run.topics().control(), name).doesNotContain(another);
            // A broker may list a topic for a moment that the controllers have deleted.
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .untilAsserted(() -> assertThat(inKafka(run)).isEmpty());
            assertThat(run.rest().get("/" + run.target() + "/_alias").toString())
                    .contains(another)
                    .doesNotContain(name);
            assertThat(run.run.command("clean", "--yes").text()).contains("Nothing is left");
        }
    }

    /// Production uses it by its own name, and what it has deleted would come back. What it wrote before a
    /// rollback has versions that look like those of later states of the source.
    @ParameterizedTest
    @ValueSource(strings = {"release", "rollback"})
    void aTargetThatProductionWasOnIsNotAdoptedWhenItsRunIsCleaned(String command) throws Exception {
        try (FollowedRun run = FollowedRun.catchingUp()) {
            run.run.awaitCaughtUp();
            run.cutOver();
            CopyRun.Output ended = run.run.command(command);
            assertThat(ended.code()).as(ended.text()).isZero();
            if (command.equals("release")) {
                run.rest().delete("/" + run.target() + "/_alias/" + run.alias());
            }
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .until(() -> run.run.command("clean", "--yes").code() == 0);
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .untilAsserted(() -> assertThat(inKafka(run)).isEmpty());

            CopyRun.Output adopted = run.run.command("run", "--adopt-target", "--yes");

            assertThat(adopted.code()).as(adopted.text()).isEqualTo(1);
            assertThat(adopted.text())
                    .contains("its run is over and clients have used it", "Begin a run with another target index");
        }
    }

    /// The answer of `abort --run` may have been read by another person than the one who cleans.
    @Test
    void whatOnlyKafkaHoldsIsKeptUntilItsNumberIsAccepted() {
        try (CopyRun run = CopyRun.create().withSource().following().holding(new Articles(3).stream(20))) {
            run.planned();
            run.startHere("reader");
            run.awaitRead();
            run.rest().delete("/" + run.source());
            CopyRun.Output given = run.command("abort", "--run", "--yes");
            assertThat(given.code()).as(given.text()).isEqualTo(4);
            assertThat(given.text()).contains("this may be the last copy");
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .until(() -> !run.command("clean", "--yes").text().contains("still work"));

            CopyRun.Output kept = run.command("clean", "--yes");

            assertThat(kept.code()).as(kept.text()).isEqualTo(1);
            assertThat(kept.text())
                    .contains("Keep the run's topics: index '" + run.source() + "' is gone, '" + run.target()
                            + "' holds no documents, and 20 records of documents are in Kafka alone. --accept-unwritten"
                            + " 20 deletes them all the same.");
            assertThat(run.command("clean", "--yes", "--accept-unwritten", "20").code())
                    .isZero();
        }
    }

    /// Without one topic nobody knows how many documents the others hold.
    @Test
    void whatOnlyKafkaHoldsIsKeptWhereAnotherTopicWasDeleted() throws Exception {
        try (CopyRun run = CopyRun.create().withSource().following().holding(new Articles(3).stream(20));
                Admin admin = run.connection().admin("shardstream-test")) {
            run.planned();
            Here reader = run.startHere("reader");
            run.awaitRead();
            assertThat(run.command("abort", "--run", "--yes").code()).isZero();
            assertThat(reader.awaitEnd(TestPatience.LIMIT)).isNotNegative();
            run.rest().delete("/" + run.source());
            admin.deleteTopics(List.of(run.topics().outcomes())).all().get();

            CopyRun.Output[] kept = new CopyRun.Output[1];
            Awaitility.await().atMost(TestPatience.LIMIT).until(() -> {
                kept[0] = run.command("clean", "--yes");
                return !kept[0].text().contains("still work");
            });

            assertThat(kept[0].code()).as(kept[0].text()).isEqualTo(1);
            assertThat(kept[0].text())
                    .contains("Topic " + run.topics().outcomes() + " of the run is gone, so which documents only its"
                            + " other topics hold cannot be counted.");
            assertThat(admin.listTopics().names().get()).contains(run.topics().docs());
        }
    }

    private static List<String> inKafka(FollowedRun run) throws Exception {
        String prefix = "shardstream." + run.run.topics().run() + ".";
        try (Admin admin = run.run.connection().admin("shardstream-test")) {
            return Stream.concat(
                            admin.listTopics(new ListTopicsOptions().listInternal(true)).names().get().stream(),
                            admin.listGroups().all().get().stream().map(GroupListing::groupId))
                    .filter(name -> name.startsWith(prefix))
                    .toList();
        }
    }

    @Test
    void aTargetThatProductionUsesIsNotCalledDeletable() {
        try (FollowedRun run = FollowedRun.catchingUp()) {
            run.rest()
                    .post(
                            "/_aliases",
                            "{\"actions\":[{\"remove\":{\"index\":\"%s\",\"alias\":\"%s\"}},{\"add\":{\"index\":\"%s\",\"alias\":\"%s\"}}]}"
                                    .formatted(run.source(), run.alias(), run.target(), run.alias()));
            assertKept(run, "applications may find it by its alias '" + run.alias() + "'");
        }
    }

    @Test
    void aTargetIsKeptWhenTheSourceWasEmptied() {
        try (FollowedRun run = FollowedRun.catchingUp()) {
            empty(run);
            assertKept(run, "'" + run.source() + "' holds no documents");
        }
    }

    @Test
    void aTargetIsKeptWhenTheSourceIsClosed() {
        try (FollowedRun run = FollowedRun.catchingUp()) {
            run.rest().post("/" + run.source() + "/_close", "");
            assertKept(run, "'" + run.source() + "' cannot be read, it is closed");
        }
    }

    /// The other run works by the settings that it has found.
    @Test
    void aTargetThatAnotherRunHasTakenStaysAsItIs() {
        try (FollowedRun run = FollowedRun.catchingUp()) {
            run.rest().put("/" + run.target() + "/_alias/Shardstream-another-Write-id", "");
            assertKept(run, "run 'another' writes to it");
            assertThat(run.rest()
                            .get("/" + run.target() + "/_settings?flat_settings=true")
                            .toString())
                    .contains("\"index.gc_deletes\":\"12h\"");
            assertThat(run.rest().get("/" + run.target() + "/_alias").toString())
                    .contains("Shardstream-another-Write-id")
                    .doesNotContain("Shardstream-" + run.run.topics().run() + "-Write-");
        }
    }

    private static void empty(FollowedRun run) {
        run.rest()
                .get("/" + run.source() + "/_search?size=1000&_source=false")
                .path("hits")
                .path("hits")
                .forEach(hit -> run.rest()
                        .delete("/" + run.source() + "/_doc/" + hit.path("_id").asString("")));
        run.rest().post("/" + run.source() + "/_refresh", "");
    }

    private static void assertNothingToRollBack(FollowedRun run) {
        for (String command : new String[] {"rollback", "release"}) {
            CopyRun.Output refused = run.run.command(command);
            assertThat(refused.text()).contains("has not been cut over", "'" + run.alias() + "'", run.source());
            assertThat(refused.code()).isEqualTo(1);
        }
    }

    private static void assertKept(FollowedRun run, String why) {
        CopyRun.Output kept = giveUp(run);
        assertThat(kept.text()).contains(why).doesNotContain("can be deleted");
        assertThat(kept.code()).as(kept.text()).isEqualTo(4);
    }

    private static CopyRun.Output giveUp(FollowedRun run) {
        CopyRun.Output output = run.run.command("abort", "--run");
        assertThat(run.said().isIn(Phase.ABORTED)).as(output.text()).isTrue();
        return output;
    }
}
