package io.shardstream.common.runfile;

import io.shardstream.common.elastic.HostAndPort;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The address of a node as people give it: `http(s)://host[:port]`. Of one that is refused no more than
/// scheme and host is quoted: what follows may hold a secret.
public final class NodeAddress {
    private static final Pattern PARTS =
            Pattern.compile("(?:([a-zA-Z][\\w+.-]*)://)?([^/?#]*)([^?#]*)(.*)", Pattern.DOTALL);
    /// Matches any text, the empty one too.
    private static final Pattern SHOWN = Pattern.compile("(?:[a-zA-Z][\\w+.-]*://)?[\\w.:\\[\\]%-]*");

    private NodeAddress() {}

    /// @throws IllegalArgumentException if it is none; the message begins with `must`
    public static URI of(String text) {
        if (text.contains("@")) {
            throw new IllegalArgumentException("must not hold credentials: give them under auth");
        }
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches() || parts.group(1) == null) {
            throw refused("must be an address such as http://localhost:9200", text);
        }
        String scheme = parts.group(1).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw refused("must be an address of http or https, such as http://localhost:9200", text);
        }
        if (HostAndPort.of(parts.group(2)).isEmpty()) {
            throw refused("must be an address such as http://localhost:9200", text);
        }
        if (!parts.group(4).isEmpty()) {
            throw refused("must end behind host and port, and this address has a query or a fragment", text);
        }
        if (!parts.group(3).isEmpty() && !parts.group(3).equals("/")) {
            throw refused("must end behind host and port, and paths in an address are not supported", text);
        }
        try {
            return new URI(scheme + "://" + parts.group(2));
        } catch (URISyntaxException e) {
            throw refused("must be an address such as http://localhost:9200", text);
        }
    }

    private static IllegalArgumentException refused(String must, String text) {
        return new IllegalArgumentException(Refused.of(must, shown(text)).getMessage());
    }

    /// What may be quoted of an address.
    static String shown(String address) {
        Matcher shown = SHOWN.matcher(address);
        return shown.lookingAt() && shown.end() < address.length() ? shown.group() + "…" : address;
    }
}
