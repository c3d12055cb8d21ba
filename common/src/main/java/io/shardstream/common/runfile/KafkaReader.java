package io.shardstream.common.runfile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;

/// Reads the `kafka` section.
final class KafkaReader {
    /// How to connect is the user's; what a client does then is ours, as correctness rests on it.
    private static final List<String> PREFIXES =
            List.of("security.", "sasl.", "ssl.", "reconnect.backoff.", "retry.backoff.");

    private static final Set<String> SINGLE = Set.of(
            "client.dns.lookup",
            "client.rack",
            "connections.max.idle.ms",
            "delivery.timeout.ms",
            "metadata.max.age.ms",
            "request.timeout.ms",
            "socket.connection.setup.timeout.ms",
            "socket.connection.setup.timeout.max.ms");

    private static final Pattern SECRET_KEY = Pattern.compile(".*(password|passphrase|secret|token|\\.key)$");
    private static final Pattern SECRET_INSIDE =
            Pattern.compile("(?i).*(password|secret|token)\\s*=\\s*[\"']?(?!\\$\\{)[^\\s\"';].*", Pattern.DOTALL);

    private static final Pattern SECRET_IN_ADDRESS = Pattern.compile("(?i).*://[^/\\s:]*:(?!\\$\\{)[^/\\s@]+@.*");

    private final Reading reading;
    private final Secrets secrets;

    KafkaReader(Reading reading) {
        this.reading = reading;
        this.secrets = new Secrets(reading, true);
    }

    Supplier<KafkaConfig> read(Section kafka) {
        Field<List<List<String>>> bootstrap = kafka.list("bootstrap", KafkaReader::brokers);
        Field<Integer> replication = kafka.optional("replication", "1", Units.number(1, 100));
        Map<String, Secret> properties = new LinkedHashMap<>();
        kafka.free("properties")
                .ifValid()
                .flatMap(given -> given)
                .ifPresent(given -> given.entries().forEach((key, entry) -> property(properties, key, entry)));
        return () ->
                new KafkaConfig(bootstrap.get().stream().flatMap(List::stream).toList(), replication.get(), properties);
    }

    /// One address, or several with commas between as Kafka's own tools take them.
    private static List<String> brokers(Node.Scalar value) throws Refused {
        List<String> all = new ArrayList<>();
        for (String one : Arrays.asList(value.text().split(",", -1))) {
            all.add(Names.broker(new Node.Scalar(value.line(), one.strip(), JsonNodeFactory.instance.nullNode())));
        }
        return all;
    }

    private void property(Map<String, Secret> properties, String key, Node.Entry entry) {
        String path = "kafka.properties." + key;
        try {
            if (!SINGLE.contains(key) && PREFIXES.stream().noneMatch(key::startsWith)) {
                throw new Refused(
                        "is not a property that a run file may set; it may set security.*, sasl.*, ssl.* and those in docs/run-file.md");
            }
            if (!(entry.value() instanceof Node.Scalar scalar) || scalar.json().isNull()) {
                throw new Refused("must be a single value, got " + entry.value().kind());
            }
            boolean secretAsWhole = SECRET_KEY.matcher(key).matches() && Secrets.isLiteral(scalar.text());
            if (secretAsWhole
                    || SECRET_INSIDE.matcher(scalar.text()).matches()
                    || SECRET_IN_ADDRESS.matcher(scalar.text()).matches()) {
                throw new Refused("must have ${env:NAME} or ${file:path} in place of the secret");
            }
            properties.put(key, secrets.expand(scalar));
        } catch (Refused e) {
            reading.problems().add(entry.line(), path, String.valueOf(e.getMessage()));
        }
    }
}
