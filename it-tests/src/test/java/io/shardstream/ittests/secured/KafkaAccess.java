package io.shardstream.ittests.secured;

import io.shardstream.ittests.server.Brokers;
import io.shardstream.ittests.server.SecuredKafka;
import java.nio.file.Path;
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
    static KafkaAccess signedIn(SecuredKafka kafka, UnaryOperator<String> user, Path password) {
        return new KafkaAccess(kafka.brokers(), role -> kafka.signingIn(user.apply(role), password));
    }
}
