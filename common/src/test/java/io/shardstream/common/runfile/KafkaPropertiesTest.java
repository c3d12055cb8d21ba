package io.shardstream.common.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SecurityConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Held against the client's own list, so that a new version of it brings nothing that nobody has looked at.
class KafkaPropertiesTest {
    @Test
    void whatKafkasClientsKnowOfSigningInIsEitherTakenOrRefused() {
        Set<String> known = new TreeSet<>(new ConfigDef()
                .withClientSslSupport()
                .withClientSaslSupport()
                .configKeys()
                .keySet());
        known.add(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG);
        known.add(SecurityConfig.SECURITY_PROVIDERS_CONFIG);

        Set<String> ours = new TreeSet<>(KafkaProperties.names());
        ours.addAll(KafkaProperties.refused());
        ours.removeIf(name -> !name.matches("(security|sasl|ssl)\\..*"));

        assertThat(ours).isEqualTo(known);
        assertThat(KafkaProperties.names()).doesNotContainAnyElementsOf(KafkaProperties.refused());
    }

    @Test
    void allElseThatIsTakenIsKnownToKafkasClients() {
        Set<String> others = new TreeSet<>(KafkaProperties.names());
        others.removeIf(name -> name.matches("(sasl|ssl)\\..*"));

        assertThat(ProducerConfig.configNames())
                .containsAll(others.stream()
                        .filter(name -> !name.equals("client.rack"))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"security.providers", "sasl.login.class", "ssl.engine.factory.class", "sasl.kerberos.kinit.cmd"})
    void whatWouldHaveAClientRunCodeOfOthersIsRefused(String name) {
        assertThatThrownBy(() -> KafkaProperties.requireName(name))
                .isInstanceOf(Refused.class)
                .hasMessageStartingWith("would have the process run code that is not its own");
    }

    @Test
    void everySettingThatNamesAClassIsRefusedOrTakesKafkasOwnClassesOnly() {
        new ConfigDef()
                .withClientSslSupport().withClientSaslSupport().configKeys().values().stream()
                        .filter(key -> key.type == ConfigDef.Type.CLASS)
                        .filter(key -> !KafkaProperties.refused().contains(key.name))
                        .forEach(key -> assertThatThrownBy(
                                        () -> KafkaProperties.requireOwnClass(key.name, "own.Handler"))
                                .as(key.name)
                                .hasMessageStartingWith("must name one of Kafka's own classes"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "own.org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler",
                "org.apache.kafka.common.security.oauthbearer.internals.Own",
                "org.apache.kafka.common.security.oauthbearer.${env:CLASS}",
                "${env:CLASS}",
                ""
            })
    void aClassIsNamedInTheRunFileItself(String value) {
        assertThatThrownBy(() -> KafkaProperties.requireOwnClass("sasl.login.callback.handler.class", value))
                .isInstanceOf(Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"OAuthBearerLoginCallbackHandler", "JwtBearerJwtRetriever", "ClientJwtValidator"})
    void kafkasOwnClassesForTokensAreTaken(String name) {
        assertThatCode(() -> KafkaProperties.requireOwnClass(
                        "sasl.oauthbearer.jwt.retriever.class", "org.apache.kafka.common.security.oauthbearer." + name))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "sasl.mechanisms, sasl.mechanism",
        "sasl_mechanism, sasl.mechanism",
        "ssl.truststore.pasword, ssl.truststore.password",
        "ssl.trustore.location, ssl.truststore.location"
    })
    void aNameThatIsMisspeltIsToldWithTheOneThatWasProbablyMeant(String name, String meant) {
        assertThatThrownBy(() -> KafkaProperties.requireName(name))
                .hasMessage("is not a property that a run file may set; did you mean " + meant + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"acks", "enable.idempotence", "isolation.level", "interceptor.classes", "metric.reporters"})
    void whatIsNotAboutConnectingIsNotTaken(String name) {
        assertThatThrownBy(() -> KafkaProperties.requireName(name))
                .hasMessageStartingWith("is not a property that a run file may set");
    }
}
