package io.shardstream.control.index.target;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a target's mapping lacks of its source's. What only the target has is nobody's business here, and
/// `_meta` is neither's.
public final class MappingComparison {
    private static final String META = "_meta";
    /// Fields that are computed when they are searched, in Elasticsearch; OpenSearch calls its own `derived`.
    private static final String RUNTIME = "runtime";
    /// Parameters of the root that are compared in another way, or not at all.
    private static final Set<String> NOT_PLAIN = Set.of(META, RUNTIME, MappingLevels.FIELDS, MappingLevels.DYNAMIC);

    private static final JsonMapper SORTED =
            JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    private final boolean isWhole;
    private final List<MappingChange> found = new ArrayList<>();

    private MappingComparison(boolean isWhole) {
        this.isWhole = isWhole;
    }

    /// What a target lacks whose mapping is the source's: everything in which they differ.
    ///
    /// @param source the root object of its mapping
    /// @param target likewise
    public static List<MappingChange> whole(JsonNode source, JsonNode target) {
        MappingComparison comparison = new MappingComparison(true);
        comparison.root(source, target);
        return comparison.toldApart();
    }

    /// What a target lacks whose mapping is somebody's own: fields that it does not have, in levels that take
    /// fields. What it has is as it is to be.
    ///
    /// @param source the root object of its mapping
    /// @param target likewise
    public static List<MappingChange> besides(JsonNode source, JsonNode target) {
        MappingComparison comparison = new MappingComparison(false);
        comparison.root(source, target);
        return comparison.toldApart();
    }

    /// What is beside the fields has a point behind its name where a field is called so, as fields do not.
    private List<MappingChange> toldApart() {
        Set<String> fields = found.stream()
                .filter(change -> !(change instanceof MappingChange.Carried carried && carried.isBesideFields()))
                .map(MappingChange::name)
                .collect(Collectors.toSet());
        found.replaceAll(change -> change instanceof MappingChange.Carried carried
                        && carried.isBesideFields()
                        && fields.contains(change.name())
                ? carried.called(change.name() + ".")
                : change);
        return List.copyOf(found);
    }

    private void root(JsonNode source, JsonNode target) {
        String says = MappingLevels.text(target.path(MappingLevels.DYNAMIC));
        boolean isOpen = MappingLevels.takesFields(says);
        List<Step> path = List.of(new Step("", MappingLevels.own(target)));
        if (isWhole) {
            source.properties().stream()
                    .filter(parameter -> !NOT_PLAIN.contains(parameter.getKey()))
                    .filter(parameter -> !isSame(parameter.getValue(), target.path(parameter.getKey())))
                    .forEach(parameter -> {
                        ObjectNode body = JsonNodeFactory.instance.objectNode();
                        body.set(parameter.getKey(), parameter.getValue().deepCopy());
                        found.add(new MappingChange.Carried(
                                parameter.getKey(), canonical(parameter.getValue()), false, body));
                    });
        }
        if (isWhole || isOpen) {
            runtime(source.path(RUNTIME), target);
        }
        fields(path, source.path(MappingLevels.FIELDS), target.path(MappingLevels.FIELDS), isOpen);
    }

    private void runtime(JsonNode source, JsonNode target) {
        JsonNode has = target.path(RUNTIME);
        source.properties().forEach(field -> {
            boolean isThere = has.has(field.getKey());
            if (isWhole ? !isSame(field.getValue(), has.path(field.getKey())) : !isThere) {
                found.add(runtime(field.getKey(), field.getValue(), !isThere));
            }
        });
        if (isWhole) {
            has.propertyNames().stream()
                    .filter(name -> !source.has(name))
                    .forEach(name -> found.add(runtime(name, JsonNodeFactory.instance.nullNode(), false)));
        }
    }

