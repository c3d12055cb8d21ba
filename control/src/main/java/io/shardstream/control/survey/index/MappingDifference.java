package io.shardstream.control.survey.index;

import io.shardstream.control.finding.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Where the target's mapping treats documents otherwise than the source's does.
public final class MappingDifference {
    private static final String TOPIC = "mapping";
    private static final String OBJECT = "object";
    private static final String FIELDS = "properties";
    private static final int MOST_NAMED = 10;

    private final Map<String, String> otherTypes = new TreeMap<>();
    private final List<String> refused = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();
    private final List<String> guessed = new ArrayList<>();

    private MappingDifference() {}

    /// @param source the mapping's root object
    /// @param target likewise
    public static List<Finding> of(JsonNode source, JsonNode target) {
        MappingDifference difference = new MappingDifference();
        difference.compare("", source, target, "true");
        return difference.findings();
    }

    private void compare(String above, JsonNode source, JsonNode target, String dynamicAbove) {
        String dynamic = target.path("dynamic").asString(dynamicAbove);
        source.path(FIELDS).properties().forEach(field -> {
            String path = above + field.getKey();
            JsonNode theirs = target.path(FIELDS).path(field.getKey());
            if (theirs.isMissingNode()) {
                listFor(dynamic).add(path);
            } else if (!type(field.getValue()).equals(type(theirs))) {
                otherTypes.put(path, type(field.getValue()) + " → " + type(theirs));
            } else {
                compare(path + ".", field.getValue(), theirs, dynamic);
            }
        });
    }

    private List<String> listFor(String dynamic) {
        return switch (dynamic) {
            case "strict" -> refused;
            case "false", "runtime" -> ignored;
            default -> guessed;
        };
    }

    private static String type(JsonNode field) {
        return field.path("type").asString(OBJECT);
    }

    private List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        if (!otherTypes.isEmpty()) {
            List<String> fields = otherTypes.entrySet().stream()
                    .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                    .toList();
            findings.add(Finding.warns(
                    TOPIC,
                    "Fields that have another type in the target: " + named(fields) + ".",
                    "Documents whose values do not fit become rejects; --try-writing finds out whether there are"
                            + " such."));
        }
        if (!refused.isEmpty()) {
            findings.add(Finding.warns(
                    TOPIC,
                    "Fields of the source that the target does not have and refuses (dynamic: strict): "
                            + named(refused) + ".",
                    "Every document with one of them becomes a reject: add them to target.mappings."));
        }
        if (!ignored.isEmpty()) {
            findings.add(Finding.notes(
                    TOPIC,
                    "Fields of the source that the target keeps and does not index (dynamic): " + named(ignored) + ".",
                    "Add them to target.mappings if they shall be searched."));
        }
        if (!guessed.isEmpty()) {
            findings.add(Finding.notes(
                    TOPIC,
                    "Fields of the source whose type the target would guess: " + named(guessed) + ".",
                    "Add them to target.mappings if they shall keep the type that they have in the source."));
        }
        return findings;
    }

    private static String named(List<String> fields) {
        String first = String.join(", ", fields.stream().limit(MOST_NAMED).toList());
        return fields.size() > MOST_NAMED ? first + " and " + (fields.size() - MOST_NAMED) + " more" : first;
    }
}
