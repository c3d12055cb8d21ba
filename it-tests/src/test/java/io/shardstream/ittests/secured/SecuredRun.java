package io.shardstream.ittests.secured;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.Consent;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.ittests.structure.Project;
import io.shardstream.localcluster.process.FileTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/// A run that follows its source in a secured cluster. Each part has a user of its own, with the role of
/// `deploy/security/elasticsearch` that is made for it.
final class SecuredRun implements AutoCloseable {
    static final Path ROLES = Project.HOME.resolve("deploy/security/elasticsearch");

    private final SecuredCluster cluster;
    private final KafkaAccess kafka;
    private final String name = Servers.name("secured");
    private final Path folder;
    private final List<Here> parts = new ArrayList<>();
    private int documents;

    private SecuredRun(SecuredCluster cluster, KafkaAccess kafka) {
        this.cluster = cluster;
        this.kafka = kafka;
        try {
            this.folder = Files.createTempDirectory("shardstream-" + name + "-");
            trust(cluster.security().authority().certificate());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// With a source of two shards that holds some documents, a user for each role, and the broker that lets everybody
    /// in.
    static SecuredRun on(SecuredCluster cluster) {
        return on(cluster, KafkaAccess.open());
    }

    static SecuredRun on(SecuredCluster cluster, KafkaAccess kafka) {
        SecuredRun run = new SecuredRun(cluster, kafka);
        cluster.good(
                "PUT",
                "/" + run.source(),
                "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":0}," + "\"aliases\":{\"" + run.live()
                        + "\":{}}}");
        run.put(20);
        for (String role : List.of("reader", "writer", "verify", "control", "cutover")) {
            run.role(role, run.body(role)).password(role, "first-" + role);
        }
        run.renew();
        for (String role : List.of("reader", "writer", "verify", "control", "cutover")) {
            cluster.awaitUser(basic(run.user(role), "first-" + role));
        }
        return run;
    }

    static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    }

    String name() {
        return name;
    }

    String source() {
        return name + "-source";
    }

    String target() {
        return name + "-target";
    }

    /// The alias that is switched over.
    String live() {
        return name + "-live";
    }

    String user(String role) {
        return name + "-" + role;
    }