    /// One that is null is taken away (`MappingParser` and `RuntimeField.parseRuntimeFields` of Elasticsearch).
    private static MappingChange runtime(String name, JsonNode definition, boolean isNew) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject(RUNTIME).set(name, definition.deepCopy());
        return new MappingChange.Carried(RUNTIME + "." + name, canonical(definition), isNew, body);
    }

    /// A level on the way to a field.
    ///
    /// @param own what it has to be named with
    private record Step(String name, ObjectNode own) {}

    private void fields(List<Step> path, JsonNode source, JsonNode target, boolean isOpen) {
        source.properties().forEach(field -> field(path, field.getKey(), field.getValue(), target, isOpen));
    }

    private void field(List<Step> path, String name, JsonNode wanted, JsonNode siblings, boolean isOpen) {
        JsonNode has = siblings.path(name);
        if (has.isMissingNode()) {
            if (isWhole || isOpen) {
                add(path, name, wanted, true);
            }
        } else if (MappingLevels.isLevel(wanted) && MappingLevels.isLevel(has)) {
            level(path, name, wanted, has, isOpen);
        } else if (isWhole && !typeOf(wanted).equals(typeOf(has))) {
            found.add(new MappingChange.Contradicted(fullName(path, name), typeOf(wanted), typeOf(has)));
        } else if (isWhole && !isSame(wanted, has)) {
            add(path, name, wanted, false);
        }
    }

    private void level(List<Step> path, String name, JsonNode wanted, JsonNode has, boolean isOpen) {
        String says = MappingLevels.text(has.path(MappingLevels.DYNAMIC));
        boolean isOpenHere = says.isEmpty() ? isOpen : MappingLevels.takesFields(says);
        if (isWhole && !typeOf(wanted).equals(typeOf(has))) {
            found.add(new MappingChange.Contradicted(fullName(path, name), typeOf(wanted), typeOf(has)));
            return;
        }
        if (isWhole && !isSame(parametersOf(wanted), parametersOf(has))) {
            add(path, name, MappingLevels.typed(parametersOf(wanted)), false);
        }
        List<Step> deeper = new ArrayList<>(path);
        deeper.add(new Step(name, MappingLevels.own(has)));
        fields(deeper, wanted.path(MappingLevels.FIELDS), has.path(MappingLevels.FIELDS), isOpenHere);
    }

    private static ObjectNode parametersOf(JsonNode level) {
        ObjectNode own = JsonNodeFactory.instance.objectNode();
        level.properties().forEach(parameter -> {
            if (!parameter.getKey().equals(MappingLevels.FIELDS)
                    && !parameter.getKey().equals(MappingLevels.DYNAMIC)) {
                own.set(parameter.getKey(), parameter.getValue());
            }
        });
        return own;
    }

    private void add(List<Step> path, String name, JsonNode wanted, boolean isNew) {
        JsonNode definition = isWhole ? MappingLevels.silent(wanted) : wanted.deepCopy();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ObjectNode at = body;
        for (Step step : path) {
            if (!step.name().isEmpty()) {
                ObjectNode inner = at.withObjectProperty(MappingLevels.FIELDS).withObjectProperty(step.name());
                inner.setAll(step.own());
                at = inner;
            }
        }
        at.withObjectProperty(MappingLevels.FIELDS).set(name, definition);
        found.add(new MappingChange.Carried(fullName(path, name), canonical(definition), isNew, body));
    }

    private static String fullName(List<Step> path, String name) {
        StringBuilder full = new StringBuilder();
        path.stream()
                .map(Step::name)
                .filter(step -> !step.isEmpty())
                .forEach(step -> full.append(step).append('.'));
        return full.append(name).toString();
    }

    /// An object that does not say its type is one that is not nested.
    private static String typeOf(JsonNode field) {
        String type = field.path("type").asString("");
        return type.isEmpty() ? "object" : type;
    }

    /// A server may give a number back as a text.
    private static boolean isSame(JsonNode one, JsonNode other) {
        return canonical(one).equals(canonical(other));
    }

    private static String canonical(JsonNode value) {
        return SORTED.writeValueAsString(texts(value));
    }

    private static JsonNode texts(JsonNode value) {
        if (value.isObject()) {
            ObjectNode texts = JsonNodeFactory.instance.objectNode();
            value.properties().stream()
                    .filter(entry -> !(entry.getKey().equals("type")
                            && entry.getValue().asString("").equals("object")))
                    .forEach(entry -> texts.set(entry.getKey(), texts(entry.getValue())));
            return texts;
        }
        if (value.isArray()) {
            var texts = JsonNodeFactory.instance.arrayNode();
            value.forEach(one -> texts.add(texts(one)));
            return texts;
        }
        return value.isMissingNode() || value.isNull()
                ? JsonNodeFactory.instance.stringNode("")
                : JsonNodeFactory.instance.stringNode(value.asString(value.toString()));
    }

    /// One mapping that has all of these.
    public static ObjectNode together(List<MappingChange.Carried> changes) {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        changes.forEach(change -> merge(change.body(), all));
        return all;
    }

    /// Adds to a mapping what another one has.
    public static void merge(ObjectNode more, ObjectNode into) {
        more.properties().forEach(entry -> {
            if (entry.getValue() instanceof ObjectNode inner && into.get(entry.getKey()) instanceof ObjectNode there) {
                merge(inner, there);
            } else {
                into.set(entry.getKey(), entry.getValue());
            }
        });
    }
}
