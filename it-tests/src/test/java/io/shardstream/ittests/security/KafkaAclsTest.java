package io.shardstream.ittests.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.secrecy.Planted;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.SecuredKafka;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// Each part of a run with the ACLs of `deploy/security/kafka-acls.md` for its user, and with one of them less.
@TestInstance(Lifecycle.PER_CLASS)
@Tag("long")
@RealServers
class KafkaAclsTest {
    private static final int DOCUMENTS = 200;
    private static final int LANES = 5;
    private static final int LARGE = 40_000;
    /// How the authorizer's lines begin (`StandardAuthorizerData.buildAuditMessage`).
    private static final String AUDIT = "Principal = User:";

    private static final String DENIED = " is Denied ";

    private Path folder;
    private SecuredKafka kafka;
    private int changes;

    @BeforeAll
    void start(@TempDir Path temporary) throws IOException {
        folder = temporary;
        kafka = SecuredKafka.start(temporary);
        for (String user : List.of("control", "reader", "writer", "viewer", "operator", "cleaner")) {
            kafka.user(user, Planted.KAFKA_PASSWORD.text());
        }
    }

    @AfterAll
    void stop() {
        kafka.close();
    }

    @Test
    void eachPartDoesItsWorkWithExactlyItsAclsAndAsksForEachOfThem() throws Exception {
        try (CopyRun run = copied()) {
            SignedIn parts = SignedIn.at(kafka, run, folder);
            List<Grant> grants = AclDocument.grants();
            String name = run.topics().run();
            kafka.allow(grants.stream().map(grant -> grant.of(name)).toList());
            // Of a run without a plan.
            create(run, run.topics().rejects());
            succeeds(parts.as("cleaner"), "clean", "--yes");
            // As if an earlier attempt had made it by other settings.
            create(run, run.topics().docs());
            parts.as("control");
            run.planned();
            Child reader = parts.start("reader");
            Child writer = parts.start("writer");
            run.awaitPhase(Phase.CATCHING_UP);
            change(run);
            run.awaitCaughtUp();
            for (String[] words : List.of(
                    new String[] {"status"}, new String[] {"watch", "--once"}, new String[] {"list"}, new String[] {
                        "rejects", "list"
                    })) {
                succeeds(parts.as("viewer"), words);
            }
            for (String[] words : List.of(
                    new String[] {"pause"},
                    new String[] {"resume"},
                    new String[] {"throttle", "--total", "1gb"},
                    new String[] {"throttle", "--reset"},
                    new String[] {"status"})) {
                succeeds(parts.as("operator"), words);
            }
            succeeds(parts.as("control"), "verify", "--content", "all");
            awaitTrimmed(run);
            assertThat(denied()).as("nothing that a part asked for was refused").isEmpty();

            List<Grant> ofParts = Stream.of("reader", "writer")
                    .flatMap(
                            part -> grants.stream().filter(grant -> grant.part().equals(part)))
                    .toList();
            Child[] now = {reader, writer};
            for (Grant grant : ofParts) {
                int which = grant.part().equals("reader") ? 0 : 1;
                now[which] = without(grant, run, parts, now[which]);
            }

            // The last note of one that had to wait is taken back when it works again.
            awaitStatus(parts, ExitCodes.INCOMPLETE, "");
            succeeds(parts.as("control"), "cutover", "--accept-rejects", "1000", "--accept-difference", "text");
            run.awaitComplete();
            for (Child part : now) {
                assertThat(part.awaitEnd(TestPatience.LIMIT)).as(part.tail()).isZero();
            }
            CopyRun.Output release = parts.as("control").command("release", "--yes", "--accept-rejects", "1000");
            assertThat(release.code()).as(release.text()).isEqualTo(ExitCodes.DIFFERENT);
            succeeds(parts.as("cleaner"), "clean", "--yes", "--accept-rejects", "1000");
            List<String> allowed = lines();
            assertThat(grants.stream().filter(grant -> allowed.stream().noneMatch(line -> grant.isSaid(line, name))))
                    .as("ACLs that nothing asked for")
                    .isEmpty();
            Files.deleteIfExists(Path.of(name + ".cutover.json"));
        }
    }

    private static void create(CopyRun run, String topic) throws Exception {
        try (Admin admin = run.connection().admin("test")) {
            admin.createTopics(List.of(new NewTopic(topic, LANES, (short) 1)))
                    .all()
                    .get();
        }
    }

