package io.shardstream.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/// The version that the build has written beside this class.
final class BuiltVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        try (InputStream version = Objects.requireNonNull(BuiltVersion.class.getResourceAsStream("version"))) {
            String text = new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
            return new String[] {"shardstream " + text + ", Java " + Runtime.version()};
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