    /// A role as the file says it, for this run's names.
    String body(String role) {
        try {
            return Files.readString(ROLES.resolve(role + ".json"))
                    .replace("\"Shardstream-cities", "\"Shardstream-" + name)
                    .replace("\"cities-v2\"", "\"" + target() + "\"")
                    .replace("\"cities-live\"", "\"" + live() + "\"")
                    .replace("\"cities\"", "\"" + source() + "\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Changes what a role may do, from the next [#renew] on.
    SecuredRun role(String role, String body) {
        cluster.security().role(user(role), body);
        return this;
    }

    /// Changes the password of a role's user in the cluster, from the next [#renew] on, and not in the run's files.
    SecuredRun passwordInCluster(String role, String password) {
        cluster.security().user(user(role), password, user(role));
        return this;
    }

    /// Changes the password of a role's user in the run's files.
    SecuredRun passwordInFile(String role, String password) {
        return write(role + ".password", password + "\n");
    }

    private void password(String role, String password) {
        passwordInCluster(role, password).passwordInFile(role, password);
    }

    /// Makes this the authority that the run believes.
    SecuredRun trust(String certificate) {
        return write("ca.crt", certificate);
    }

    /// Waits until a role's user may, or may not, do something with an index.
    void awaitPrivilege(String role, String index, String privilege, boolean has) {
        cluster.awaitPrivilege(basic(user(role), "first-" + role), index, privilege, has);
    }

    /// Waits until a part of the source is hidden from a role's user.
    void awaitHidden(String role) {
        Awaitility.await().atMost(TestPatience.LIMIT).until(() -> hides(role));
    }

    /// Waits until nothing of it is hidden any more: a role counts some time after its file was changed.
    void awaitShown(String role) {
        Awaitility.await().atMost(TestPatience.LIMIT).until(() -> !hides(role));
    }

    private boolean hides(String role) {
        JsonNode grants = cluster.send("GET", "/_security/user/_privileges", "", basic(user(role), "first-" + role))
                .body()
                .path("indices");
        return grants.valueStream()
                .anyMatch(grant -> !grant.path("query").isEmpty()
                        || !grant.path("field_security").isEmpty());
    }

    /// Has the cluster know what was changed.
    void renew() {
        cluster.renew();
    }

    SecuredRun write(String file, String text) {
        try {
            Files.writeString(folder.resolve(file), text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The run file of whoever has that role.
    Path runFile(String role) {
        return runFile(role, auth(role, role), "tls: {ca: ca.crt}");
    }

    /// The same of a reader that has no secret of the target, or of a writer that has none of the source.
    Path partFile(String role) {
        return runFile(
                role,
                auth(role, role.equals("writer") ? "not-there" : role),
                auth(role, role.equals("reader") ? "not-there" : role),
                "tls: {ca: ca.crt}");
    }

    private String auth(String role, String password) {
        return "auth: {basic: {user: %s, password: \"${file:%s.password}\"}}".formatted(user(role), password);
    }

    /// @param auth the line of both sides that says who asks
    /// @param tls the line of both sides that says how
    Path runFile(String file, String auth, String tls) {
        return runFile(file, auth, auth, tls);
    }

    private Path runFile(String file, String source, String target, String tls) {
        write(file + ".yaml", """
                run: %s
                follow: true
                kafka: {bootstrap: "%s", replication: 1, properties: {%s}}
                source:
                  nodes: "%s"
                  index: %s
                  %s
                  %s
                target:
                  nodes: "%s"
                  index: %s
                  shards: 3
                  replicas: 0
                  %s
                  %s
                sweep: {every: 2s}
                cutover: {max-blocked: 40s}
                docs: {trim: never, max-backlog: 10gb}
                session-timeout: 3s
                """.formatted(
                        name,
                        kafka.brokers().bootstrap(),
                        kafka.properties().apply(file),
                        cluster.url(),
                        source(),
                        source,
                        tls,
                        cluster.url(),
                        target(),
                        target,
                        tls));
        return folder.resolve(file + ".yaml");
    }

    /// Starts a part on a thread of this process.
    ///
    /// @param runFile of whoever it is to be
    Here start(String part, Path runFile) {
        Here started = Here.start(part, runFile);
        parts.add(started);
        return started;
    }

    /// Starts all parts, each with its role, and waits until the run follows its source and both sides are equal.
    SecuredRun following() {
        start("control", runFile("control"));
        start("reader", partFile("reader"));
        start("writer", partFile("writer"));
        awaitPhase(Phase.CATCHING_UP);
        awaitEqual();
        return this;
    }

    void awaitPhase(Phase phase) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptionsInstanceOf(KafkaException.class)
                .until(() -> said().isIn(phase));
    }

    CopyRun.Output command(Path runFile, String... words) {
        StringWriter out = new StringWriter();
        List<String> all = Consent.with(words[0], List.of(words));
        all.addAll(List.of("-f", runFile.toString()));
        int code = Shardstream.commandLine(new Stop(), System::getenv)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(out))
                .execute(all.toArray(String[]::new));
        return new CopyRun.Output(code, out.toString());
    }

    /// Puts further documents into the source.
    void put(int count) {
        for (int i = 0; i < count; i++) {
            cluster.good("PUT", "/" + source() + "/_doc/" + documents, "{\"n\":" + documents + "}");
            documents++;
        }
    }

    /// Puts one more, and waits until the target has it.
    void awaitCopied() {
        String document = "/_doc/" + documents;
        put(1);
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> cluster.send(
                                        "GET",
                                        "/" + target() + document,
                                        "",
                                        cluster.security().adminHeader())
                                .status()
                        == 200);
    }

    void delete(int document) {
        cluster.good("DELETE", "/" + source() + "/_doc/" + document, "");
    }

    /// Waits until both sides hold the same.
    void awaitEqual() {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(contents(target())).isEqualTo(contents(source())));
    }

    Map<String, JsonNode> contents(String index) {
        Map<String, JsonNode> contents = new TreeMap<>();
        if (cluster.send(
                                "POST",
                                "/" + index + "/_refresh",
                                "",
                                cluster.security().adminHeader())
                        .status()
                >= 300) {
            return contents;
        }
        cluster.good("GET", "/" + index + "/_search?size=1000", "")
                .path("hits")
                .path("hits")
                .forEach(hit -> contents.put(hit.path("_id").asString(""), hit.path("_source")));
        return contents;
    }

    ControlRecords said() {
        return ControlRecords.read(kafka.brokers().own(), new RunTopics(name));
    }

    /// Waits until `status` says that a part is blocked.
    ///
    /// @return why
    String awaitBlocked(String part) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .until(() ->
                        said().blocked().stream().anyMatch(note -> note.part().equals(part)));
        String why = said().blocked().stream()
                .filter(note -> note.part().equals(part))
                .map(Blocked::reason)
                .findFirst()
                .orElseThrow();
        assertThat(command(runFile("control"), "status", "-o", "json").text()).contains("\"" + part + "\"");
        return why;
    }

    /// Waits until nobody is blocked any more.
    void awaitUnblocked() {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(said().blocked()).isEmpty());
    }

    /// Ends a part in good order.
    void stop(Here part) {
        parts.remove(part);
        part.close();
    }

    Here part(int number) {
        return parts.get(number);
    }

    @Override
    public void close() {
        parts.reversed().forEach(Here::close);
        for (String index : List.of(source(), target())) {
            cluster.send(
                    "DELETE",
                    "/" + index + "?ignore_unavailable=true",
                    "",
                    cluster.security().adminHeader());
        }
        try {
            FileTree.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
