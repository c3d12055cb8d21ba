package io.shardstream.control.compare.meaning;

import io.shardstream.control.index.NumberKinds;
import io.shardstream.control.index.difference.FieldConsent;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A field by which documents are searched, as one side's mapping has it; or the filter of an alias.
///
/// @param name as searches call it, such as `title.english`
/// @param exists a query for the documents that have a value in it, or that the filter lets pass
/// @param parent the field whose values it indexes once more, if it is a multi-field or a copy of another field
/// @param kind what is asked of it
/// @param values what its doc values are compared as
/// @param type as the mapping says it; empty for what no mapping has
record SearchedField(String name, JsonNode exists, Optional<String> parent, Kind kind, Values values, String type) {
    /// Metadata field of documents of which a value was left out of the index (`ignore_malformed`,
    /// `ignore_above`).
    static final String IGNORED = "_ignored";

    private static final JsonMapper MAPPER = new JsonMapper();

    /// What a field is made of.
    enum Kind {
        /// Text that an analyzer or a normalizer takes apart.
        ANALYZED,
        /// Any other one that is indexed.
        INDEXED,
        /// Made anew by each search (`runtime`).
        RUNTIME,
        /// What an alias shows of the index.
        FILTER
    }

    /// What the values of a field are, by which it is searched, sorted and aggregated.
    enum Values {
        /// None that both products and all versions write in the same way; or those of nested documents,
        /// which a search for whole documents does not return.
        NONE,
        DATES,
        NUMBERS,
        KEYWORDS,
        ADDRESSES,
        FLAGS,
        /// Places on a map, which versions write in several ways.
        POINTS;

        /// By the page "Field data types" of both servers' documentation.
        ///
        /// @param type as a mapping says it
        static Values of(String type) {
            return switch (type) {
                case "date", "date_nanos" -> DATES;
                case "keyword" -> KEYWORDS;
                case "ip" -> ADDRESSES;
                case "boolean" -> FLAGS;
                case "geo_point" -> POINTS;
                default -> NumberKinds.ALL.contains(type) ? NUMBERS : NONE;
            };
        }
    }

    /// One that is searched for as such.
    static SearchedField indexed(String name) {
        return new SearchedField(name, exists(name, Optional.empty()), Optional.empty(), Kind.INDEXED, Values.NONE, "");
    }

    /// What an alias shows.
    static SearchedField filter(String alias, JsonNode filter) {
        return new SearchedField(
                FieldConsent.ALIAS_FILTER + alias, filter, Optional.empty(), Kind.FILTER, Values.NONE, "");
    }

    /// The same, which has the values of another field.
    SearchedField of(String original) {
        return new SearchedField(name, exists, Optional.of(original), kind, values, type);
    }

    /// The query for whole documents: what is nested is searched for within its object.
    ///
    /// @param query for what has a value in this field
    ObjectNode whole(ObjectNode query) {
        return within(exists.path("nested").path("path").stringValueOpt(), query);
    }

    /// A query for the documents that have a value in a field.
    ///
    /// @param nested the innermost nested object that it is in
    static ObjectNode exists(String name, Optional<String> nested) {
        ObjectNode query = MAPPER.createObjectNode();
        query.putObject("exists").put("field", name);
        return within(nested, query);
    }

    private static ObjectNode within(Optional<String> nested, ObjectNode query) {
        return nested.map(path -> {
                    ObjectNode wrapped = MAPPER.createObjectNode();
                    wrapped.putObject("nested").put("path", path).set("query", query);
                    return wrapped;
                })
                .orElse(query);
    }
}
