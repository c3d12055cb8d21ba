package io.shardstream.control.compare.meaning;

import io.shardstream.control.compare.meaning.SearchedField.Kind;
import io.shardstream.control.compare.meaning.SearchedField.Values;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The fields of one side by name, and those that its searches cannot tell.
///
/// What a mapping says is that of the "Field data types" pages of both servers' documentation; which types
/// answer `exists` is left to the server, which refuses the others.
///
/// @param fields that can be searched for
/// @param untold why the others cannot, as the end of a sentence
record SearchedFields(Map<String, SearchedField> fields, Map<String, String> untold) {
    /// Elasticsearch: `TextFieldMapper` and its like; they have no doc values that `exists` could go by.
    private static final Set<String> TEXTS = Set.of("text", "match_only_text", "annotated_text", "search_as_you_type");

    private static final Set<String> WITHOUT_DOC_VALUES_BY_DEFAULT = Set.of("binary");

    SearchedFields {
        fields = Map.copyOf(fields);
        untold = Map.copyOf(untold);
    }

    /// @param type as a mapping says it
    static boolean isText(String type) {
        return TEXTS.contains(type);
    }

    /// @param mappings the object `mappings` of an index
    static SearchedFields of(JsonNode mappings) {
        Reading reading = new Reading();
        reading.objects("", Optional.empty(), mappings);
        mappings.path("runtime").propertyStream().forEach(entry -> reading.runtime(entry.getKey(), entry.getValue()));
        reading.nameOriginals();
        reading.fields.put(SearchedField.IGNORED, SearchedField.indexed(SearchedField.IGNORED));
        return new SearchedFields(reading.fields, reading.untold);
    }

    /// The same without a field, which is listed instead.
    ///
    /// @param why the end of a sentence
    SearchedFields without(String name, String why) {
        Map<String, SearchedField> others = new TreeMap<>(fields);
        others.remove(name);
        Map<String, String> more = new TreeMap<>(untold);
        more.put(name, why);
        return new SearchedFields(others, more);
    }

    /// As this side searches for it; one that is not mapped is found in no document.
    SearchedField named(String name) {
        SearchedField known = fields.get(name);
        return known == null ? SearchedField.indexed(name) : known;
    }

    /// What has been read of a mapping.
    private static final class Reading {
        private final Map<String, SearchedField> fields = new TreeMap<>();
        private final Map<String, String> untold = new TreeMap<>();
        /// By field that has copies (`copy_to`), the first one they are of.
        private final Map<String, String> originals = new TreeMap<>();

        void objects(String path, Optional<String> nested, JsonNode object) {
            object.path("properties").propertyStream().forEach(entry -> {
                String name = path + entry.getKey();
                JsonNode mapping = entry.getValue();
                String type = mapping.path("type").asString("object");
                switch (type) {
                    case "object", "passthrough" -> inside(name, nested, mapping);
                    case "nested" -> inside(name, Optional.of(name), mapping);
                    // It is another name of a field that is asked for by its own.
                    case "alias" -> {}
                    default -> leaf(name, type, nested, null, mapping);
                }
            });
        }

        private void inside(String name, Optional<String> nested, JsonNode mapping) {
            if (isFalse(mapping, "enabled")) {
                untold.put(name, "nothing of it is indexed (enabled: false)");
            } else {
                objects(name + ".", nested, mapping);
            }
        }

        private void leaf(
                String name, String type, Optional<String> nested, @Nullable String parent, JsonNode mapping) {
            boolean hasDocValues = !TEXTS.contains(type)
                    && !isFalse(mapping, "doc_values")
                    && (!WITHOUT_DOC_VALUES_BY_DEFAULT.contains(type)
                            || mapping.path("doc_values").asBoolean(false));
            boolean isIndexed = !isFalse(mapping, "index") && !type.equals("binary");
            if (!isIndexed && !hasDocValues) {
                untold.put(name, "it is neither indexed nor in doc values");
            } else {
                boolean isAnalyzed = (TEXTS.contains(type) || mapping.has("normalizer")) && isIndexed;
                fields.put(
                        name,
                        new SearchedField(
                                name,
                                SearchedField.exists(name, nested),
                                Optional.ofNullable(parent),
                                isAnalyzed ? Kind.ANALYZED : Kind.INDEXED,
                                hasDocValues && nested.isEmpty() ? Values.of(type) : Values.NONE,
                                type));
            }
            copiesOf(name, mapping.path("copy_to"));
            mapping.path("fields")
                    .propertyStream()
                    .forEach(sub -> leaf(
                            name + "." + sub.getKey(),
                            sub.getValue().path("type").asString(""),
                            nested,
                            name,
                            sub.getValue()));
        }

        private void copiesOf(String name, JsonNode copies) {
            if (copies.isString()) {
                originals.putIfAbsent(copies.stringValue(), name);
            }
            copies.forEach(copy -> originals.putIfAbsent(copy.asString(""), name));
        }

        /// Documents have no value under the name of a field that has only copies.
        void nameOriginals() {
            originals.forEach((name, original) -> fields.computeIfPresent(name, (_, field) -> field.of(original)));
        }

        void runtime(String name, JsonNode mapping) {
            if (mapping.path("type").asString("").equals("composite")) {
                mapping.path("fields")
                        .propertyStream()
                        .forEach(sub -> runtime(name + "." + sub.getKey(), sub.getValue()));
            } else {
                String type = mapping.path("type").asString("");
                fields.put(
                        name,
                        new SearchedField(
                                name,
                                SearchedField.exists(name, Optional.empty()),
                                Optional.empty(),
                                Kind.RUNTIME,
                                Values.of(type),
                                type));
            }
        }

        private static boolean isFalse(JsonNode mapping, String parameter) {
            return !mapping.path(parameter).asBoolean(true);
        }
    }
}
