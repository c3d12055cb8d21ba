package io.shardstream.common.runfile;

import io.shardstream.common.contract.record.OnMappingChange;
import io.shardstream.common.contract.record.Side;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads the `target` section.
final class TargetReader {
    /// Index settings that have a key of their own in the run file.
    private static final Map<String, String> OWN_KEYS =
            Map.of("number_of_shards", "target.shards", "number_of_replicas", "target.replicas");

    private final Reading reading;

    TargetReader(Reading reading) {
        this.reading = reading;
    }

    Supplier<TargetConfig> read(Section target) {
        Supplier<EndpointConfig> endpoint = new EndpointReader(reading, Side.TARGET).read(target);
        Field<String> index = target.required("index", Names::index);
        Field<Optional<Integer>> shards = target.optional("shards", Units.number(1, 1024));
        Field<Optional<Integer>> replicas = target.optional("replicas", Units.number(0, 100));
        Field<Optional<Integer>> whileCopying = target.optional("replicas-while-copying", Units.number(0, 100));
        Field<Optional<Node.Mapping>> settings = target.free("settings");
        Field<Optional<Node.Mapping>> mappings = target.free("mappings");
        Field<Boolean> asItIs = target.optional("accept-as-it-is", "false", Units.yesOrNo());
        Field<OnMappingChange> onChange = target.optional(
                "on-mapping-change", "stop", Units.oneOf(OnMappingChange.values(), OnMappingChange::text));
        requireFewer(whileCopying, replicas);
        settings.ifValid().flatMap(given -> given).ifPresent(given -> requireEachOnce("", given, new HashMap<>()));
        return () -> new TargetConfig(
                endpoint.get(),
                index.get(),
                optionalInt(shards.get()),
                optionalInt(replicas.get()),
                optionalInt(whileCopying.get()),
                settings.get().map(TargetReader::object).orElseGet(JsonNodeFactory.instance::objectNode),
                mappings.get().map(TargetReader::object),
                asItIs.get(),
                onChange.get());
    }

    private void requireFewer(Field<Optional<Integer>> whileCopying, Field<Optional<Integer>> replicas) {
        int most = replicas.ifValid().flatMap(said -> said).orElse(Integer.MAX_VALUE);
        whileCopying
                .ifValid()
                .flatMap(said -> said)
                .filter(said -> said > most)
                .ifPresent(said -> reading.problems()
                        .add(
                                whileCopying.line(),
                                whileCopying.key(),
                                "must be at most target.replicas, which is " + most + ", got " + said));
    }

    /// Settings may be nested or dotted, with or without `index` in front.
    ///
    /// @param lines of those that were read, by name without `index`
    private void requireEachOnce(String above, Node.Mapping settings, Map<String, Integer> lines) {
        settings.entries().forEach((key, entry) -> {
            String full = above + key;
            String name = full.replaceFirst("^index\\.", "");
            String own = OWN_KEYS.get(name);
            if (own != null) {
                problem(entry, full, "is set by " + own);
            } else if (entry.value() instanceof Node.Mapping inner) {
                if (inner.entries().isEmpty()) {
                    problem(entry, full, "must hold a setting, or be null to leave out the source's, got {}");
                }
                requireEachOnce(full + ".", inner, lines);
            } else {
                Integer earlier = lines.putIfAbsent(name, entry.line());
                if (earlier != null) {
                    problem(entry, full, "is given twice, first on line " + earlier);
                }
            }
        });
    }

    private void problem(Node.Entry entry, String setting, String what) {
        reading.problems().add(entry.line(), "target.settings." + setting, what);
    }

    private static ObjectNode object(Node.Mapping mapping) {
        return (ObjectNode) mapping.json();
    }

    private static OptionalInt optionalInt(Optional<Integer> value) {
        return value.isPresent() ? OptionalInt.of(value.get()) : OptionalInt.empty();
    }
}
