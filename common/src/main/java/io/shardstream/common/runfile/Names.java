package io.shardstream.common.runfile;

import io.shardstream.common.address.HostAndPort;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The texts of a run file that name things: the run, indices, nodes and brokers.
final class Names {
    private static final Pattern RUN = Pattern.compile("[a-z0-9][a-z0-9-]{0,59}");
    private static final Pattern NOT_IN_INDEX = Pattern.compile("[\\\\/*?\"<>| ,#:\\p{Cntrl}]");
    private static final Pattern BROKER = Pattern.compile("(?:[\\w.-]+|\\[[0-9a-fA-F:.]+]):(\\d{1,5})");
    private static final Pattern NODE = Pattern.compile("(https?)://([^/]+)/?");
    /// Matches any text, the empty one too.
    private static final Pattern SHOWN = Pattern.compile("(?:[a-zA-Z][\\w+.-]*://)?[\\w.:\\[\\]-]*");
    private static final int INDEX_BYTES = 255;
    private static final int PORTS = 65535;

    private Names() {}

    static String run(Node.Scalar value) throws Refused {
        if (!RUN.matcher(value.text()).matches()) {
            throw Refused.of(
                    "must be 1 to 60 lower-case letters, digits and hyphens, the first no hyphen", value.text());
        }
        return value.text();
    }

    /// The rules of Elasticsearch's create-index API, as its documentation lists them; no pattern, list or date math.
    static String index(Node.Scalar value) throws Refused {
        String name = value.text();
        if (name.isEmpty()
                || name.equals(".")
                || name.equals("..")
                || name.matches("[-_+].*")
                || NOT_IN_INDEX.matcher(name).find()
                || name.getBytes(StandardCharsets.UTF_8).length > INDEX_BYTES) {
            throw Refused.of("must be the name of one index, not a pattern", name);
        }
        if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            throw Refused.of("must be in lower case, as the names of all indices are", name);
        }
        return name;
    }

    /// `http(s)://host[:port]`. An address that may hold credentials is not quoted.
    static URI node(Node.Scalar value) throws Refused {
        String text = value.text();
        if (text.contains("@")) {
            throw new Refused("must not hold credentials: give them under auth");
        }
        Matcher match = NODE.matcher(text);
        if (match.matches() && HostAndPort.of(match.group(2)).isPresent()) {
            try {
                return new URI(match.group(1) + "://" + match.group(2));
            } catch (URISyntaxException e) {
                // said below
            }
        }
        throw Refused.of("must be an address such as http://localhost:9200", withoutQuery(text));
    }

    /// What may be quoted of an address: scheme and host, and not what follows them, which may hold a secret.
    private static String withoutQuery(String address) {
        Matcher shown = SHOWN.matcher(address);
        return shown.lookingAt() && shown.end() < address.length() ? shown.group() + "…" : address;
    }

    /// `host:port`. An address that may hold credentials is not quoted.
    static String broker(Node.Scalar value) throws Refused {
        Matcher match = BROKER.matcher(value.text());
        if (value.text().contains("@")) {
            throw new Refused("must not hold credentials: give them under kafka.properties");
        }
        if (!match.matches() || Integer.parseInt(match.group(1)) > PORTS || Integer.parseInt(match.group(1)) == 0) {
            throw Refused.of("must be host:port, such as localhost:9092", withoutQuery(value.text()));
        }
        return value.text();
    }

    /// Any text of at least one character.
    static String text(Node.Scalar value) throws Refused {
        if (value.text().isEmpty()) {
            throw new Refused("must not be empty");
        }
        return value.text();
    }
}
