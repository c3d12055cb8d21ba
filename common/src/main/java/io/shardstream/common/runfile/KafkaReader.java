package io.shardstream.common.runfile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/// Reads the `kafka` section.
final class KafkaReader {
    private static final String JAAS = "sasl.jaas.config";

    private final Reading reading;
    private final Secrets secrets;

    KafkaReader(Reading reading) {
        this.reading = reading;
        this.secrets = new Secrets(reading, Lookup.ALWAYS);
    }

    Supplier<KafkaConfig> read(Section kafka) {
        Field<List<List<String>>> bootstrap = kafka.list("bootstrap", KafkaReader::brokers);
        Field<Optional<Integer>> replication = kafka.optional("replication", Units.number(1, 100));
        Map<String, Secret> properties = new LinkedHashMap<>();
        kafka.free("properties")
                .ifValid()
                .flatMap(given -> given)
                .ifPresent(given -> given.entries().forEach((key, entry) -> property(properties, key, entry)));
        requireNames(kafka, properties);
        return () -> new KafkaConfig(
                bootstrap.get().stream().flatMap(List::stream).toList(),
                replication.get().map(OptionalInt::of).orElseGet(OptionalInt::empty),
                properties);
    }

    /// For Kafka's clients an empty text switches the comparison of names off.
    private void requireNames(Section kafka, Map<String, Secret> properties) {
        Secret names = properties.get(KafkaProperties.NAMES);
        boolean isOff = names != null && names.isKnown() && names.reveal().isBlank();
        if (isOff
                && speaksTls(properties.get("security.protocol"))
                && KafkaProperties.OWN_TRUST.stream().noneMatch(properties::containsKey)) {
            kafka.problem("has an empty properties." + KafkaProperties.NAMES + ", so that any host's certificate of any"
                    + " public authority would do: leave it out, or name with properties."
                    + KafkaProperties.OWN_TRUST.getFirst() + " whom to trust");
        }
    }

    /// Kafka's clients take it in capitals or not.
    private static boolean speaksTls(@Nullable Secret protocol) {
        return protocol != null
                && (!protocol.isKnown()
                        || protocol.reveal().toUpperCase(Locale.ROOT).endsWith("SSL"));
    }

    /// One address, or several with commas between as Kafka's own tools take them.
    private static List<String> brokers(Node.Scalar value) throws Refused {
        List<String> all = new ArrayList<>();
        for (String one : Arrays.asList(value.text().split(",", -1))) {
            all.add(Names.broker(new Node.Scalar(value.line(), one.strip(), JsonNodeFactory.instance.nullNode())));
        }
        return all;
    }

    private Secret secret(String key, Node.Scalar value) throws Refused {
        if (KafkaProperties.isFile(key)) {
            return secrets.path(value);
        }
        return key.equals(JAAS) ? secrets.jaas(value) : secrets.expand(value);
    }

    private void property(Map<String, Secret> properties, String key, Node.Entry entry) {
        String path = "kafka.properties." + key;
        try {
            KafkaProperties.requireName(key);
            if (!(entry.value() instanceof Node.Scalar scalar) || scalar.json().isNull()) {
                throw new Refused("must be a single value, got " + entry.value().kind());
            }
            KafkaProperties.requireOwnClass(key, scalar.text());
            if (WrittenSecrets.areIn(key, scalar.text())
                    || (key.equals(JAAS) && LoginModules.holdsSecret(scalar.text()))) {
                throw new Refused("must have ${env:NAME} or ${file:path} in place of the secret");
            }
            properties.put(key, secret(key, scalar));
        } catch (Refused e) {
            reading.problems().add(entry.line(), path, String.valueOf(e.getMessage()));
        }
    }
}
