package io.shardstream.control.run;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.target.MappingSide;
import io.shardstream.control.index.target.VersionedDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// An index in memory that has a mapping and settings, and merges as a server does: a field that is defined
/// again has the new definition, and a level what it had besides.
final class MemoryMapping implements MappingSide {
    private static final JsonMapper MAPPER = new JsonMapper();

    String uuid;
    ObjectNode mapping;
    final Map<String, JsonNode> settings = new HashMap<>();
    long mappingVersion = 1;
    long settingsVersion = 1;
    /// What a node tells that has an older state.
    Optional<VersionedDefinition> told = Optional.empty();

    boolean isSlow;
    /// Whether its mapping has more than a limit allows.
    boolean isLocked;
    Optional<ElasticException> failure = Optional.empty();
    Runnable onChange = () -> {};
    /// How often a change of its mapping was asked for.
    int asked;
    /// What was asked for and not refused.
    final List<ObjectNode> changes = new ArrayList<>();

    private String refused = "none";
    private final Set<String> dropped = new HashSet<>();

    MemoryMapping(String uuid, String mapping) {
        this.uuid = uuid;
        this.mapping = json(mapping);
    }

    static ObjectNode json(String text) {
        return (ObjectNode) MAPPER.readTree(text.replace('\'', '"'));
    }

    static JsonNode text(String value) {
        return JsonNodeFactory.instance.stringNode(value);
    }

    /// Somebody changes it; its former mapping is in the new one.
    void change(String now) {
        mapping = json(now);
        mappingVersion++;
    }

    void changeSetting(String name, String value) {
        settings.put(name, text(value));
        settingsVersion++;
    }

    void resetSetting(String name) {
        settings.remove(name);
        settingsVersion++;
    }

    /// Mappings that have this word are refused.
    void refuses(String word) {
        refused = word;
    }

    /// Whether a parameter is given back as it was asked for.
    void keeps(String parameter, boolean isKept) {
        if (isKept) {
            dropped.remove(parameter);
        } else {
            dropped.add(parameter);
        }
    }

    private void answer() throws ElasticException {
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    @Override
    public VersionedDefinition.Versions versions() throws ElasticException {
        answer();
        return new VersionedDefinition.Versions(mappingVersion, settingsVersion);
    }

    @Override
    public VersionedDefinition definition() throws ElasticException {
        answer();
        return told.orElseGet(this::now);
    }

    VersionedDefinition now() {
        return new VersionedDefinition(
                uuid, new VersionedDefinition.Versions(mappingVersion, settingsVersion), mapping, settings);
    }

    @Override
    public Outcome change(ObjectNode change) throws ElasticException {
        answer();
        asked++;
        if (isLocked || fields(mapping) > limit()) {
            // Whatever is asked for: DocumentMapper.validate of the servers.
            return new Outcome.Refused("Limit of total fields [" + limit() + "] has been exceeded");
        }
        if (change.toString().contains("\"" + refused + "\"")) {
            return new Outcome.Refused("no handler for " + refused);
        }
        changes.add(change.deepCopy());
        merge(change, mapping, true);
        mappingVersion++;
        onChange.run();
        return isSlow ? new Outcome.Unacknowledged() : new Outcome.Acknowledged();
    }

    @Override
    public Outcome release(ObjectNode change) throws ElasticException {
        return change(change);
    }

    private long limit() {
        JsonNode limit = settings.get("index.mapping.total_fields.limit");
        return limit == null ? 1000 : Long.parseLong(limit.asString());
    }

    private static long fields(ObjectNode mapping) {
        return mapping.path("properties").size();
    }

    private void merge(ObjectNode change, ObjectNode into, boolean isLevel) {
        change.properties().forEach(entry -> {
            String name = entry.getKey();
            if (dropped.contains(name)) {
                return;
            }
            if (isLevel && name.equals("properties") && entry.getValue() instanceof ObjectNode fields) {
                fields.properties().forEach(field -> field(field.getKey(), (ObjectNode) field.getValue(), into));
            } else {
                into.set(name, entry.getValue().deepCopy());
            }
        });
    }

    private void field(String name, ObjectNode definition, ObjectNode level) {
        ObjectNode fields = level.withObjectProperty("properties");
        boolean isLevel = !definition.has("type");
        ObjectNode kept = isLevel && fields.get(name) instanceof ObjectNode there ? there : MAPPER.createObjectNode();
        merge(definition, kept, isLevel);
        fields.set(name, kept);
    }

    @Override
    public Outcome set(String name, @Nullable JsonNode value) throws ElasticException {
        answer();
        if (value == null) {
            settings.remove(name);
        } else {
            settings.put(name, value);
        }
        return new Outcome.Acknowledged();
    }
}
