package io.shardstream.control.survey.difference;

import io.shardstream.common.line.Printable;
import io.shardstream.control.finding.Finding;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Where the target's mapping treats documents otherwise than the source's does.
public final class MappingDifference {
    private static final String TOPIC = "mapping";
    private static final String OBJECT = "object";
    private static final String FIELDS = "properties";
    private static final String SUB_FIELDS = "fields";
    private static final String DYNAMIC = "dynamic";

    /// What is compared in another way, or says nothing about documents.
    private static final Set<String> NOT_COMPARED =
            Set.of("type", FIELDS, SUB_FIELDS, DYNAMIC, "_meta", "meta", "_source", "_routing");

    private final Map<MappingEffect, List<String>> found = new EnumMap<>(MappingEffect.class);

    private MappingDifference() {}

    /// @param source the mapping's root object
    /// @param target likewise
    public static List<Finding> of(JsonNode source, JsonNode target) {
        MappingDifference difference = new MappingDifference();
        difference.parameters("the index", source, target);
        difference.compare("", source, target, new Dynamic("true", "true"));
        return difference.findings();
    }

    /// What becomes of fields that an object does not know, in source and target; inherited unless it says so itself.
    private record Dynamic(String source, String target) {
        Dynamic within(JsonNode source, JsonNode target) {
            return new Dynamic(
                    source.path(DYNAMIC).asString(source()),
                    target.path(DYNAMIC).asString(target()));
        }

        boolean becomesStrict() {
            return target.equals("strict") && !source.equals("strict");
        }
    }

    private void compare(String above, JsonNode source, JsonNode target, Dynamic inherited) {
        Dynamic dynamic = inherited.within(source, target);
        if (dynamic.becomesStrict() && !inherited.becomesStrict()) {
            add(
                    MappingEffect.STRICTER,
                    (above.isEmpty() ? "any" : above + "*") + " that is not mapped yet (dynamic: " + dynamic.source()
                            + " → strict)");
        }
        source.path(FIELDS).properties().forEach(field -> {
            String path = above + Printable.of(field.getKey());
            JsonNode theirs = target.path(FIELDS).path(field.getKey());
            if (theirs.isMissingNode()) {
                add(missing(dynamic.target()), path);
            } else {
                field(path, field.getValue(), theirs, dynamic);
            }
        });
    }

    private void field(String path, JsonNode source, JsonNode target, Dynamic dynamic) {
        if (!type(source).equals(type(target))) {
            add(MappingEffect.OTHER_TYPE, path + " (" + type(source) + " → " + type(target) + ")");
            return;
        }
        parameters(path, source, target);
        compare(path + ".", source, target, dynamic);
        source.path(SUB_FIELDS).properties().forEach(sub -> {
            String subPath = path + "." + Printable.of(sub.getKey());
            JsonNode theirs = target.path(SUB_FIELDS).path(sub.getKey());
            if (theirs.isMissingNode()) {
                add(MappingEffect.LOST, subPath);
            } else {
                field(subPath, sub.getValue(), theirs, dynamic);
            }
        });
    }

    private void parameters(String path, JsonNode source, JsonNode target) {
        Set<String> names = new TreeSet<>(source.propertyNames());
        names.addAll(target.propertyNames());
        names.removeAll(NOT_COMPARED);
        for (String name : names) {
            if (source.path(name).isContainer() || target.path(name).isContainer()) {
                nested(path, name, source.path(name), target.path(name));
                continue;
            }
            FieldParameter parameter = FieldParameter.of(name, source, target);
            if (parameter.differs()) {
                add(parameter.effect(), parameter.words(path));
            }
        }
    }

    /// Such as `dynamic_templates`, which may be long: only that it differs is said.
    private void nested(String path, String name, JsonNode source, JsonNode target) {
        if (!source.equals(target)) {
            add(new FieldParameter(name, "", "").effect(), path + " (" + name + ")");
        }
    }

    private void add(MappingEffect effect, String words) {
        found.computeIfAbsent(effect, none -> new ArrayList<>()).add(words);
    }

    private static MappingEffect missing(String dynamic) {
        return switch (dynamic) {
            case "strict" -> MappingEffect.REFUSED;
            case "false", "runtime" -> MappingEffect.NOT_INDEXED;
            default -> MappingEffect.GUESSED;
        };
    }

    private static String type(JsonNode field) {
        return field.path("type").asString(OBJECT);
    }

    private List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        found.forEach((effect, fields) -> findings.add(
                new Finding(effect.severity(), TOPIC, effect.what() + ": " + Named.of(fields) + ".", effect.advice())));
        return findings;
    }
}
