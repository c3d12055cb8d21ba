package io.shardstream.control.index.target;

import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.SettingText;
import io.shardstream.control.index.difference.IndexDefinition;
import io.shardstream.control.index.difference.IndexSettings;
import io.shardstream.control.index.difference.MappingDifference;
import io.shardstream.control.state.finding.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/// An index of the target's name that somebody else has made, beside what the run file asks for.
///
/// @param index what it is
/// @param effective its settings with defaults
record ExistingTarget(IndexDescription index, Map<String, String> effective) {
    private static final String NOT_SET = "not set";

    /// The sentence that refuses it; empty if it is as the run file says, or is taken as it is.
    Optional<String> refusal(TargetSettings wish) {
        List<String> differences = wish.acceptsAsItIs() ? List.of() : differences(wish);
        return differences.isEmpty()
                ? Optional.empty()
                : Optional.of("Target index '" + index.name() + "' exists already, and is not what the run file asks"
                        + " for: " + String.join("; ", differences)
                        + ". Delete it, and the run makes it so; or say target.accept-as-it-is: true, and the run"
                        + " takes it as it is.");
    }

    private List<String> differences(TargetSettings wish) {
        List<String> differences = new ArrayList<>();
        replicas(wish.replicas()).ifPresent(differences::add);
        wish.settings().forEach((name, value) -> {
            if (value.isNull() ? isSetBelow(name) : !hasValue(name, value)) {
                differences.add(name + " is " + found(name) + " and not "
                        + (value.isNull() ? NOT_SET : value.asString(value.toString())));
            }
        });
        wish.mappings()
                .ifPresent(mappings -> MappingDifference.of(defined(mappings), defined(index.mappings())).stream()
                        .map(Finding::what)
                        .map(what -> "target.mappings: " + what.replaceFirst("\\.$", ""))
                        .forEach(differences::add));
        return differences;
    }

    private IndexDefinition defined(JsonNode mappings) {
        Map<String, String> set = new HashMap<>();
        index.settings().forEach((name, value) -> set.put(name, SettingText.of(value)));
        return new IndexDefinition(mappings, new IndexSettings(set, effective));
    }

    /// As it is now, so that one which gets fewer until the backfill is done has these already: nothing takes
    /// copies away from an index of somebody else.
    private Optional<String> replicas(TargetReplicas wish) {
        OptionalInt wanted = wish.areBuiltLater() ? wish.whileCopying() : wish.atEnd();
        String replicas = effective.getOrDefault(TargetReplicas.SETTING, "1");
        return wanted.isEmpty() || replicas.equals(Integer.toString(wanted.getAsInt()))
                ? Optional.empty()
                : Optional.of(TargetReplicas.SETTING + " is " + replicas + " and not " + wanted.getAsInt());
    }

    private boolean isSetBelow(String name) {
        return index.settings().keySet().stream().anyMatch(set -> set.equals(name) || set.startsWith(name + "."));
    }

    private boolean hasValue(String name, JsonNode wanted) {
        JsonNode set = index.settings().get(name);
        return set != null
                ? texts(set).equals(texts(wanted))
                : wanted.asString(wanted.toString()).equalsIgnoreCase(effective.get(name));
    }

    private String found(String name) {
        JsonNode set = index.settings().get(name);
        return set != null ? set.asString(set.toString()) : effective.getOrDefault(name, NOT_SET);
    }

    /// A list of one is as good as its value.
    private static List<String> texts(JsonNode value) {
        return value.isArray()
                ? value.valueStream().map(one -> one.asString(one.toString())).toList()
                : List.of(value.asString(value.toString()));
    }
}
