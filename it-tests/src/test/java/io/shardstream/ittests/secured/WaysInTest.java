package io.shardstream.ittests.secured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.cli.connect.Connections;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.security.Authority;
import io.shardstream.localcluster.security.Issued;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Each way in that the sections `auth` and `tls` know and that needs no index of the server's own.
@RealServers
class WaysInTest {
    private static final String CA = "tls: {ca: ca.crt}";

    @Test
    void aClusterIsToldWhoAsksInEachWay() throws Exception {
        SecuredCluster cluster = SecuredCluster.shared();
        Authority authority = cluster.security().authority();
        try (SecuredRun run = SecuredRun.on(cluster)) {
            assertThat(whoAsks(run.runFile("reader")).path("username").asString(""))
                    .isEqualTo(run.user("reader"));

            run.write("token", cluster.security().token("elastic/fleet-server", "planted-secret"));
            Issued client = authority.client("client of tests");
            run.write("client.crt", client.certificate()).write("client.key", client.key());
            cluster.security().certificate("client of tests", run.user("reader"));
            run.renew();
            String bearer = "auth: {bearer: \"${file:token}\"}";
            cluster.awaitUser("Bearer " + cluster.security().token("elastic/fleet-server", "planted-secret"));
            assertThat(whoAsks(run.runFile("bearer", bearer, CA))
                            .path("username")
                            .asString(""))
                    .isEqualTo("elastic/fleet-server");
            JsonNode byCertificate =
                    whoAsks(run.runFile("mtls", "", "tls: {ca: ca.crt, certificate: client.crt, key: client.key}"));
            assertThat(byCertificate.path("username").asString("")).isEqualTo("client of tests");
            assertThat(byCertificate.path("roles").toString()).contains(run.user("reader"));

            String basic =
                    "auth: {basic: {user: %s, password: \"${file:reader.password}\"}}".formatted(run.user("reader"));
            assertThat(whoAsks(run.runFile("pinned", basic, "tls: {ca-fingerprint: " + authority.fingerprint() + "}"))
                            .path("username")
                            .asString(""))
                    .isEqualTo(run.user("reader"));
            assertThatThrownBy(() ->
                            whoAsks(run.runFile("other", basic, "tls: {ca-fingerprint: " + "ab".repeat(32) + "}")))
                    .isInstanceOfSatisfying(
                            ElasticException.class,
                            refused -> assertThat(refused.isOfAccess()).isTrue())
                    .hasMessageContaining("none of the certificates that it sends has the fingerprint");
            assertThatThrownBy(() -> whoAsks(run.runFile("runtime", basic, "")))
                    .isInstanceOf(ElasticException.class)
                    .hasMessageContaining("is not vouched for by the Java runtime's certificates");
        }
    }

    @Test
    void aCertificateOfAnotherHostIsBelievedOnlyWhereThatIsSaid() throws Exception {
        SecuredCluster cluster = SecuredCluster.shared();
        Issued first = cluster.security().authority().server("node");
        try (SecuredRun run = SecuredRun.on(cluster)) {
            cluster.security().show(cluster.security().authority().serverElsewhere("node"));
            cluster.servers().node(0).restart();

            assertThatThrownBy(() -> whoAsks(run.runFile("reader")))
                    .isInstanceOfSatisfying(
                            ElasticException.class,
                            refused -> assertThat(refused.isOfAccess()).isTrue())
                    .hasMessageContaining("is not trusted");
            String basic =
                    "auth: {basic: {user: %s, password: \"${file:reader.password}\"}}".formatted(run.user("reader"));
            assertThat(whoAsks(run.runFile("certificate", basic, "tls: {ca: ca.crt, verification: certificate}"))
                            .path("username")
                            .asString(""))
                    .isEqualTo(run.user("reader"));
        } finally {
            cluster.security().show(first);
            cluster.servers().node(0).restart();
        }
    }

    private static JsonNode whoAsks(Path runFile) throws Exception {
        try (Connections to = Connections.of(RunFile.read(runFile, System::getenv))) {
            return to.source()
                    .send(Call.get("/_security/_authenticate"))
                    .orThrow()
                    .json();
        }
    }
}
