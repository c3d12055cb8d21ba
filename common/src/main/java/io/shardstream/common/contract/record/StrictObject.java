package io.shardstream.common.contract.record;

import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A JSON object of a known format, read field by field: a missing field, a field of another type, an
/// unknown field and an unknown format are all refused, each with a sentence that says which.
final class StrictObject {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final String what;
    private final ObjectNode fields;
    private final Set<String> unread;

    private StrictObject(String what, ObjectNode fields) {
        this.what = what;
        this.fields = fields;
        this.unread = new TreeSet<>(fields.propertyNames());
    }

    /// Begins a new object of this format, to be filled and given to [#bytes(ObjectNode)].
    static ObjectNode begin(int format) {
        return MAPPER.createObjectNode().put("format", format);
    }

    static byte[] bytes(ObjectNode object) {
        return MAPPER.writeValueAsBytes(object);
    }

    /// What a record says.
    ///
    /// @param what names the record in sentences
    /// @param fields asks for each field and makes the value of them; that one of them is out of its range
    ///     may be said by an exception
    /// @throws UnknownRecordException if the value is not a JSON object of this format with these fields
    static <T> T decode(String what, int format, byte[] value, Function<StrictObject, T> fields) {
        return decode(what, format, format, value, fields);
    }

    /// @param oldest of the formats that are read
    /// @param newest of them
    /// @throws NewerFormatException if it is one of a newer format
    /// @throws UnknownRecordException if the value is not a JSON object of one of these formats with these
    ///     fields
    static <T> T decode(String what, int oldest, int newest, byte[] value, Function<StrictObject, T> fields) {
        StrictObject object = read(what, oldest, newest, value);
        T decoded;
        try {
            decoded = fields.apply(object);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new UnknownRecordException(what + ": " + e.getMessage());
        }
        object.end();
        return decoded;
    }

    private static StrictObject read(String what, int oldest, int newest, byte[] value) {
        JsonNode tree;
        try {
            tree = MAPPER.readTree(value);
        } catch (JacksonException e) {
            // Its bytes are not quoted: whoever wrote them may have written a secret.
            throw new UnknownRecordException(what + " is not JSON");
        }
        if (!(tree instanceof ObjectNode object)) {
            throw new UnknownRecordException(what + " is not a JSON object");
        }
        StrictObject strict = new StrictObject(what, object);
        long found = strict.longOf("format");
        if (found < oldest || found > newest) {
            String known = oldest == newest ? "format " + newest : "formats " + oldest + " to " + newest;
            String sentence = what + " has format " + found + ", this version reads " + known
                    + " only: run the version of Shardstream that wrote it";
            throw found > newest ? new NewerFormatException(sentence) : new UnknownRecordException(sentence);
        }
        return strict;
    }

    /// Whether it has a field that not all of the formats have.
    boolean has(String name) {
        return fields.has(name);
    }

    String textOf(String name) {
        JsonNode node = field(name);
        if (!node.isString()) {
            throw new UnknownRecordException(what + ": " + name + " is not a text");
        }
        return node.stringValue();
    }

    long longOf(String name) {
        JsonNode node = field(name);
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw new UnknownRecordException(what + ": " + name + " is not a whole number");
        }
        return node.longValue();
    }

    int intOf(String name) {
        long value = longOf(name);
        if (value != (int) value) {
            throw new UnknownRecordException(what + ": " + name + " is out of range: " + value);
        }
        return (int) value;
    }

    boolean booleanOf(String name) {
        JsonNode node = field(name);
        if (!node.isBoolean()) {
            throw new UnknownRecordException(what + ": " + name + " is neither true nor false");
        }
        return node.booleanValue();
    }

    List<Long> longsOf(String name) {
        List<Long> values = new ArrayList<>();
        for (JsonNode item : itemsOf(name)) {
            if (!item.isIntegralNumber() || !item.canConvertToLong()) {
                throw new UnknownRecordException(what + ": " + name + " holds something that is no whole number");
            }
            values.add(item.longValue());
        }
        return List.copyOf(values);
    }

    List<Boolean> booleansOf(String name) {
        List<Boolean> values = new ArrayList<>();
        for (JsonNode item : itemsOf(name)) {
            if (!item.isBoolean()) {
                throw new UnknownRecordException(
                        what + ": " + name + " holds something that is neither true nor false");
            }
            values.add(item.booleanValue());
        }
        return List.copyOf(values);
    }

    /// A list of texts.
    List<String> listOf(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonNode item : itemsOf(name)) {
            if (!item.isString()) {
                throw new UnknownRecordException(what + ": " + name + " holds something that is no text");
            }
            texts.add(item.stringValue());
        }
        return List.copyOf(texts);
    }

    /// An object of texts.
    Map<String, String> textsOf(String name) {
        return textsIn(field(name), name);
    }

    /// An object of objects of texts.
    Map<String, Map<String, String>> textsByName(String name) {
        Map<String, Map<String, String>> objects = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : membersOf(field(name), name)) {
            objects.put(entry.getKey(), textsIn(entry.getValue(), name));
        }
        return objects;
    }

    private Set<Map.Entry<String, JsonNode>> membersOf(JsonNode node, String name) {
        if (!node.isObject()) {
            throw new UnknownRecordException(what + ": " + name + " is not an object");
        }
        return node.properties();
    }

    private Map<String, String> textsIn(JsonNode node, String name) {
        Map<String, String> texts = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : membersOf(node, name)) {
            if (!entry.getValue().isString()) {
                throw new UnknownRecordException(what + ": " + name + " holds something that is no text");
            }
            texts.put(entry.getKey(), entry.getValue().stringValue());
        }
        return texts;
    }

    private void end() {
        if (!unread.isEmpty()) {
            throw new UnknownRecordException(
                    what + " has unknown fields " + unread + ": it was written by another version of Shardstream");
        }
    }

    private JsonNode itemsOf(String name) {
        JsonNode node = field(name);
        if (!node.isArray()) {
            throw new UnknownRecordException(what + ": " + name + " is not a list");
        }
        return node;
    }

    private JsonNode field(String name) {
        JsonNode node = fields.get(name);
        if (node == null) {
            throw new UnknownRecordException(what + " has no " + name);
        }
        unread.remove(name);
        return node;
    }
}
