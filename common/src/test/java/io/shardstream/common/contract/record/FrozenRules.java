package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// How a version of then reads a record: every field that its rules name and no other, each of its type, and
/// of words only those that it knew.
///
/// A line of the rules is the field's name and its type: `text`, `int`, `long`, `boolean`, `word a b`,
/// `object of text`, `object of object of text`, `record Request.1` for a record within a text, or a `list
/// of` one of the first five. A name that begins with `?` may be missing.
final class FrozenRules {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String LIST = "list of ";
    private static final String OBJECT = "object of ";

    private final String name;
    private final Map<String, String> types = new LinkedHashMap<>();
    private final Set<String> optional = new TreeSet<>();

    /// @param name such as `Pause.1`
    FrozenRules(String name) {
        this.name = name;
        GoldenFiles.lines("rules/" + name).forEach(line -> {
            String[] words = line.split(" ", 2);
            boolean mayBeMissing = words[0].startsWith("?");
            String field = mayBeMissing ? words[0].substring(1) : words[0];
            types.put(field, words[1]);
            if (mayBeMissing) {
                optional.add(field);
            }
        });
    }

    /// @throws AssertionError if a version of then would refuse it
    void read(byte[] value) {
        JsonNode tree = JSON.readTree(value);
        assertThat(tree.path("format").asString() + " of " + name)
                .isEqualTo(name.substring(name.indexOf('.') + 1) + " of " + name);
        Set<String> missing = new TreeSet<>(types.keySet());
        tree.properties().stream()
                .filter(field -> !field.getKey().equals("format"))
                .forEach(field -> {
                    assertThat(types)
                            .as("fields of %s: another one is a new format", name)
                            .containsKey(field.getKey());
                    check(field.getKey(), types.getOrDefault(field.getKey(), ""), field.getValue());
                    missing.remove(field.getKey());
                });
        missing.removeAll(optional);
        assertThat(missing)
                .as("fields of %s that are not written any more", name)
                .isEmpty();
    }

    private void check(String field, String type, JsonNode value) {
        if (type.startsWith(LIST)) {
            assertThat(value.isArray()).as(says(field, type, value)).isTrue();
            value.forEach(item -> check(field, type.substring(LIST.length()), item));
        } else if (type.startsWith(OBJECT)) {
            assertThat(value.isObject()).as(says(field, type, value)).isTrue();
            value.properties().forEach(member -> check(field, type.substring(OBJECT.length()), member.getValue()));
        } else {
            checkPlain(field, type, value);
        }
    }

    private void checkPlain(String field, String type, JsonNode value) {
        List<String> words = List.of(type.split(" ", -1));
        switch (words.getFirst()) {
            case "text" ->
                assertThat(value.isString()).as(says(field, type, value)).isTrue();
            case "int" ->
                assertThat(value.isIntegralNumber() && value.canConvertToInt())
                        .as(says(field, type, value))
                        .isTrue();
            case "long" ->
                assertThat(value.isIntegralNumber() && value.canConvertToLong())
                        .as(says(field, type, value))
                        .isTrue();
            case "boolean" ->
                assertThat(value.isBoolean()).as(says(field, type, value)).isTrue();
            case "word" ->
                assertThat(words.subList(1, words.size()))
                        .as(says(field, type, value) + ": another word is a new format")
                        .contains(value.asString());
            case "record" -> new FrozenRules(words.get(1)).read(value.asString().getBytes(StandardCharsets.UTF_8));
            default -> throw new IllegalArgumentException("no such type: " + type);
        }
    }

    private String says(String field, String type, JsonNode value) {
        return name + " has " + field + " as " + type + ", and written is " + value;
    }
}
