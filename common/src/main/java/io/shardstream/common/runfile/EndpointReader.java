package io.shardstream.common.runfile;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads how to reach a cluster: the part that `source` and `target` have in common.
final class EndpointReader {
    private final Reading reading;
    private final Secrets secrets;

    EndpointReader(Reading reading) {
        this.reading = reading;
        this.secrets = new Secrets(reading, reading.withClusters());
    }

    Supplier<EndpointConfig> read(Section endpoint) {
        Field<List<URI>> nodes = endpoint.list("nodes", Names::node);
        Supplier<Optional<Auth>> auth = auth(endpoint.optionalSection("auth"));
        Field<Optional<Path>> ca = endpoint.optionalSection("tls").optional("ca", this::certificates);
        Field<Duration> timeout = endpoint.optional("request-timeout", "60s", Units.time("1s", "1h"));
        boolean plain = nodes.ifValid()
                .map(all -> all.stream().anyMatch(node -> node.getScheme().equals("http")))
                .orElse(false);
        if (plain && ca.ifValid().flatMap(path -> path).isPresent()) {
            reading.problems().add(ca.line(), ca.key(), "is for https, but " + nodes.key() + " has an http address");
        }
        return () -> new EndpointConfig(nodes.get(), auth.get(), ca.get(), timeout.get());
    }

    private Supplier<Optional<Auth>> auth(Section auth) {
        Section basic = auth.optionalSection("basic");
        Field<String> user = basic.required("user", Names::text);
        Field<Secret> password = basic.required("password", secrets::secret);
        Field<Optional<Secret>> apiKey = auth.optional("api-key", secrets::secret);
        Field<Optional<Secret>> bearer = auth.optional("bearer", secrets::secret);
        if (auth.isThere() && auth.given().size() != 1) {
            auth.problem("must have exactly one of basic, api-key and bearer, got "
                    + (auth.given().isEmpty() ? "none" : auth.given()));
        }
        return () -> {
            if (basic.isThere()) {
                return Optional.of(new Auth.Basic(user.get(), password.get()));
            }
            Optional<Auth> key = apiKey.get().map(Auth.ApiKey::new);
            return key.isPresent() ? key : bearer.get().map(Auth.Bearer::new);
        };
    }

    private Path certificates(Node.Scalar value) throws Refused {
        try {
            Path file = reading.folder().resolve(Names.text(value));
            if (reading.withClusters() && !(Files.isRegularFile(file) && Files.isReadable(file))) {
                throw new Refused("needs the file " + file + ", which cannot be read");
            }
            return file;
        } catch (InvalidPathException e) {
            throw new Refused("does not name a file");
        }
    }
}