    private CopyRun copied() {
        return CopyRun.through(kafka.brokers())
                .withSource("\"number_of_shards\":2", "{\"dynamic\":false}")
                .withTarget("replicas: 0\nmappings: {dynamic: false, properties: {n: {type: long}}}")
                .withDocs("max-document: 20kb\ntrim: written")
                .following()
                .holding(new Articles(3).stream(DOCUMENTS));
    }

    /// Something for every topic: a document, one that the target refuses, and one that is too large to be carried.
    private void change(CopyRun run) {
        String documents = "/" + run.source() + "/_doc/change-" + ++changes;
        run.rest().put(documents, "{\"n\":1}");
        run.rest().put(documents + "-refused", "{\"n\":\"no number\"}");
        run.rest().put(documents + "-large?refresh=true", "{\"text\":\"" + "x".repeat(LARGE) + "\"}");
    }

    private static void succeeds(SignedIn as, String... words) {
        CopyRun.Output output = as.command(words);
        assertThat(output.code())
                .as(String.join(" ", words) + ": " + output.text())
                .isIn(ExitCodes.DONE, ExitCodes.INCOMPLETE);
    }

    /// Takes an ACL away, starts the part once more, sees that it says so, and gives the ACL back.
    ///
    /// @return the part, which works again
    private Child without(Grant grant, CopyRun run, SignedIn parts, Child before) throws Exception {
        String name = run.topics().run();
        List<Grant> taken = new ArrayList<>(List.of(grant));
        boolean isNote = isOfNote(grant);
        if (isNote) {
            // A note is left when something else is refused.
            AclDocument.grants(grant.part()).stream()
                    .filter(other -> other.type() == ResourceType.GROUP && other.operation() == AclOperation.READ)
                    .forEach(taken::add);
        }
        before.kill();
        kafka.forbid(taken.stream().map(one -> one.of(name)).toList());
        change(run);
        Child part = parts.start(grant.part());
        part.awaitSaid(sentence(grant, name, isNote));
        if (grant.type() == ResourceType.GROUP && grant.operation() == AclOperation.READ) {
            awaitStatus(parts, ExitCodes.BLOCKED, "does not allow");
        }
        kafka.allow(taken.stream().map(one -> one.of(name)).toList());
        // One that has not got to work ends, as somebody has just started it.
        boolean hasEnded = !part.isAlive();
        Child works = hasEnded ? parts.start(grant.part()) : part;
        run.awaitCaughtUp();
        assertThat(works.isAlive()).as(works.tail()).isTrue();
        return works;
    }

    private static boolean isOfNote(Grant grant) {
        return grant.name().contains(".control") && grant.operation() == AclOperation.WRITE;
    }

    private static String sentence(Grant grant, String run, boolean isNote) {
        if (isNote) {
            return "status cannot show that this process is blocked";
        }
        return switch (grant.type()) {
            case TOPIC -> "does not allow this process's user what it has to do with topic " + grant.nameIn(run);
            case GROUP ->
                grant.operation() == AclOperation.DESCRIBE
                        ? "docs.max-backlog does not hold"
                        : "does not allow this process's user what it has to do with group " + grant.nameIn(run);
            default -> "does not allow this process's user what it has to do (Transactional Id";
        };
    }

    private static void awaitStatus(SignedIn parts, int code, String text) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    CopyRun.Output status = parts.as("viewer").command("status");
                    assertThat(status.code()).as(status.text()).isEqualTo(code);
                    assertThat(status.text()).contains(text);
                });
    }

    /// What is written is taken away, which is looked at every few seconds.
    private void awaitTrimmed(CopyRun run) throws IOException {
        Grant delete = AclDocument.grants("control").stream()
                .filter(grant -> grant.operation() == AclOperation.DELETE)
                .findFirst()
                .orElseThrow();
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> lines().stream()
                        .anyMatch(line -> delete.isSaid(line, run.topics().run())));
    }

    private List<String> denied() throws IOException {
        return lines().stream().filter(line -> line.contains(DENIED)).toList();
    }

    private List<String> lines() throws IOException {
        try (Stream<String> lines = Files.lines(kafka.broker().output(), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.contains(AUDIT))
                    .map(line -> line.substring(line.indexOf(AUDIT)))
                    .distinct()
                    .toList();
        }
    }
}
