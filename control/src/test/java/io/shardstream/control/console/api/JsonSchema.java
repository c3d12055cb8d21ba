package io.shardstream.control.console.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// The schemas of an OpenAPI description, as far as ours goes: what it does not know it refuses.
final class JsonSchema {
    private static final Set<String> KNOWN = Set.of(
            "$ref",
            "additionalProperties",
            "const",
            "description",
            "enum",
            "format",
            "items",
            "maximum",
            "maxItems",
            "minimum",
            "minItems",
            "properties",
            "required",
            "type");

    private final JsonNode schemas;
    private final Set<String> met = new TreeSet<>();

    JsonSchema(JsonNode description) {
        this.schemas = description.at("/components/schemas");
    }

    /// What of a value is not as the schema of this name says.
    List<String> problems(String name, JsonNode value) {
        List<String> problems = new ArrayList<>();
        check(name, schemas.path(name), name, value, problems);
        return problems;
    }

    /// The fields that values had, each after the name of its schema.
    Set<String> met() {
        return met;
    }

    /// The fields that a schema and those that it names describe.
    Set<String> described(String name) {
        Set<String> described = new TreeSet<>();
        describe(name, described);
        return described;
    }

    private void describe(String name, Set<String> described) {
        for (Map.Entry<String, JsonNode> field :
                schemas.path(name).path("properties").properties()) {
            if (described.add(name + "." + field.getKey())) {
                for (JsonNode ref : field.getValue().findValues("$ref")) {
                    describe(named(ref), described);
                }
            }
        }
    }

    private void check(String name, JsonNode schema, String path, JsonNode value, List<String> problems) {
        schema.propertyNames().stream()
                .filter(keyword -> !KNOWN.contains(keyword))
                .forEach(keyword -> problems.add(path + ": the schema says " + keyword));
        if (schema.has("$ref")) {
            String other = named(schema.path("$ref"));
            if (schemas.has(other)) {
                check(other, schemas.path(other), path, value, problems);
            } else {
                problems.add(path + ": there is no schema " + other);
            }
        } else if (!hasType(schema.path("type").asString(""), value)) {
            problems.add(path + ": " + value + " is no " + schema.path("type"));
        } else {
            checkBounds(schema, path, value, problems);
            checkInside(name, schema, path, value, problems);
        }
    }

    private void checkInside(String name, JsonNode schema, String path, JsonNode value, List<String> problems) {
        if (value.isArray()) {
            value.forEach(one -> check(name, schema.path("items"), path + "[]", one, problems));
        } else if (value.isObject()) {
            checkFields(name, schema, path, value, problems);
        }
    }

    private void checkFields(String name, JsonNode schema, String path, JsonNode value, List<String> problems) {
        schema.path("required").forEach(field -> {
            if (!value.has(field.asString())) {
                problems.add(path + "." + field.asString() + " is not there");
            }
        });
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            String here = path + "." + field.getKey();
            JsonNode known = schema.path("properties").path(field.getKey());
            if (!known.isMissingNode()) {
                met.add(name + "." + field.getKey());
                check(name, known, here, field.getValue(), problems);
            } else if (schema.path("additionalProperties").isObject()) {
                check(name, schema.path("additionalProperties"), here, field.getValue(), problems);
            } else {
                problems.add(here + " is not described");
            }
        }
    }

    private static void checkBounds(JsonNode schema, String path, JsonNode value, List<String> problems) {
        if (value.isNumber()
                && (value.asDouble() < schema.path("minimum").asDouble(-Double.MAX_VALUE)
                        || value.asDouble() > schema.path("maximum").asDouble(Double.MAX_VALUE))) {
            problems.add(path + ": " + value + " is out of bounds");
        }
        if (value.isArray()
                && (value.size() < schema.path("minItems").asInt(0)
                        || value.size() > schema.path("maxItems").asInt(Integer.MAX_VALUE))) {
            problems.add(path + " has " + value.size() + " items");
        }
        if (schema.has("enum") && schema.path("enum").valueStream().noneMatch(value::equals)) {
            problems.add(path + ": " + value + " is none of " + schema.path("enum"));
        }
    }

    private static boolean hasType(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            default -> false;
        };
    }

    private static String named(JsonNode ref) {
        return ref.asString().substring(ref.asString().lastIndexOf('/') + 1);
    }
}
