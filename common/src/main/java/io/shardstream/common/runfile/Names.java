package io.shardstream.common.runfile;

import io.shardstream.common.elastic.HostAndPort;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/// The texts of a run file that name things: the run, indices, nodes and brokers.
final class Names {
    private static final Pattern RUN = Pattern.compile("[a-z0-9][a-z0-9-]{0,59}");

    private Names() {}

    static String run(Node.Scalar value) throws Refused {
        if (!RUN.matcher(value.text()).matches()) {
            throw Refused.of(
                    "must be 1 to 60 lower-case letters, digits and hyphens, the first no hyphen", value.text());
        }
        return value.text();
    }

    static String index(Node.Scalar value) throws Refused {
        String name = value.text();
        Optional<String> problem = IndexName.problem(name);
        if (problem.isPresent()) {
            // Behind a question mark there may be the key of an address that somebody has taken apart.
            throw Refused.of(problem.get(), name.replaceFirst("(?s)([?#]).+", "$1…"));
        }
        return name;
    }

    /// `http(s)://host[:port]`. An address that may hold credentials is not quoted.
    static URI node(Node.Scalar value) throws Refused {
        try {
            return NodeAddress.of(value.text());
        } catch (IllegalArgumentException e) {
            throw new Refused(String.valueOf(e.getMessage()));
        }
    }

    /// `host:port`. An address that may hold credentials is not quoted.
    static String broker(Node.Scalar value) throws Refused {
        if (value.text().contains("@")) {
            throw new Refused("must not hold credentials: give them under kafka.properties");
        }
        if (HostAndPort.of(value.text())
                .filter(place -> place.port().isPresent())
                .isEmpty()) {
            throw Refused.of("must be host:port, such as localhost:9092", NodeAddress.shown(value.text()));
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
