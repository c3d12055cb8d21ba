package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.DocumentJson;
import io.shardstream.control.index.target.HeldMark;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Which fields of a replacement the target would keep and never find. While a run carries the source's
/// mapping, the target takes no fields on its own: what the source has written waits for its fields, and
/// bytes of an operator have fields that the source may not have.
///
/// A field that the source would not make a field either (`dynamic: false`) is none of these.
///
/// In a level that has no objects (`subobjects: false` of Elasticsearch, which a pass-through object always
/// is, and `disable_objects` of OpenSearch 3) names have dots, objects of a document are read as such names,
/// and a field with one value may lie beside others below it (`DocumentParser.parseObjectDynamic` of
/// Elasticsearch 8.19 and 9.5, and `flattenObjectFields` of OpenSearch 3.8). No released server knows
/// `subobjects: auto`.
public final class HeldFields {
    private static final JsonMapper JSON =
            JsonMapper.builder(DocumentJson.WITH_COMMENTS).build();
    private static final String FIELDS = "properties";
    private static final String DYNAMIC = "dynamic";

    private static final Set<String> LEVELS = Set.of("object", "nested", "passthrough");

    /// Those of fields that take an object as their value (`FieldMapper.supportsParsingObject` and `parse` of
    /// Elasticsearch, with what OpenSearch has); all others hold single values.
    private static final Set<String> TAKING_OBJECTS = Set.of(
            "aggregate_metric_double",
            "completion",
            "date_range",
            "double_range",
            "exponential_histogram",
            "flat_object",
            "flattened",
            "float_range",
            "geo_point",
            "geo_shape",
            "histogram",
            "integer_range",
            "ip_range",
            "join",
            "long_range",
            "percolator",
            "point",
            "rank_features",
            "semantic_text",
            "shape",
            "sparse_vector",
            "xy_point",
            "xy_shape");

    private final JsonNode source;
    private final JsonNode target;

    /// @param source root object of the source's mapping
    /// @param target that of the target's
    public HeldFields(JsonNode source, JsonNode target) {
        this.source = source;
        this.target = target;
    }

    /// Why a document must not be published yet, as a part of a sentence.
    ///
    /// @param document a JSON object
    Optional<String> missing(Bytes document) {
        if (!HeldMark.isHeld(target) || !target.path("enabled").asBoolean(true)) {
            return Optional.empty();
        }
        JsonNode tree;
        try {
            tree = JSON.readTree(document.toArray());
        } catch (JacksonException e) {
            return Optional.empty();
        }
        String dynamic = source.path(DYNAMIC).asString("true");
        return missing(tree, "", source, target, dynamic)
                .map(field -> "the target's mapping does not have the field '" + field
                        + "', and takes none on its own while the run lasts: add it to the source's mapping, which the"
                        + " target follows, or to the target's");
    }

    /// @param path of the level, with a dot behind it
    /// @param inSource the source's level, missing where the source has none
    /// @param dynamic what the source's level does with fields that it does not have
    private Optional<String> missing(JsonNode object, String path, JsonNode inSource, JsonNode level, String dynamic) {
        return first(object, (name, value) -> missing(name, value, path, inSource, level, dynamic));
    }

    private Optional<String> missing(
            String name, JsonNode value, String path, JsonNode inSource, JsonNode level, String dynamic) {
        if (isNothing(value)) {
            return Optional.empty();
        }
        if (hasNoObjects(level)) {
            return missingFlat(name, value, path, level, dynamic);
        }
        JsonNode field = level.path(FIELDS).path(name);
        int dot = name.indexOf('.');
        if (field.isMissingNode() && dot > 0) {
            JsonNode first = level.path(FIELDS).path(name.substring(0, dot));
            if (!first.isMissingNode()) {
                return inField(
                        first,
                        name.substring(0, dot),
                        inSource,
                        dynamic,
                        (its, says) -> missing(
                                name.substring(dot + 1), value, path + name.substring(0, dot) + ".", its, first, says));
            }
        }
        if (field.isMissingNode()) {
            return unmapped(name, value, path, dynamic);
        }
        return inField(
                field, name, inSource, dynamic, (its, says) -> missingIn(value, path + name + ".", its, field, says));
    }

    /// A field that the mapping does not have: whether it is one that a search computes, or each in it is.
    private Optional<String> unmapped(String name, JsonNode value, String path, String dynamic) {
        boolean isRuntime = target.path("runtime").has(path + name);
        boolean isOfServer = path.isEmpty() && name.equals("_doc_count");
        if (dynamic.equals("false") || isRuntime || isOfServer) {
            return Optional.empty();
        }
        boolean holdsRuntime = target.path("runtime").propertyNames().stream()
                .anyMatch(runtime -> runtime.startsWith(path + name + "."));
        return holdsRuntime && value.isObject()
                ? first(value, (inner, its) -> unmapped(inner, its, path + name + ".", dynamic))
                : Optional.of(path + name);
    }

    /// @param name from the level on, with dots
    private Optional<String> missingFlat(String name, JsonNode value, String path, JsonNode level, String dynamic) {
        if (isNothing(value)) {
            return Optional.empty();
        }
        JsonNode field = level.path(FIELDS).path(name);
        boolean takesObjects = TAKING_OBJECTS.contains(field.path("type").asString(""));
        if (!field.isMissingNode() && takesObjects) {
            return Optional.empty();
        }
        if (value.isObject()) {
            return first(value, (inner, its) -> missingFlat(name + "." + inner, its, path, level, dynamic));
        }
        if (value.isArray() && value.valueStream().anyMatch(JsonNode::isContainer)) {
            return value.valueStream()
                    .flatMap(one -> missingFlat(name, one, path, level, dynamic).stream())
                    .findFirst();
        }
        return field.isMissingNode() ? unmapped(name, value, path, dynamic) : Optional.empty();
    }

    private static boolean hasNoObjects(JsonNode level) {
        return level.path("type").asString("").equals("passthrough")
                || level.path("subobjects").asString("").equals("false")
                || level.path("disable_objects").asBoolean(false);
    }

    private static Optional<String> first(JsonNode object, BiFunction<String, JsonNode, Optional<String>> look) {
        return object.properties().stream()
                .flatMap(field -> look.apply(field.getKey(), field.getValue()).stream())
                .findFirst();
    }

    @FunctionalInterface
    private interface Within {
        Optional<String> look(JsonNode inSource, String dynamic);
    }

    /// Fields that are no levels take whatever is in them.
    private static Optional<String> inField(
            JsonNode field, String name, JsonNode inSource, String dynamic, Within within) {
        String type = field.path("type").asString("object");
        if (!LEVELS.contains(type) || !field.path("enabled").asBoolean(true)) {
            return Optional.empty();
        }
        JsonNode its = inSource.path(FIELDS).path(name);
        return within.look(its, its.path(DYNAMIC).asString(dynamic));
    }

    private Optional<String> missingIn(JsonNode value, String path, JsonNode inSource, JsonNode level, String dynamic) {
        if (value.isArray()) {
            return value.valueStream()
                    .filter(JsonNode::isObject)
                    .flatMap(one -> missing(one, path, inSource, level, dynamic).stream())
                    .findFirst();
        }
        return value.isObject() ? missing(value, path, inSource, level, dynamic) : Optional.empty();
    }

    /// No field is made of that.
    private static boolean isNothing(JsonNode value) {
        return value.isNull()
                || (value.isObject() && value.isEmpty())
                || (value.isArray() && value.valueStream().allMatch(JsonNode::isNull));
    }
}
