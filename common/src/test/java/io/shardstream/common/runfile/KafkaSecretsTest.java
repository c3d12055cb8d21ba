package io.shardstream.common.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.shardstream.common.kafka.LiveProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How a client shows who it is stands under `kafka.properties`, and what is secret of it does not.
class KafkaSecretsTest {
    private static final String SECRET = "s3cr3t-never-shown";
    private static final String OAUTH = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssl.keystore.key: '-----BEGIN PRIVATE KEY----- " + SECRET + "'",
                "ssl.keystore.password: " + SECRET,
                "sasl.oauthbearer.client.credentials.client.secret: " + SECRET,
                "sasl.oauthbearer.assertion.private.key.passphrase: " + SECRET,
                "sasl.oauthbearer.scope: 'a passphrase=" + SECRET + "'",
                "ssl.keystore.password: '" + SECRET + "${env:FOUND}'",
                "ssl.key.password: '${env:FOUND}" + SECRET + "'",
                "sasl.jaas.config: 'OAuthBearerLoginModule required clientId=\"c\" clientSecret=\"" + SECRET + "\";'",
                "sasl.jaas.config: 'M required password=\"${env:FOUND}\" ssl.key.password=" + SECRET + ";'",
                "sasl.jaas.config: '" + RunFiles.PLAIN + " required username=\"u\" password=\";" + SECRET + "\";'",
                "sasl.jaas.config: '" + RunFiles.PLAIN + " required username=\"u\" password=\" " + SECRET + "\";'",
                "sasl.jaas.config: '" + RunFiles.PLAIN + " required username=\"u\" password=\"''" + SECRET + "\";'",
                "sasl.jaas.config: '" + RunFiles.PLAIN + " required username=\"u\" \"password\"=\"" + SECRET + "\";'",
                "sasl.jaas.config: '" + RunFiles.PLAIN + " required password /* */ = \"" + SECRET + "\";'",
                "sasl.jaas.config: '" + RunFiles.PLAIN + " required password=\"${env:FOUND}" + SECRET + "\";'",
                "sasl.jaas.config: '" + RunFiles.PLAIN + " required password/**/=\"" + SECRET
                        + "\" password=\"${env:FOUND}\";'",
                "sasl.jaas.config: '" + OAUTH + " required clientId=\"c\" ssl.keystore.key=\"" + SECRET + "\";'",
                "sasl.jaas.config: '" + OAUTH + " required ssl.truststore.password=\"" + SECRET + "\";'",
                "sasl.jaas.config: '" + RunFiles.PLAIN + " required user_admin=\"" + SECRET + "\";'",
                "sasl.jaas.config: '" + RunFiles.PLAIN + " required user_admin=reference;'",
                "sasl.jaas.config: '" + RunFiles.PLAIN + " required $scope=\"" + SECRET + "\";'",
                "sasl.oauthbearer.token.endpoint.url: https://c:" + SECRET + "@auth.example/token"
            })
    void aSecretInTheRunFileIsRefusedWithoutBeingTold(String property) {
        assertRefused(property, "must have ${env:NAME} or ${file:path} in place of the secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scram.ScramLoginModule required username=\"u\" password=\"${env:FOUND}${env:FOUND}\""
                        + " tokenauth=\"true\";",
                "scram.ScramLoginModule required username=reference password=${env:FOUND};",
                "scram.ScramLoginModule required username=\"u\" \"password\" = '${env:FOUND}';",
                "oauthbearer.OAuthBearerLoginModule required clientId=\"c\" clientSecret=\"${env:FOUND}\""
                        + " ssl.truststore.location=\"/etc/ca.pem\" ssl.truststore.type=\"PEM\""
                        + " ssl.keystore.password=\"${env:FOUND}\" sasl.oauthbearer.scope.claim.name=\"scope\""
                        + " extension_logicalCluster=\"lkc-1\" unsecuredLoginStringClaim_sub=\"u\";"
            })
    void whatIsNoSecretMayStandBesideReferences(String jaas) throws Exception {
        assertThat(properties("sasl.jaas.config: 'org.apache.kafka.common.security." + jaas.replace("'", "''") + "'")
                        .now())
                .containsKey("sasl.jaas.config");
    }

    @Test
    void aSecretMayBeMadeOfSeveralReferences() throws Exception {
        assertThat(properties("ssl.key.password: '${env:FOUND}${env:FOUND}'").now())
                .containsEntry("ssl.key.password", SECRET + SECRET);
        assertThat(properties("ssl.key.password: |\n  ${env:FOUND}\n").now()).containsKey("ssl.key.password");
    }

    /// Kafka takes its own properties from there too, such as for the place that gives tokens.
    @Test
    void anOptionThatNamesAClassOfOthersIsRefused() {
        String module = "sasl.jaas.config: '" + OAUTH + " required ";
        assertRefused(
                module + "ssl.engine.factory.class=\"own.Factory\";'",
                "has the option ssl.engine.factory.class, which would have the process run code that is not its own");
        assertRefused(
                module + "sasl.oauthbearer.jwt.validator.class=\"own.Validator\";'",
                "has the option sasl.oauthbearer.jwt.validator.class, which");
    }

    @Test
    void whatATokenIsFetchedWithReachesTheClient() throws Exception {
        LiveProperties live = properties("""
                security.protocol: SASL_SSL
                sasl.mechanism: OAUTHBEARER
                sasl.oauthbearer.token.endpoint.url: https://auth.example/token
                sasl.oauthbearer.client.credentials.client.id: shardstream
                sasl.oauthbearer.client.credentials.client.secret: ${env:FOUND}
                sasl.oauthbearer.scope: kafka
                sasl.login.callback.handler.class: org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler
                sasl.jaas.config: org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;
                """);

        AdminClientConfig client = new AdminClientConfig(with(live.ofClient()));

        assertThat(client.getPassword("sasl.oauthbearer.client.credentials.client.secret"))
                .isEqualTo(new Password(SECRET));
        assertThat(client.getString("sasl.oauthbearer.scope")).isEqualTo("kafka");
        assertThat(client.getString("sasl.mechanism")).isEqualTo("OAUTHBEARER");
        assertThat(client.getClass("sasl.client.callback.handler.class"))
                .as("tokens are renewed by Kafka's own clients")
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "username=\"u\" password=\"@@\"",
                "username='u' password='@@'",
                "username=\"o'neil\" password=\"@@\"",
                "username='a\"b' password='@@'",
                "username=\"a\\\"b\" password='@@'"
            })
    void aPasswordBetweenQuotesMayHaveAnyCharacters(String options) throws Exception {
        Files.writeString(folder.resolve("password"), "a\"b\\c'd;e\tf\\t");
        String jaas = "org.apache.kafka.common.security.scram.ScramLoginModule required "
                + options.replace("@@", "${file:password}") + ";";
        Map<String, String> live = properties("sasl.jaas.config: '" + jaas.replace("'", "''") + "'")
                .now();

        assertThat(JaasContext.loadClientContext(Map.of("sasl.jaas.config", new Password(live.get("sasl.jaas.config"))))
                        .configurationEntries())
                .singleElement()
                .extracting(entry -> entry.getOptions().get("password"))
                .isEqualTo("a\"b\\c'd;e\tf\\t");
    }

    /// C-122: Kafka's clients take paths relative to where the process was started.
    @Test
    void pathsAreRelativeToTheRunFilesFolder() throws Exception {
        Files.writeString(folder.resolve("place"), "keys/own.jks\n");
        Map<String, String> live = properties("""
                ssl.truststore.location: ca.jks
                ssl.keystore.location: ${file:place}
                sasl.oauthbearer.assertion.file: /tokens/assertion
                sasl.oauthbearer.assertion.template.file: ''
                ssl.truststore.type: PKCS12
                """).now();

        assertThat(live)
                .containsEntry(
                        "ssl.truststore.location", folder.resolve("ca.jks").toString())
                .containsEntry(
                        "ssl.keystore.location", folder.resolve("keys/own.jks").toString())
                .containsEntry("sasl.oauthbearer.assertion.file", "/tokens/assertion")
                .containsEntry("sasl.oauthbearer.assertion.template.file", "")
                .containsEntry("ssl.truststore.type", "PKCS12");
    }

    @Test
    void aWholeConfigurationFromAFileIsTakenAsItIs() throws Exception {
        String jaas = RunFiles.PLAIN + " required username=\"u\" password=\"p\";";
        Files.writeString(folder.resolve("jaas"), jaas);

        assertThat(properties("sasl.jaas.config: ${file:jaas}").now()).containsEntry("sasl.jaas.config", jaas);
    }

    @Test
    void aLoginModuleMayBeNamedByAFile() throws Exception {
        Files.writeString(folder.resolve("module"), RunFiles.PLAIN);

        assertThat(properties("sasl.jaas.config: '${file:module} required username=\"u\" password=\"${env:FOUND}\";'")
                        .now())
                .containsEntry(
                        "sasl.jaas.config", RunFiles.PLAIN + " required username=\"u\" password=\"" + SECRET + "\";");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.sun.security.auth.module.JndiLoginModule required user.provider.url=\"ldap://x/\""
                        + " password=\"@@\";",
                "own.PlainLoginModule required username=\"u\" password=\"@@\";",
                "own.PlainLoginModule required own=\"u\" password=\"@@\";",
                RunFiles.PLAIN + "$Own required password=\"@@\";"
            })
    void aLoginModuleOfOthersIsRefusedWhereverItsNameStands(String jaas) throws Exception {
        Files.writeString(folder.resolve("jaas"), jaas.replace("@@", SECRET));

        for (String given : List.of("${file:jaas}", jaas.replace("@@", "${env:FOUND}"))) {
            assertRefused("sasl.jaas.config: '" + given + "'", "must name a login module of Kafka's own");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                RunFiles.PLAIN + " required username=\"u\" password=\"${env:FOUND}\"",
                RunFiles.PLAIN + " username=\"u\" password=\"${env:FOUND}\";",
                RunFiles.PLAIN + " required; " + RunFiles.PLAIN + " required password=\"${env:FOUND}\";",
                "Client { " + RunFiles.PLAIN + " required password=\"${env:FOUND}\"; };"
            })
    void whatIsNoConfigurationOfOneLoginModuleIsToldBeforeKafkaIsAsked(String jaas) {
        assertRefused("sasl.jaas.config: '" + jaas + "'", "followed by 'required', its options");
    }

    /// Told by the property's name, and without what is secret.
    private void assertRefused(String property, String sentence) {
        assertThatExceptionOfType(RunFileException.class)
                .isThrownBy(() -> properties(property))
                .satisfies(refused -> assertThat(refused.problems())
                        .singleElement()
                        .asString()
                        .contains("kafka.properties." + property.substring(0, property.indexOf(':')))
                        .contains(sentence)
                        .doesNotContain(SECRET));
    }

    private static Map<String, Object> with(Map<String, Object> properties) {
        properties.put("bootstrap.servers", "127.0.0.1:1");
        return properties;
    }

    private LiveProperties properties(String lines) throws Exception {
        Path file = folder.resolve("run.yaml");
        Files.writeString(
                file,
                "run: cities\nkafka:\n  bootstrap: a:1\n  properties:\n"
                        + lines.strip().indent(4) + """
                        source: {nodes: "http://a:1", index: cities}
                        target: {nodes: "http://a:1", index: cities-v2, shards: 5}
                        """);
        Map<String, Secret> properties =
                RunFile.readForKafka(file, Map.of("FOUND", SECRET)::get).kafka().properties();
        return () -> properties.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().reveal()));
    }
}
