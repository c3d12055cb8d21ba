package io.shardstream.control.compare.meaning;

import io.shardstream.control.compare.meaning.SearchedField.Values;
import io.shardstream.control.index.RangeKinds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Values of fields as clients have sent them in documents. An application searches by what it has: a number
/// is a number there, and no text. In a search for dates Elasticsearch from 8.0 on reads a number as
/// milliseconds, whatever format the field has (its pull request 63692), where older ones and OpenSearch read
/// it by the format. And a server that was sent YAML or CBOR has indexed the text of that (`011`), and shows and
/// gives away a number in JSON (`9`), which the target indexes.
final class SentValues {
    /// Of one form in a field: a server that has left a value out of its index refuses to search for it.
    static final int MOST = 3;

    /// In characters; longer ones are not searched for.
    private static final int LONGEST = 256;

    private static final int BITS = 64;

    /// Levels of objects, of which servers take 20 by default (`depth_limit`).
    private static final int DEEPEST = 100;

    /// Kinds of fields that keep a number as its text, and are found by it.
    private static final Set<String> WITH_TERMS_OF_THEIR_OWN = Set.of("wildcard", "version");

    /// Kinds of fields that have the values of whole objects, as Elasticsearch and OpenSearch call them.
    private static final Set<String> OF_OBJECTS = Set.of("flattened", "flat_object");

    private final Map<Form, Map<String, List<JsonNode>>> values = new EnumMap<>(Form.class);

    /// What a value is in JSON. Servers may read each in a way of its own.
    enum Form {
        TEXT,
        WHOLE,
        FRACTION,
        FLAG;

        private static Optional<Form> of(JsonNode value) {
            if (value.isString()) {
                return value.stringValue().length() <= LONGEST ? Optional.of(TEXT) : Optional.empty();
            }
            if (value.isIntegralNumber()) {
                return !value.isBigInteger() || value.bigIntegerValue().bitLength() <= BITS
                        ? Optional.of(WHOLE)
                        : Optional.empty();
            }
            if (value.isDouble()) {
                return Double.isFinite(value.doubleValue()) ? Optional.of(FRACTION) : Optional.empty();
            }
            return value.isBoolean() ? Optional.of(FLAG) : Optional.empty();
        }
    }

    /// @param fields those that are compared
    static SentValues of(List<FieldPair> fields, ReturnedFields returned) {
        SentValues values = new SentValues();
        fields.stream().filter(SentValues::isComparable).forEach(field -> {
            boolean isText = isText(field);
            String name =
                    field.source().parent().or(() -> field.target().parent()).orElse(field.name());
            Stream<String> paths = RangeKinds.ALL.contains(field.source().type())
                    ? Stream.of(".gte", ".lte", ".gt", ".lt").map(bound -> name + bound)
                    : Stream.of(name);
            // The terms of what is text in documents too are compared as such (FieldTerms).
            paths.forEach(path -> returned.values(path, value -> {
                if (value.isObject() && OF_OBJECTS.contains(field.source().type())) {
                    leaves(value, DEEPEST, one -> values.add(field.name(), one));
                } else if (!isText || !value.isString()) {
                    values.add(field.name(), value);
                }
            }));
        });
        return values;
    }

    private static void leaves(JsonNode node, int levels, Consumer<JsonNode> listener) {
        if (!node.isContainer()) {
            listener.accept(node);
        } else if (levels > 0) {
            node.forEach(one -> leaves(one, levels - 1, listener));
        }
    }

    /// Whether a value that both sides take stands alone in documents. Places on a map do not.
    private static boolean isComparable(FieldPair field) {
        String type = field.source().type();
        String other = field.target().type();
        Values values = Values.of(type);
        return (RangeKinds.ALL.contains(type)
                        || WITH_TERMS_OF_THEIR_OWN.contains(type)
                        || OF_OBJECTS.contains(type)
                        || isText(field))
                ? type.equals(other)
                : values != Values.NONE && values != Values.POINTS && values == Values.of(other);
    }

    /// Whether a search for a value has to take it apart as the field does.
    static boolean isText(FieldPair field) {
        return SearchedFields.isText(field.source().type());
    }

    /// Whether a search for a range means something: of texts it is an expensive one, which a cluster may
    /// refuse (`search.allow_expensive_queries`).
    static boolean isOrdered(FieldPair field) {
        return switch (Values.of(field.source().type())) {
            case DATES, NUMBERS, ADDRESSES -> true;
            case KEYWORDS, FLAGS, POINTS, NONE -> false;
        };
    }

    private void add(String field, JsonNode value) {
        Form.of(value).ifPresent(form -> {
            List<JsonNode> known =
                    values.computeIfAbsent(form, _ -> new TreeMap<>()).computeIfAbsent(field, _ -> new ArrayList<>());
            if (known.size() < MOST && !known.contains(value)) {
                known.add(value);
            }
        });
    }

    /// @param place from 0 on, below [#MOST]
    /// @return empty if documents have no more of that form
    Optional<JsonNode> value(String field, Form form, int place) {
        List<JsonNode> known = values.getOrDefault(form, Map.of()).getOrDefault(field, List.of());
        return place < known.size() ? Optional.of(known.get(place)) : Optional.empty();
    }
}
