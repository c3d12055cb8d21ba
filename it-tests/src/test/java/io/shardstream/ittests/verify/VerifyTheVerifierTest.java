package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.control.compare.verify.DocumentDifference;
import io.shardstream.control.compare.verify.Kind;
import io.shardstream.control.state.ControlTopicWriter;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@RealServers
class VerifyTheVerifierTest {
    private static final int DOCUMENTS = 300;

    /// C-32: nobody would ever settle what is waited for.
    @Test
    void whatAStoppedRunWaitsForIsSaidAtOnce() {
        String why = "Shard 0 of the source has another history: 'resume --new-history' accepts it.";
        try (CopyRun run = CopyRun.create()
                .withSource()
                .following()
                .holding(new Articles(5).stream(20))
                .planned()) {
            ControlTopicWriter.blocked(run.connection(), run.topics(), new Blocked("reader", why, Instant.now()));
            for (String command : List.of("verify", "verify --repair", "sweep --dry-run")) {
                CopyRun.Output refused = run.command(command.split(" "));
                assertThat(refused.text()).as(command).contains(why);
                assertThat(refused.code()).as(command).isEqualTo(3);
            }

            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            CopyRun.Output verified = run.command("verify");
            assertThat(verified.code()).as(verified.text()).isZero();
            // That of another process is nothing to those at work.
            ControlTopicWriter.blocked(run.connection(), run.topics(), new Blocked("reader", why, Instant.now()));
            assertThat(run.command("verify", "--repair").code()).isZero();
        }
    }

