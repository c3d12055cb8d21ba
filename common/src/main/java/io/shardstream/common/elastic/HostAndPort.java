package io.shardstream.common.elastic;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A host and perhaps a port. Names of hosts may have underscores, as those of container networks do:
/// [URI#getHost()] is null for these.
///
/// @param host a name, or an address of IPv4, or one of IPv6 in brackets
public record HostAndPort(String host, OptionalInt port) {
    private static final Pattern TEXT =
            Pattern.compile("([\\w.-]+|\\[[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(?:%[\\w.-]+)?])(?::(\\d{1,5}))?");
    private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final int PORTS = 65535;

    /// Empty for what is no host, or has a port that there is not.
    public static Optional<HostAndPort> of(String text) {
        Matcher match = TEXT.matcher(text);
        if (!match.matches()) {
            return Optional.empty();
        }
        String port = match.group(2);
        if (port == null) {
            return Optional.of(new HostAndPort(match.group(1), OptionalInt.empty()));
        }
        int number = Integer.parseInt(port);
        return number < 1 || number > PORTS
                ? Optional.empty()
                : Optional.of(new HostAndPort(match.group(1), OptionalInt.of(number)));
    }

    /// That of an address such as `http://localhost:9200`.
    ///
    /// @throws IllegalArgumentException if it has none
    public static HostAndPort of(URI address) {
        String authority = address.getAuthority();
        return Optional.ofNullable(authority)
                .flatMap(HostAndPort::of)
                .orElseThrow(() -> new IllegalArgumentException("no host and port: " + authority));
    }

    /// Whether it is the machine of whoever asks. False proves nothing.
    public boolean isHere() {
        return HERE.contains(host.toLowerCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return port.isEmpty() ? host : host + ":" + port.getAsInt();
    }
}
