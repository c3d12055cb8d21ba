package io.shardstream.ittests.secured;

import io.shardstream.ittests.server.Brokers;
import io.shardstream.ittests.server.SecuredKafka;
import java.util.function.UnaryOperator;

/// How the parts of a run get into Kafka.
///
/// @param properties the line `kafka.properties` in the run file of a role
record KafkaAccess(Brokers brokers, UnaryOperator<String> properties) {
    static KafkaAccess open() {
        return new KafkaAccess(Brokers.shared(), _ -> "");
    }

    /// Over TLS, where each is a user with a password.
    ///
    /// @param user of a role
    static KafkaAccess signedIn(SecuredKafka kafka, UnaryOperator<String> user, String password) {
        return new KafkaAccess(
                kafka.brokers(),
                role -> "security.protocol: SASL_SSL, sasl.mechanism: " + SecuredKafka.MECHANISM
                        + ", ssl.truststore.type: PEM, ssl.truststore.location: " + kafka.trusted()
                        + ", sasl.jaas.config: 'org.apache.kafka.common.security.scram.ScramLoginModule required"
                        + " username=\"" + user.apply(role) + "\" password=\"${file:" + password + "}\";'");
    }
}
