package io.shardstream.ittests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.Shardstream;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.http.Tokens;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// `deploy/compose/compose.yaml`, as far as it can be judged without a container.
class ComposeTest {
    private static final Path FOLDER = Project.HOME.resolve("deploy/compose");
    private static final JsonNode FILE = new YAMLMapper().readTree(Project.text(FOLDER.resolve("compose.yaml")));
    private static final String OURS = "shardstream";

    /// The names of all services.
    static List<String> services() {
        return FILE.path("services").propertyStream().map(Map.Entry::getKey).toList();
    }

    /// The names of the services that run our image.
    static List<String> ours() {
        return services().stream()
                .filter(name -> service(name).path("<<").asString("").equals(OURS))
                .toList();
    }

    @Test
    void theRunHasItsPartsAndWhatTheyNeed() {
        assertThat(services())
                .containsExactlyInAnyOrder(
                        "broker",
                        "es-1",
                        "es-2",
                        "seed",
                        "control",
                        "reader",
                        "writer-1",
                        "writer-2",
                        "copied",
                        "verify",
                        "prometheus",
                        "grafana");
        assertThat(ours()).containsExactlyInAnyOrder("control", "reader", "writer-1", "writer-2", "copied", "verify");
    }

    @Test
    void whatCanBeLeftOutIsThereUnlessSomebodyWantsItOut() {
        List<String> optional = services().stream()
                .flatMap(name -> texts(part(name, "profiles")).stream())
                .toList();
        assertThat(optional).containsExactly("grafana");
        assertThat(Project.text(FOLDER.resolve(".env"))).contains("COMPOSE_PROFILES=grafana\n");
    }

    @ParameterizedTest
    @MethodSource("ours")
    void theCommandOfAServiceIsOneThatTheCommandLineTakes(String name) {
        String[] command = texts(service(name).path("command")).toArray(String[]::new);
        assertThat(Shardstream.commandLine(new Stop(), Map.<String, String>of()::get)
                        .parseArgs(command)
                        .hasSubcommand())
                .isTrue();
    }

    /// Services that ended with exit code 5 were started again and again, and so was nothing that waited for them.
    @Test
    void whatWaitsForTheCopyWaitsForACommandThatEnds() {
        assertThat(Project.text(Project.HOME.resolve("deploy/Dockerfile"))).contains("ENV SHARDSTREAM_STAY=true\n");
        assertThat(services())
                .noneMatch(name -> part(name, "depends_on")
                        .propertyStream()
                        .anyMatch(other -> ours().contains(other.getKey())
                                && other.getValue()
                                        .path("condition")
                                        .asString("")
                                        .equals("service_completed_successfully")
                                && !texts(service(other.getKey()).path("command"))
                                        .contains("--wait")));
    }

    /// Its exit code says how the run stands or what was found, which starting it again does not change.
    @ParameterizedTest
    @MethodSource("ours")
    void aServiceThatEndsByItselfIsNotStartedAgain(String name) {
        boolean ends = List.of("status", "verify")
                .contains(texts(service(name).path("command")).getFirst());
        assertThat(part(name, "restart").asString("")).isEqualTo(ends ? "no" : "on-failure");
    }

    @Test
    void theRunFileIsAccepted() {
        String file = FOLDER.resolve("run.yaml").toString();
        assertThat(Shardstream.commandLine(new Stop(), Map.<String, String>of()::get)
                        .execute("config", "check", "-f", file))
                .isZero();
        assertThat(texts(part(ours().getFirst(), "volumes"))).containsExactly("./run.yaml:/work/run.yaml:ro");
    }

    @ParameterizedTest
    @MethodSource("services")
    void portsArePublishedOnTheLoopbackInterfaceOnly(String name) {
        List<String> ports = texts(part(name, "ports"));
        assertThat(ports).allMatch(port -> port.startsWith("127.0.0.1:"));
        assertThat(texts(part(name, "networks")))
                .as("a network with a way out is for those that publish a port")
                .isEqualTo(ports.isEmpty() ? List.of("inside") : List.of("inside", "outside"));
        assertThat(part(name, "network_mode").isMissingNode()).isTrue();
    }

