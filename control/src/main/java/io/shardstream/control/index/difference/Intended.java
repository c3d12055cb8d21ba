package io.shardstream.control.index.difference;

import io.shardstream.control.index.SettingText;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What the run file says that the target shall have otherwise than the source.
///
/// @param settings by full name; a JSON null leaves the source's out
/// @param mappings used instead of the source's; empty if these are the source's
public record Intended(Map<String, JsonNode> settings, Optional<JsonNode> mappings) {
    public static final Intended NOTHING = new Intended(Map.of(), Optional.empty());

    public Intended {
        settings = Map.copyOf(new LinkedHashMap<>(settings));
    }

    /// Whether the target has what it says. Of a setting that it leaves out it says that nobody sets it, and
    /// not that any value will do.
    ///
    /// @param set what somebody has set there; empty if nobody has
    public boolean says(String name, String set) {
        JsonNode wanted = settings.get(name);
        return (set.isEmpty() && isLeftOut(name))
                || (wanted != null && SettingText.of(wanted).equals(set));
    }

    /// Of the settings of a source those for which the run file says nothing else.
    ///
    /// @param source by full name
    public Map<String, String> leftAlike(Map<String, String> source) {
        Map<String, String> alike = new HashMap<>(source);
        alike.entrySet().removeIf(setting -> {
            JsonNode wanted = settings.get(setting.getKey());
            return isLeftOut(setting.getKey())
                    || (wanted != null && !SettingText.of(wanted).equals(setting.getValue()));
        });
        return alike;
    }

    /// By its own name, or by that of a group above it.
    private boolean isLeftOut(String name) {
        return settings.entrySet().stream()
                .anyMatch(setting -> setting.getValue().isNull() && (name + ".").startsWith(setting.getKey() + "."));
    }
}
