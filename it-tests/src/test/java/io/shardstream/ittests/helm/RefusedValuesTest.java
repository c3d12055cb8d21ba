package io.shardstream.ittests.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.runfile.WrittenSecrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Values that would give something that does not work, or tells a secret, are refused: some by the schema, all that
/// matters by the templates too, as Helm can be told to leave the schema aside.
class RefusedValuesTest {
    private static final String LEAST = """
            image: {tag: 0.1.0}
            runFile:
              run: cities
              kafka: {bootstrap: "kafka:9092", properties: {}}
              source: {nodes: "http://elasticsearch:9200", index: cities}
              target: {nodes: "http://elasticsearch:9200", index: cities-v2, shards: 5}
            """;

    @TempDir
    private static Path folder = Path.of("");

    private static HelmChart withoutSchema = HelmChart.OURS;

    @BeforeAll
    static void copy() throws IOException {
        withoutSchema = HelmChart.OURS.copiedTo(folder.resolve("chart"));
        Files.delete(withoutSchema.folder().resolve("values.schema.json"));
    }

    @Test
    void whatTheseValuesAreMadeOfIsTaken() throws IOException {
        assertThat(HelmChart.OURS.rendered(values("", "0"))).isNotEmpty();
        assertThat(withoutSchema.rendered(values("", "0"))).isNotEmpty();
    }