    @Test
    void theNetworkOfTheServersHasNoWayOut() {
        assertThat(FILE.at("/networks/inside/internal").asBoolean(false)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("services")
    void everyServiceHasTheImageOfADigestAndALimitOfMemory(String name) {
        assertThat(part(name, "mem_limit").asString("")).matches("\\d+[mg]");
        assertThat(part(name, "image").asString(""))
                .matches("\\$\\{SHARDSTREAM_IMAGE:-.*}"
                        + "|\\$\\{[A-Z]+_IMAGE:-[a-z./]+:v?\\d+\\.\\d+\\.\\d+@sha256:[0-9a-f]{64}}");
    }

    /// Whoever makes images of these names has them taken in place of the official ones; Grafana's is not made.
    @Test
    void oneImageHasOneDigestAndStandsInTheDocumentation() {
        Map<String, List<String>> digests = services().stream()
                .map(name -> part(name, "image").asString(""))
                .filter(image -> image.contains("@"))
                .distinct()
                .collect(Collectors.groupingBy(image -> image.substring(image.indexOf(":-") + 2, image.indexOf('@'))));
        assertThat(digests).hasSize(4).allSatisfy((image, all) -> {
            assertThat(all).hasSize(1);
            assertThat(image.startsWith("grafana/")
                            || Project.text(Project.HOME.resolve("docs/installing.md"))
                                    .contains("=" + image))
                    .as(image)
                    .isTrue();
        });
    }

    @ParameterizedTest
    @MethodSource("services")
    void whatAServiceWaitsForIsThereAndHasWhatTellsIt(String name) {
        JsonNode waitsFor = part(name, "depends_on");
        waitsFor.propertyStream().forEach(other -> {
            assertThat(services()).contains(other.getKey());
            boolean needsCheck = other.getValue().path("condition").asString("").equals("service_healthy");
            assertThat(!needsCheck || part(other.getKey(), "healthcheck").has("test"))
                    .as("%s waits for the health of %s", name, other.getKey())
                    .isTrue();
        });
    }

    @ParameterizedTest
    @MethodSource("services")
    void everyFileThatIsMountedIsThere(String name) {
        assertThat(texts(part(name, "volumes")))
                .allMatch(volume -> volume.endsWith(":ro"))
                .allMatch(volume -> Files.isRegularFile(FOLDER.resolve(volume.split(":", 2)[0])));
    }

    /// Case C-62.
    @ParameterizedTest
    @MethodSource("services")
    void noServiceHasRightsOfRootOrGetsAny(String name) {
        assertThat(texts(part(name, "cap_drop"))).containsExactly("ALL");
        assertThat(texts(part(name, "security_opt"))).containsExactly("no-new-privileges:true");
    }

    @Test
    void ourServicesMayWriteNothingAndNeedNoRights() {
        JsonNode all = FILE.path("x-" + OURS);
        assertThat(all.path("read_only").asBoolean(false)).isTrue();
        assertThat(texts(all.path("cap_drop"))).containsExactly("ALL");
        assertThat(texts(all.path("tmpfs"))).containsExactly("/tmp");
    }

    @Test
    void prometheusHasTheTokenWithWhichOneMayLookAndNobodyHasAnother() {
        JsonNode tokens = FILE.path("x-" + OURS).path("environment");
        assertThat(tokens.propertyNames()).containsExactly(Tokens.READER_VARIABLE);
        JsonNode prometheus = new YAMLMapper().readTree(Project.text(FOLDER.resolve("prometheus.yaml")));
        assertThat(prometheus.at("/scrape_configs/0/authorization/credentials").asString(""))
                .isEqualTo(tokens.path(Tokens.READER_VARIABLE).asString())
                .hasSizeGreaterThanOrEqualTo(Tokens.SHORTEST);
    }

    private static JsonNode service(String name) {
        return FILE.path("services").path(name);
    }

    /// A part of a service, from what it is merged with where it has none of its own. Jackson reads the alias
    /// after `<<` as its name, and what is merged has the same name behind `x-`.
    private static JsonNode part(String service, String name) {
        JsonNode own = service(service).path(name);
        return own.isMissingNode()
                ? FILE.path("x-" + service(service).path("<<").asString("")).path(name)
                : own;
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }
}
