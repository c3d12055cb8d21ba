package io.shardstream.ittests.helm;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Judges objects. Those of Kubernetes are held against the models of its official Java client, which are made of its
/// OpenAPI document: fields that it does not know, at any depth, and those that are missing. Numbers given as text
/// pass.
/// Objects of operators are held against what of their definitions the chart and the examples use, written down by hand
/// in `operators.yaml`.
final class KubernetesSchemas {
    /// Refuses an object by throwing.
    @FunctionalInterface
    private interface Model {
        void require(JsonElement object) throws IOException;
    }

    private static final Map<String, Model> MODELS = Map.of(
            "v1/ConfigMap", V1ConfigMap::validateJsonElement,
            "v1/Service", V1Service::validateJsonElement,
            "v1/ServiceAccount", V1ServiceAccount::validateJsonElement,
            "apps/v1/Deployment", V1Deployment::validateJsonElement,
            "apps/v1/StatefulSet", V1StatefulSet::validateJsonElement,
            "networking.k8s.io/v1/NetworkPolicy", V1NetworkPolicy::validateJsonElement,
            "policy/v1/PodDisruptionBudget", V1PodDisruptionBudget::validateJsonElement);

    private final JsonNode operators;

    /// @param operators small schemas, by version and kind
    KubernetesSchemas(JsonNode operators) {
        this.operators = operators;
    }

    /// What is wrong with it, each in a sentence; nothing if all is right.
    List<String> complaints(JsonNode object) {
        String kind = object.path("apiVersion").asString("") + "/"
                + object.path("kind").asString("");
        Model model = MODELS.get(kind);
        if (model != null) {
            return refusal(model, object).stream().toList();
        }
        if (!operators.has(kind)) {
            return List.of("no schema is known of " + kind);
        }
        List<String> found = new ArrayList<>();
        judge(kind, operators.get(kind), object, found);
        return found;
    }

    private static Optional<String> refusal(Model model, JsonNode object) {
        try {
            model.require(JsonParser.parseString(object.toString()));
            return Optional.empty();
        } catch (IllegalArgumentException | IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// A schema is the name of a type, a list of the words that are allowed, a list `[each, schema]` of what a list
    /// holds, or an object of fields, of which those with an exclamation mark must be there.
    private static void judge(String where, JsonNode schema, JsonNode value, List<String> found) {
        if (schema.isString()) {
            if (!isOf(schema.asString(), value)) {
                found.add(where + " must be " + schema.asString() + ", got " + value);
            }
        } else if (schema.isArray() && schema.path(0).asString("").equals("each")) {
            if (!value.isArray()) {
                found.add(where + " must be a list, got " + value);
            }
            value.valueStream().forEach(one -> judge(where + "[]", schema.path(1), one, found));
        } else if (schema.isArray()) {
            if (schema.valueStream().noneMatch(value::equals)) {
                found.add(where + " must be one of " + schema + ", got " + value);
            }
        } else if (!value.isObject()) {
            found.add(where + " must be an object, got " + value);
        } else {
            judgeFields(where, schema, value, found);
        }
    }

    private static void judgeFields(String where, JsonNode schema, JsonNode value, List<String> found) {
        schema.propertyStream().forEach(field -> {
            String name = field.getKey().replace("!", "");
            if (value.has(name)) {
                judge(where + "." + name, field.getValue(), value.get(name), found);
            } else if (field.getKey().endsWith("!")) {
                found.add(where + " lacks " + name);
            }
        });
        value.propertyNames().stream()
                .filter(name -> !schema.has(name) && !schema.has(name + "!"))
                .forEach(name -> found.add(where + " has no field " + name));
    }

    private static boolean isOf(String type, JsonNode value) {
        return switch (type) {
            case "text" -> value.isString();
            case "number" -> value.isIntegralNumber();
            case "boolean" -> value.isBoolean();
            case "texts" -> value.isObject() && value.valueStream().allMatch(JsonNode::isString);
            case "anything" -> true;
            default -> throw new IllegalArgumentException("no type " + type);
        };
    }
}