    @Test
    void whatAnAbortedRunHasLeftInKafkaIsNotWaitedFor() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .following()
                .holding(new Articles(5).stream(20))
                .planned()) {
            run.startHere("reader");
            run.awaitRead();
            assertThat(run.command("abort", "--run").code()).isZero();

            for (String command : List.of("verify", "sweep --dry-run")) {
                CopyRun.Output refused = run.command(command.split(" "));
                assertThat(refused.text()).as(command).contains("was ended while 20 records were waiting in Kafka");
                assertThat(refused.code()).as(command).isEqualTo(1);
            }
        }
    }

    /// C-71: what is waited for comes only when somebody starts a reader and a writer.
    @Test
    void nobodyAtWorkIsSaidAtOnceAndTheWaitEndsWhenTheProcessIsToldTo() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .following()
                .holding(new Articles(5).stream(20))
                .planned()) {
            for (String command : List.of("verify", "sweep")) {
                Here waiting = run.startHere(command);
                Awaitility.await()
                        .atMost(TestPatience.LIMIT)
                        .until(() -> waiting.said().contains("no reader is at work: 'run' or 'reader' starts one"));
                assertThat(waiting.isAlive()).as(command).isTrue();
                waiting.close();
                assertThat(waiting.awaitEnd(TestPatience.LIMIT)).as(command).isEqualTo(143);
            }
        }
    }

    /// C-29: in the target, which mixes the source's shards, a delete in a shard with a higher number
    /// outranks what comes after it in one with a lower number. C-72: a delete that the next sweep carries
    /// out is counted.
    @Test
    void anIdThatCameBackUnderAnotherRoutingIsToldAndNotPublishedWithoutEnd() throws Exception {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":2", "{}")
                .withSourceLines("ids-unique-across-routings: true")
                .intoShards(1)) {
            String high = routingTo(run, 1);
            String low = routingTo(run, 0);
            String id = "/" + run.source() + "/_doc/moved?routing=";
            run.rest().put(id + high, "{\"n\":1}");
            run.rest().put("/" + run.source() + "/_doc/swept?routing=" + high, "{\"n\":1}");
            try (ComparedCopy copy = ComparedCopy.of(run)) {
                run.startHere("reader");
                run.startHere("writer");
                copy.drain();
                run.rest().delete(id + high);
                assertThat(copy.execute("sweep").summary().path("deleted").asLong())
                        .isEqualTo(1);
                copy.drain();
                run.rest().put(id + low, "{\"n\":2}");
                run.rest().delete("/" + run.source() + "/_doc/swept?routing=" + high);
                copy.drain();

                assertThat(run.command("verify").text())
                        .contains("missing          moved", "unswept          1")
                        .doesNotContain("unswept          swept");
                CopyRun.Output found = run.command("verify", "--repair");

                assertThat(found.code()).as(found.text()).isEqualTo(4);
                assertThat(found.text())
                        .contains("collision        1", "collision: one id is, or was, under several routings.")
                        .contains("Source and target differ in 1 document.")
                        .doesNotContain("although it was repaired");
                assertThat(copy.isInTarget("moved")).isFalse();
            }
        }
    }

    private static String routingTo(CopyRun run, int shard) {
        return IntStream.range(0, 100)
                .mapToObj(i -> "r" + i)
                .filter(routing -> ComparedCopy.shardOf(run.rest(), run.source(), routing) == shard)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsDamagedIsFoundNamedAndRepaired() throws Exception {
        try (CopyRun run = CopyRun.create().withSource().holding(new Articles(5).stream(DOCUMENTS));
                ComparedCopy copy = ComparedCopy.of(run)) {
            run.rest().put("/" + run.source() + "/_doc/pretty", "{\n  \"n\": 1 /* one */\n}");
            for (String id : List.of("flipped", "dropped", "gone", "first", "second")) {
                run.rest().put("/" + run.source() + "/_doc/" + id, "{\"title\":\"" + id + "\"}");
            }
            run.startHere("reader");
            run.startHere("writer");
            copy.drain();
            run.rest().delete("/" + run.source() + "/_doc/gone");
            assertThat(copy.execute("sweep").summary().path("deleted").asLong()).isEqualTo(1);
            copy.drain();
            assertThat(copy.differences()).isEmpty();

            copy.overwrite("flipped", "{\"title\":\"flopped\"}");
            copy.drop("dropped");
            copy.overwrite("gone", "{\"title\":\"gone\"}", copy.deletion("gone"));
            copy.overwrite("first", "{\"title\":\"second\"}");
            copy.overwrite("second", "{\"title\":\"first\"}");

            assertThat(copy.differences())
                    .extracting(
                            DocumentDifference::kind, one -> one.document().id().utf8())
                    .containsExactlyInAnyOrder(
                            tuple(Kind.CONTENT, "flipped"),
                            tuple(Kind.MISSING, "dropped"),
                            tuple(Kind.EXTRA, "gone"),
                            tuple(Kind.CONTENT, "first"),
                            tuple(Kind.CONTENT, "second"));
            ComparedCopy.Printed found = copy.execute("verify", "--content", "all");
            assertThat(found.code()).isEqualTo(4);
            assertThat(found.lines()).hasSize(6);
            assertThat(found.summary().path("differences").asLong()).isEqualTo(4);

            ComparedCopy.Printed repaired = copy.execute("verify", "--content", "all", "--repair");

            assertThat(repaired.code()).isZero();
            assertThat(repaired.summary().path("repaired").asLong()).isEqualTo(5);
            assertThat(copy.differences()).isEmpty();
            assertThat(copy.body("first")).isEqualTo("{\"title\":\"first\"}");
            assertThat(copy.isInTarget("gone")).isFalse();
            JsonNode report = new JsonMapper()
                    .readTree(Files.readString(run.runFile()
                            .resolveSibling("verification-" + run.topics().run() + ".json")));
            assertThat(report.path("equal").asBoolean()).isTrue();
            assertThat(report.path("contents").asLong()).isEqualTo(DOCUMENTS + 5);
        }
    }

    @Test
    void aShrunkSourceWithEqualNumbersIsVerifiedAndSweptById() throws Exception {
        CopyRun run = CopyRun.create();
        String wide = run.source() + "-wide";
        try (run) {
            String node = run.rest()
                    .get("/_nodes/_local")
                    .path("nodes")
                    .iterator()
                    .next()
                    .path("name")
                    .asString("");
            run.rest()
                    .put(
                            "/" + wide,
                            "{\"settings\":{\"number_of_shards\":4,\"number_of_replicas\":0,"
                                    + "\"routing.allocation.require._name\":\"" + node + "\"}}");
            ComparedCopy.ids(80).forEach(id -> run.rest().put("/" + wide + "/_doc/" + id, "{\"id\":\"" + id + "\"}"));
            String other = IntStream.range(1, 100)
                    .mapToObj(i -> "r" + i)
                    .filter(routing -> ComparedCopy.shardOf(run.rest(), wide, routing)
                            != ComparedCopy.shardOf(run.rest(), wide, "r0"))
                    .findFirst()
                    .orElseThrow();
            run.rest().put("/" + wide + "/_doc/twice?routing=r0", "{\"n\":1}");
            run.rest().put("/" + wide + "/_doc/twice?routing=" + other, "{\"n\":2}");
            run.rest().put("/" + wide + "/_settings", "{\"index.blocks.write\":true}");
            run.rest()
                    .post(
                            "/" + wide + "/_shrink/" + run.source() + "?wait_for_active_shards=1",
                            "{\"settings\":{\"index.number_of_shards\":1,\"index.number_of_replicas\":0,"
                                    + "\"index.blocks.write\":null,\"index.routing.allocation.require._name\":null}}");
            run.rest()
                    .get("/_cluster/health/" + run.source()
                            + "?wait_for_status=green&wait_for_no_relocating_shards=true&timeout=60s");
            run.intoShards(1);
            try (ComparedCopy copy = ComparedCopy.of(run)) {
                run.startHere("reader");
                run.startHere("writer");
                copy.drain();

                assertThat(copy.differences())
                        .extracting(
                                DocumentDifference::kind,
                                one -> one.document().id().utf8())
                        .containsExactly(tuple(Kind.COLLISION, "twice"));

                run.rest().delete("/" + run.source() + "/_doc/d7");
                run.rest().delete("/" + run.source() + "/_doc/d31");
                assertThat(copy.sweep().deleted()).isEqualTo(2);
                copy.drain();
                copy.drop("d12");

                assertThat(copy.differences())
                        .extracting(
                                DocumentDifference::kind,
                                one -> one.document().id().utf8())
                        .containsExactlyInAnyOrder(tuple(Kind.COLLISION, "twice"), tuple(Kind.MISSING, "d12"));
                copy.execute("verify", "--repair");
                assertThat(copy.isInTarget("d12")).isTrue();
                assertThat(copy.isInTarget("d7")).isFalse();
            }
        } finally {
            run.rest().send("DELETE", "/" + wide, "");
        }
    }
}
