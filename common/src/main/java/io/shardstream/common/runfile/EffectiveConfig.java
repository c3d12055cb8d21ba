package io.shardstream.common.runfile;

import io.shardstream.common.tls.ClientTlsSettings;
import io.shardstream.common.tls.Trust;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/// A run file with every default filled in. Secrets stay the references that they were given as, so that
/// what is printed can be shown to anybody, and be used as a run file.
final class EffectiveConfig {
    private static final YAMLMapper YAML = new YAMLMapper(YAMLFactory.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
            .disable(YAMLWriteFeature.SPLIT_LINES)
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
            .enable(YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build());

    private final UnaryOperator<String> shown;

    private EffectiveConfig(UnaryOperator<String> shown) {
        this.shown = shown;
    }

    /// @param shown how a reference to a secret is written
    static String of(RunFile run, UnaryOperator<String> shown) {
        return new EffectiveConfig(shown).of(run);
    }

    private String of(RunFile run) {
        ObjectNode top = YAML.createObjectNode();
        top.put("run", run.name());
        kafka(top.putObject("kafka"), run.kafka());
        ObjectNode source = top.putObject("source");
        endpoint(source, run.source().endpoint());
        source.put("index", run.source().index());
        source.put("ids-unique-across-routings", run.source().idsUniqueAcrossRoutings());
        source.put("application-versions", run.source().applicationVersions());
        source.put("refresh", run.source().refresh());
        source.put("refresh-interval", Units.time(run.source().refreshInterval()));
        source.put("on-mapping-change", run.source().onMappingChange().text());
        target(top.putObject("target"), run.target());
        ObjectNode docs = top.putObject("docs");
        run.docs().maxDocument().ifPresent(most -> docs.put("max-document", Units.size(most)));
        run.docs().maxBacklog().ifPresent(most -> docs.put("max-backlog", Units.size(most)));
        run.docs().trim().ifPresent(trim -> docs.put("trim", trim.text()));
        run.docs().sealKey().ifPresent(key -> docs.put("seal-key", shown(key)));
        top.putObject("reader")
                .put("windows-in-flight", run.reader().windowsInFlight())
                .put("window-bytes", Units.size(run.reader().windowBytes()))
                .put("max-bytes", Units.size(run.reader().maxBytes()));
        top.putObject("writer")
                .put("bulk-bytes", Units.size(run.writer().bulkBytes()))
                .put("bulk-scope", run.writer().bulkScope().text())
                .put("bulks-in-flight", run.writer().bulksInFlight())
                .put("max-bytes", Units.size(run.writer().maxBytes()));
        top.putObject("version").put("mode", run.versions().text());
        run.saidFollow().ifPresent(said -> top.put("follow", said));
        top.putObject("sweep").put("every", Units.time(run.sweepEvery()));
        run.maxRejects().ifPresent(most -> top.putObject("rejects").put("max", most));
        ObjectNode cutover = top.putObject("cutover");
        cutover.put("max-blocked", Units.time(run.cutover().maxBlocked()));
        cutover.put("max-lag", run.cutover().maxLag());
        ArrayNode canaries = cutover.putArray("canaries");
        run.cutover().canaries().forEach(canaries::add);
        cutover.put("canary-tolerance", run.cutover().canaryTolerance() + "%");
        cutover.put("replace-index", run.cutover().replaceIndex().text());
        ArrayNode onSwap = cutover.putArray("on-swap");
        run.cutover().onSwap().forEach(word -> onSwap.add(shown(word)));
        cutover.put("on-swap-timeout", Units.time(run.cutover().onSwapTimeout()));
        throttle(top, run);
        top.put("session-timeout", Units.time(run.sessionTimeout()));
        return YAML.writeValueAsString(top);
    }

    private String shown(Secret secret) {
        return shown.apply(secret.reference());
    }

    private static void throttle(ObjectNode top, RunFile run) {
        Map<String, String> texts = ThrottleText.of(run.throttle());
        ObjectNode throttle = top.putObject("throttle");
        Stream.of("per-node", "total").filter(texts::containsKey).forEach(key -> throttle.put(key, texts.get(key)));
        run.throttle().requests().ifPresent(number -> throttle.put("requests", number));
        ArrayNode hours = throttle.putArray("hours");
        run.throttle().schedule().hours().forEach(some -> hours.add(some.toString()));
        Optional.ofNullable(texts.get("time-zone")).ifPresent(zone -> throttle.put("time-zone", zone));
        if (run.throttle().objective().isOff()) {
            top.put("guard", ThrottleText.OFF);
            return;
        }
        ObjectNode guard = top.putObject("guard");
        Stream.of("search-latency", "cpu").filter(texts::containsKey).forEach(key -> guard.put(key, texts.get(key)));
        run.canary().ifPresent(search -> guard.put("canary", search));
    }

    private void kafka(ObjectNode object, KafkaConfig kafka) {
        ArrayNode bootstrap = object.putArray("bootstrap");
        kafka.bootstrap().forEach(bootstrap::add);
        kafka.replication().ifPresent(replicas -> object.put("replication", replicas));
        ObjectNode properties = object.putObject("properties");
        kafka.properties().forEach((key, value) -> properties.put(key, shown(value)));
    }

    private void endpoint(ObjectNode object, EndpointConfig endpoint) {
        ArrayNode nodes = object.putArray("nodes");
        endpoint.nodes().forEach(node -> nodes.add(node.toString()));
        endpoint.auth().ifPresent(auth -> auth(object.putObject("auth"), auth));
        if (endpoint.speaksTls()) {
            tls(object.putObject("tls"), endpoint.tls());
        }
        object.put("request-timeout", Units.time(endpoint.requestTimeout()));
    }

    private static void tls(ObjectNode object, ClientTlsSettings tls) {
        switch (tls.trust()) {
            case Trust.JavaRuntime _ -> {}
            case Trust.Authorities(Path file) ->
                object.put("ca", file.toAbsolutePath().toString());
            case Trust.Fingerprint(String sha256) -> object.put("ca-fingerprint", sha256);
        }
        object.put("verification", tls.verification().text());
        tls.identity()
                .ifPresent(files -> object.put(
                                "certificate",
                                files.certificate().toAbsolutePath().toString())
                        .put("key", files.key().toAbsolutePath().toString()));
    }

    private void auth(ObjectNode object, Auth auth) {
        switch (auth) {
            case Auth.Basic(Secret user, Secret password) ->
                object.putObject("basic").put("user", shown(user)).put("password", shown(password));
            case Auth.ApiKey(Secret key) -> object.put("api-key", shown(key));
            case Auth.Bearer(Secret token) -> object.put("bearer", shown(token));
        }
    }

    private void target(ObjectNode object, TargetConfig target) {
        endpoint(object, target.endpoint());
        object.put("index", target.index());
        target.shards().ifPresent(shards -> object.put("shards", shards));
        target.replicas().ifPresent(replicas -> object.put("replicas", replicas));
        target.replicasWhileCopying().ifPresent(replicas -> object.put("replicas-while-copying", replicas));
        object.set("settings", target.settings());
        target.mappings().ifPresent(mappings -> object.set("mappings", mappings));
        object.put("accept-as-it-is", target.acceptAsItIs());
        object.put("on-mapping-change", target.onMappingChange().text());
    }
}
