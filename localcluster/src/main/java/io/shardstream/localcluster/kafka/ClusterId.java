package io.shardstream.localcluster.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.random.RandomGenerator;

/// The id that all brokers of a cluster write into their data folders.
final class ClusterId {

    private static final int BYTES = 16;

    private ClusterId() {}

    /// The id that is kept in that folder, a new one if there is none yet.
    static String of(Path folder, RandomGenerator random) {
        Path file = folder.resolve("cluster.id");
        try {
            if (!Files.exists(file)) {
                Files.writeString(file, fresh(random));
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot keep the cluster id in " + file, e);
        }
    }

    /// 16 random bytes in URL-safe Base64. Like Kafka's own it never begins with a dash, which command-line tools would
    /// take for an option.
    private static String fresh(RandomGenerator random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        bytes[0] &= 0x7f;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
