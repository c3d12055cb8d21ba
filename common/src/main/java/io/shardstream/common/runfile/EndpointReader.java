package io.shardstream.common.runfile;

import io.shardstream.common.contract.record.Side;
import io.shardstream.common.tls.ClientTlsSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Reads how to reach a cluster: the part that `source` and `target` have in common.
final class EndpointReader {
    private final Reading reading;
    private final Lookup lookUp;
    private final Secrets secrets;

    EndpointReader(Reading reading, Side side) {
        this.reading = reading;
        this.lookUp = reading.needs().cluster(side);
        this.secrets = new Secrets(reading, lookUp);
    }

    Supplier<EndpointConfig> read(Section endpoint) {
        Field<List<URI>> nodes = endpoint.list("nodes", Names::node);
        Supplier<Optional<Auth>> auth = auth(endpoint.optionalSection("auth"));
        Section tlsSection = endpoint.optionalSection("tls");
        Supplier<ClientTlsSettings> tls = new TlsReader(reading, lookUp).read(tlsSection);
        Field<Duration> timeout = endpoint.optional("request-timeout", "60s", Units.time("1s", "1h"));
        Set<String> schemes =
                nodes.ifValid().orElse(List.of()).stream().map(URI::getScheme).collect(Collectors.toSet());
        if (schemes.contains("http") && tlsSection.isThere()) {
            tlsSection.problem("is for https, but " + nodes.key() + " has an http address");
        } else if (schemes.size() > 1) {
            reading.problems()
                    .add(
                            nodes.line(),
                            nodes.key(),
                            "must be all https or all http: what one address keeps secret another would tell");
        }
        return () -> new EndpointConfig(nodes.get(), auth.get(), tls.get(), timeout.get());
    }

    private Supplier<Optional<Auth>> auth(Section auth) {
        Section basic = auth.optionalSection("basic");
        Field<Secret> user = basic.required("user", secrets::user);
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
}
