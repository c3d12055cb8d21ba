package io.shardstream.ittests.security;

import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.secrecy.Planted;
import io.shardstream.ittests.server.SecuredKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// A run whose processes sign in at Kafka as the user that a variable names, with the password in a file.
///
/// @param password the file
record SignedIn(CopyRun run, Path password) {
    private static final String USER = "KAFKA_USER";

    /// @param folder for the file with the password
    static SignedIn at(SecuredKafka kafka, CopyRun run, Path folder) throws IOException {
        Path password = folder.resolve("kafka-password");
        Files.writeString(password, Planted.KAFKA_PASSWORD.text());
        run.withKafkaProperties(kafka.signingIn("${env:" + USER + "}", password));
        return new SignedIn(run, password);
    }

    /// Commands and parts in this process are this user's from now on.
    SignedIn as(String user) {
        run.withVariable(USER, user);
        return this;
    }

    /// A part as a process of its own, whose user has the same name.
    Child start(String part) {
        return run.start(Map.of(USER, part), part);
    }

    CopyRun.Output command(String... words) {
        return run.command(words);
    }
}
