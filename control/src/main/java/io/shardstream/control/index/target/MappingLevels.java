package io.shardstream.control.index.target;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The levels of a mapping, its root and each object in it, and whether they take fields that no mapping
/// names (`dynamic`). While a run carries the source's mapping, those of the target are shut: what is not in
/// the mapping is kept in the document and not made a field.
///
/// A level that says nothing does as the one above it (`ObjectMapper.Dynamic.getRootDynamic` of Elasticsearch
/// and `ObjectMapper.dynamic` of OpenSearch), so that only the root and levels that say something need to be
/// shut.
public final class MappingLevels {
    static final String FIELDS = "properties";
    static final String DYNAMIC = "dynamic";

    private static final String SHUT = "false";
    private static final List<String> KIND =
            List.of("type", "include_in_parent", "include_in_root", "priority", "time_series_dimension");
    /// What a root that says nothing does.
    private static final String USUAL = "true";

    private MappingLevels() {}

    /// The same mapping with every level shut.
    ///
    /// @param mapping its root object
    public static ObjectNode shut(JsonNode mapping) {
        ObjectNode shut =
                mapping instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        withoutOwn(shut);
        shut.put(DYNAMIC, SHUT);
        return shut;
    }

    /// The definition of a field that says nothing of its own about taking fields, so that it is as shut as
    /// the level that it is added to.
    static JsonNode silent(JsonNode field) {
        JsonNode silent = field.deepCopy();
        withoutOwn(silent);
        return silent;
    }

    private static void withoutOwn(JsonNode level) {
        if (level instanceof ObjectNode object && isLevel(object)) {
            object.remove(DYNAMIC);
        }
        level.path(FIELDS).properties().forEach(field -> withoutOwn(field.getValue()));
    }

    /// What every level of a mapping says, as the smallest mapping that says it; what a root says that says
    /// nothing is written out.
    ///
    /// @param mapping its root object
    public static ObjectNode of(JsonNode mapping) {
        ObjectNode levels = sayings(mapping);
        if (!levels.has(DYNAMIC)) {
            levels.put(DYNAMIC, USUAL);
        }
        return levels;
    }

    private static ObjectNode sayings(JsonNode level) {
        ObjectNode said = JsonNodeFactory.instance.objectNode();
        if (isLevel(level) && level.has(DYNAMIC)) {
            said.put(DYNAMIC, text(level.path(DYNAMIC)));
        }
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        level.path(FIELDS).properties().forEach(field -> {
            ObjectNode inner = sayings(field.getValue());
            if (!inner.isEmpty()) {
                fields.set(field.getKey(), inner);
            }
        });
        if (!fields.isEmpty()) {
            said.set(FIELDS, fields);
        }
        return said;
    }

    /// All that levels of a mapping say.
    ///
    /// @param mapping its root object
    public static Set<String> words(JsonNode mapping) {
        Set<String> words = new TreeSet<>();
        collect(of(mapping), words);
        return words;
    }

    private static void collect(JsonNode levels, Set<String> words) {
        if (levels.has(DYNAMIC)) {
            words.add(text(levels.path(DYNAMIC)));
        }
        levels.path(FIELDS).forEach(level -> collect(level, words));
    }

    /// Whether every level is shut.
    ///
    /// @param mapping its root object
    public static boolean areShut(JsonNode mapping) {
        return text(mapping.path(DYNAMIC)).equals(SHUT) && saysNothingElse(mapping);
    }

    private static boolean saysNothingElse(JsonNode level) {
        boolean isFine = !isLevel(level)
                || !level.has(DYNAMIC)
                || text(level.path(DYNAMIC)).equals(SHUT);
        return isFine && level.path(FIELDS).valueStream().allMatch(MappingLevels::saysNothingElse);
    }

    /// What a mapping is to be asked for, so that its levels say what these say, and those of which these say
    /// nothing do as the level above. Levels that the mapping does not have are passed over.
    ///
    /// @param levels as [#of(JsonNode)] gives them
    /// @param mapping the root object of the mapping that is to be changed
    public static ObjectNode opening(JsonNode levels, JsonNode mapping) {
        return changed(mapping, levels, text(levels.path(DYNAMIC)));
    }

    /// What a mapping is to be asked for, so that every level that says something is shut.
    ///
    /// @param mapping the root object of the mapping that is to be changed
    public static ObjectNode shutting(JsonNode mapping) {
        return changed(mapping, JsonNodeFactory.instance.objectNode().put(DYNAMIC, SHUT), SHUT);
    }

    /// A level that says something now and is to say nothing cannot be made silent (a parameter that is not
    /// named in a change stays as it is): it is told what the level above it says.
    private static ObjectNode changed(JsonNode level, JsonNode wanted, String above) {
        String says = text(wanted.path(DYNAMIC));
        String effective = says.isEmpty() ? above : says;
        ObjectNode change = own(level);
        if (level.has(DYNAMIC) || !says.isEmpty()) {
            change.put(DYNAMIC, effective);
        }
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        level.path(FIELDS).properties().forEach(field -> {
            JsonNode inner = field.getValue();
            if (isLevel(inner)) {
                // An object that is named with neither its type nor fields is refused ("No type specified for field").
                ObjectNode of = changed(inner, wanted.path(FIELDS).path(field.getKey()), effective);
                if (of.has(DYNAMIC) || of.has(FIELDS)) {
                    typed(of);
                    fields.set(field.getKey(), of);
                }
            }
        });
        if (!fields.isEmpty()) {
            change.set(FIELDS, fields);
        }
        return change;
    }

    /// Says that an object is one, where it does not say what it is.
    static ObjectNode typed(ObjectNode level) {
        if (!level.has("type")) {
            level.put("type", "object");
        }
        return level;
    }

    /// What a level has to be named with when something in it is changed: an object that is nested is refused
    /// as one that is not, and a pass-through object without its priority (`NestedObjectMapper.merge` and
    /// `PassThroughObjectMapper` of Elasticsearch). The root is named with nothing.
    static ObjectNode own(JsonNode level) {
        ObjectNode own = JsonNodeFactory.instance.objectNode();
        KIND.stream()
                .filter(level::has)
                .forEach(parameter -> own.set(parameter, level.path(parameter).deepCopy()));
        return own;
    }

    /// Whether a field is an object, of whatever kind, and not one that holds values.
    static boolean isLevel(JsonNode field) {
        return switch (field.path("type").asString("")) {
            case "", "object", "nested", "passthrough" -> field.isObject();
            default -> false;
        };
    }

    /// Whether a level that says this takes any field, or looks it up when it is searched. OpenSearch knows
    /// words that begin so and take fields by templates only (`strict_allow_templates`).
    static boolean takesFields(String says) {
        return !says.startsWith(SHUT) && !says.startsWith("strict");
    }

    static String text(JsonNode value) {
        return value.isMissingNode() || value.isNull() ? "" : value.asString("");
    }
}