    /// A pattern of the schema would print the secret that it does not match, so it has none for secrets.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /reader/replicas                            | 2       | additional properties 'reader' not allowed
                    /readers/replica                            | 2       | additional properties 'replica' not allowed
                    /readers/replicas                           | -1      | minimum: got -1, want 0
                    /readers/replicas                           | "2"     | got string, want integer
                    /runFile/sorce                              | {}      | additional properties 'sorce' not allowed
                    /runFile/run                                | "Cities" | does not match pattern
                    /runFile/source/index                       | 202401  | got number, want string
                    /runFile/target/index                       | 1000.0  | got number, want string
                    /image/digest                               | "latest" | does not match pattern
                    /http/port                                  | 80      | minimum: got 80, want 1,024
                    /minReadySeconds                            | 600     | maximum: got 600, want 599
                    /writers/mode                               | "each"  | value must be one of 'deployment', 'perNode'
                    /writers/autoscaling/minReplicaCount        | 0       | minimum: got 0, want 1
                    /runFile/source/auth                        | {"basic": {"user": "a", "password": "hunter2"}} | runFile.source.auth.basic.password holds a secret
                    /runFile/docs                               | {"seal-key": "hunter2"} | runFile.docs.seal-key holds a secret
                    /runFile/docs                               | {"seal-key": 4711471147} | got number, want string
                    """)
    void theChartRefuses(String pointer, String value, String sentence) {
        assertThatThrownBy(() -> HelmChart.OURS.rendered(values(pointer, value)))
                .hasMessageContaining(sentence)
                .message()
                .doesNotContain("hunter2")
                .doesNotContain("4711471147");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /image/tag                 | ""  | No image is named: give image.tag or image.digest.
                    /runFile                   | {}  | There is no run file: put it under runFile
                    /existingRunFile/configMap | "x" | There are two run files
                    /runFile/source/auth       | {"basic": {"user": "a", "password": "hunter2"}} | runFile.source.auth.basic.password holds a secret
                    /runFile/target/auth       | {"api-key": "hunter2"} | runFile.target.auth.api-key holds a secret
                    /runFile/target/auth       | {"bearer": "x${env:A}"} | runFile.target.auth.bearer holds a secret
                    /runFile/run               | 2024 | runFile.run is no text as Helm reads it, and may become another name than is written: put it between quotes.
                    /runFile/source/index      | 202401 | runFile.source.index is no text as Helm reads it
                    /runFile/target/index      | 8 | runFile.target.index is no text as Helm reads it
                    /runFile/target/index      | true | runFile.target.index is no text as Helm reads it
                    /runFile/docs              | {"seal-key": "hunter2"} | runFile.docs.seal-key holds a secret
                    /runFile/kafka/properties  | {"ssl.key.password": "hunter2"} | runFile.kafka.properties.ssl.key.password holds a secret
                    /runFile/kafka/properties  | {"sasl.jaas.config": "x required username='a' password='hunter2';"} | runFile.kafka.properties.sasl.jaas.config holds a secret
                    /runFile/kafka/properties  | {"sasl.jaas.config": "x required clientId='a' clientSecret=hunter2;"} | runFile.kafka.properties.sasl.jaas.config holds a secret
                    /runFile/kafka/properties  | {"ssl.keystore.key": "hunter2"} | runFile.kafka.properties.ssl.keystore.key holds a secret
                    /runFile/kafka/properties  | {"sasl.oauthbearer.client.credentials.client.secret": "hunter2"} | client.secret holds a secret
                    /runFile/kafka/properties  | {"sasl.oauthbearer.assertion.private.key.passphrase": "hunter2"} | passphrase holds a secret
                    /runFile/kafka/properties  | {"ssl.key.password": "hunter${env:TWO}"} | runFile.kafka.properties.ssl.key.password holds a secret
                    /runFile/kafka/properties  | {"ssl.key.password": "${env:TWO}hunter"} | runFile.kafka.properties.ssl.key.password holds a secret
                    /runFile/kafka/properties  | {"ssl.key.password": "${hunter2}"} | runFile.kafka.properties.ssl.key.password holds a secret
                    /runFile/kafka/properties  | {"sasl.jaas.config": "x required key.passphrase='hunter2';"} | runFile.kafka.properties.sasl.jaas.config holds a secret
                    /runFile/kafka/properties  | {"sasl.jaas.config": "x required token='hunter2';"} | runFile.kafka.properties.sasl.jaas.config holds a secret
                    /runFile/kafka/properties  | {"sasl.jaas.config": "x required password='$hunter2';"} | runFile.kafka.properties.sasl.jaas.config holds a secret
                    /runFile/kafka/properties  | {"sasl.jaas.config": "x required password=';hunter2';"} | runFile.kafka.properties.sasl.jaas.config holds a secret
                    /runFile/kafka/properties  | {"sasl.jaas.config": "x required password=\\" hunter2\\";"} | runFile.kafka.properties.sasl.jaas.config holds a secret
                    /runFile/kafka/properties  | {"sasl.jaas.config": "x required \\"password\\"=\\"hunter2\\";"} | runFile.kafka.properties.sasl.jaas.config holds a secret
                    /runFile/kafka/properties  | {"sasl.jaas.config": "x required password='\\"hunter2\\"';"} | runFile.kafka.properties.sasl.jaas.config holds a secret
                    /runFile/kafka/properties  | {"sasl.oauthbearer.token.endpoint.url": "https://a:hunter2@b"} | token.endpoint.url holds a secret
                    /runFile/kafka/bootstrap   | "a:hunter2@b:9092" | runFile.kafka.bootstrap holds credentials
                    /runFile/kafka/bootstrap   | ["b:9092", "a:hunter2@b:9092"] | runFile.kafka.bootstrap holds credentials
                    /runFile/cutover           | {"on-swap": "https://a:hunter2@b/swapped"} | runFile.cutover.on-swap holds a secret
                    /runFile/cutover           | {"on-swap": "https://hunter2@b/swapped"} | runFile.cutover.on-swap holds a secret
                    /runFile/cutover           | {"on-swap": "https://b/swapped?token=hunter2"} | runFile.cutover.on-swap holds a secret
                    /runFile/cutover           | {"on-swap": ["curl", "https://a:hunter2@b/swapped"]} | runFile.cutover.on-swap holds a secret
                    /runFile/source/nodes      | "https://a:hunter2@b:9200" | runFile.source.nodes holds credentials
                    /runFile/target/nodes      | ["https://b:9200", "https://a:hunter2@b:9200"] | runFile.target.nodes holds credentials
                    /http/tls/existingSecret   | "x" | http.tls.existingSecret is given, and nobody may ask
                    /http/tls/clientCaKey      | "x" | http.tls.clientCaKey is a key in http.tls.existingSecret, which is not given
                    /http                      | {"existingSecret": "x", "operatorTokenKey": "", "readTokenKey": ""} | http.existingSecret is given without a key in it
                    /podMonitor/enabled        | true | podMonitor.enabled needs a token for Prometheus
                    /http                      | {"existingSecret": "x", "tls": {"existingSecret": "y", "operatorCommonNames": ["ops"]}} | http.tls.operatorCommonNames are known by certificates that an authority signs: give http.tls.clientCaKey.
                    /http/tls                  | {"operatorCommonNames": ["ops"]} | give http.tls.clientCaKey
                    /prometheusRule/enabled    | true | prometheusRule.enabled needs metrics, which nobody may read
                    /service/type              | "LoadBalancer" | service.type is LoadBalancer, and nobody may ask, so there is no Service
                    /service/annotations       | {"a": "b"} | service.annotations are given, and nobody may ask, so there is no Service
                    /networkPolicy/from        | [{"podSelector": {}}] | networkPolicy.from is given, and nobody may ask
                    /serviceAccount            | {"create": false, "annotations": {"a": "b"}} | serviceAccount.annotations are given, and serviceAccount.create is false
                    /readers/nextToNamespaces  | ["elastic"] | readers.nextToNamespaces are those of the pods of readers.nextTo, which is not given.
                    /writers/nextToNamespaces  | ["elastic"] | writers.nextToNamespaces are those of the pods of writers.nextTo, which is not given.
                    /writers                   | {"mode": "perNode", "groups": [{"name": "a", "nextToNamespaces": ["elastic"]}]} | nextToNamespaces of group a in writers.groups are those of the pods of nextTo, which is not given
                    /writers/mode              | "perNode" | writers.groups names no group
                    /writers/groups            | [{"name": "a"}] | writers.groups are for writers.mode perNode
                    /writers                   | {"mode": "perNode", "groups": [{"name": "a"}, {"name": "a"}]} | writers.groups names a twice
                    /writers                   | {"mode": "perNode", "groups": [{"name": "this-group-has-a-name-of-37-character"}]} | which has 64 characters: Kubernetes makes no pods for one with more than 52
                    /writers                   | {"mode": "perNode", "groups": [{"name": "a"}], "autoscaling": {"enabled": true}} | writers.autoscaling is for writers.mode deployment
                    /writers/autoscaling       | {"enabled": true, "minReplicaCount": 0} | minReplicaCount must be 1 or more
                    /writers/autoscaling       | {"enabled": true, "minReplicaCount": 3, "maxReplicaCount": 2} | maxReplicaCount must not be less than minReplicaCount
                    /writers/autoscaling       | {"enabled": true, "maxReplicaCount": 6} | maxReplicaCount is 6, and the target has 5 shards
                    /writers/autoscaling       | {"enabled": true} | give writers.autoscaling.prometheus.serverAddress
                    /writers/autoscaling       | {"enabled": true, "trigger": "kafka"} | give writers.autoscaling.kafka.consumerGroup
                    """)
    void theTemplatesRefuseWithASentence(String pointer, String value, String sentence) {
        assertThatThrownBy(() -> withoutSchema.rendered(values(pointer, value)))
                .hasMessageContaining(sentence)
                .message()
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /runFile/source/auth      | {"basic": {"user": "a", "password": "${env:PASSWORD}"}}
                    /runFile/source/auth      | {"basic": {"user": "${env:USER}", "password": "${file:/etc/password}"}}
                    /runFile/source/nodes     | ["https://a:9200", "https://b:9200"]
                    /runFile/kafka/properties | {"sasl.oauthbearer.token.endpoint.url": "https://a:8443/b@c"}
                    /runFile/target/auth      | {"api-key": "${file:/etc/key}"}
                    /runFile/cutover          | {"on-swap": "https://b/swapped?token=${env:TOKEN}"}
                    /runFile/cutover          | {"on-swap": ["curl", "https://a:${file:/etc/password}@b/swapped"]}
                    /runFile/cutover          | {"on-swap": ["/opt/swapped", "a@b"]}
                    /runFile/docs             | {"seal-key": "${env:SEAL_KEY}", "trim": "written"}
                    /runFile/kafka/properties | {"sasl.jaas.config": "x required username='a' password='${env:PASSWORD}';"}
                    /runFile/kafka/properties | {"sasl.jaas.config": "x required \\"username\\"=\\"a\\" \\"password\\" = \\"${env:PASSWORD}\\" tokenauth=\\"true\\";"}
                    /runFile/kafka/properties | {"sasl.jaas.config": "${file:/etc/jaas}", "ssl.keystore.password": "${env:A}"}
                    """)
    void referencesToSecretsAreTaken(String pointer, String value) throws IOException {
        assertThat(HelmChart.OURS.rendered(values(pointer, value))).isNotEmpty();
    }

    /// Prometheus does not trust such a certificate by itself, nor the address of a pod in it: every scrape
    /// would fail.
    @Test
    void aPodMonitorOverTlsSaysHowTheCertificateIsChecked() throws IOException {
        String http = "{\"existingSecret\": \"x\", \"tls\": {\"existingSecret\": \"y\"}}";
        ObjectNode values = (ObjectNode) HelmChart.YAML.readTree(values("/http", http));
        values.withObject("/podMonitor").put("enabled", true);
        Path file = Files.writeString(folder.resolve("values.yaml"), HelmChart.YAML.writeValueAsString(values));
        assertThatThrownBy(() -> withoutSchema.rendered(file))
                .hasMessageContaining("podMonitor.enabled asks over TLS: give podMonitor.tlsConfig");

        values.withObject("/podMonitor/tlsConfig").put("serverName", "copy-control");
        assertThat(withoutSchema.rendered(Files.writeString(file, HelmChart.YAML.writeValueAsString(values))))
                .isNotEmpty();
    }

    @Test
    void aSecretIsKnownByTheSamePatternsAsInTheRunFileItself() {
        String checks = HelmChart.text(HelmChart.OURS.folder().resolve("templates/_checks.tpl"));

        assertThat(List.of(WrittenSecrets.NAME, WrittenSecrets.INSIDE, WrittenSecrets.IN_ADDRESS))
                .allSatisfy(pattern -> assertThat(checks).contains("regexMatch `" + pattern + "` "));
    }

    @Test
    void aStatefulSetMayHaveTheLongestNameForWhichKubernetesMakesPods() throws IOException {
        String writers = "{\"mode\": \"perNode\", \"groups\": [{\"name\": \"%s\"}]}";
        String longest = "a".repeat(52 - "cities-shardstream-writers-".length());

        assertThat(withoutSchema.rendered(values("/writers", writers.formatted(longest))))
                .isNotEmpty();
        assertThatThrownBy(() -> withoutSchema.rendered(values("/writers", writers.formatted(longest + "a"))))
                .hasMessageContaining("Kubernetes makes no pods");
    }

    private static Path values(String pointer, String value) throws IOException {
        ObjectNode values = (ObjectNode) HelmChart.YAML.readTree(LEAST);
        if (!pointer.isEmpty()) {
            int last = pointer.lastIndexOf('/');
            JsonNode given = HelmChart.YAML.readTree(value);
            (last == 0 ? values : values.withObject(pointer.substring(0, last)))
                    .set(pointer.substring(last + 1), given);
        }
        return Files.writeString(folder.resolve("values.yaml"), HelmChart.YAML.writeValueAsString(values));
    }
}
