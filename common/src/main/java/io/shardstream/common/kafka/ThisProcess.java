package io.shardstream.common.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.UUID;

/// This process, as people know it.
public final class ThisProcess {
    private static final int CHARACTERS = 6;

    private static final String VERSION = readVersion();
    /// In containers all processes may have the id 1, and those that share a machine's network its name.
    private static final String DRAWN = UUID.randomUUID().toString().substring(0, CHARACTERS);

    private ThisProcess() {}

    /// Its id, the machine's name, and what was drawn when it was started, such as `4711@search-3/9f2c1a`: no
    /// other process of a run has it.
    public static String name() {
        return ProcessHandle.current().pid() + "@" + host() + "/" + DRAWN;
    }

    /// The id of a client of which others are to see whose it is.
    ///
    /// @param clientId what it does
    public static String clientId(String clientId) {
        return clientId + "-" + name();
    }

    /// The version of its software.
    public static String version() {
        return VERSION;
    }

    /// The build has written it beside this class.
    private static String readVersion() {
        try (InputStream version = Objects.requireNonNull(ThisProcess.class.getResourceAsStream("version"))) {
            return new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
