package io.shardstream.control.index.difference;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/// The settings of one index by full name, such as `index.codec`.
///
/// @param set those that somebody has set
/// @param effective all, with the defaults of the others as far as they are known
public record IndexSettings(Map<String, String> set, Map<String, String> effective) {
    public IndexSettings {
        set = Map.copyOf(set);
        effective = Map.copyOf(effective);
    }

    /// The same as if these had not been set.
    public IndexSettings without(Collection<String> names) {
        Map<String, String> others = new HashMap<>(set);
        others.keySet().removeAll(names);
        return new IndexSettings(others, effective);
    }

    /// The same as if that one had been set so.
    public IndexSettings with(String name, String value) {
        Map<String, String> others = new HashMap<>(set);
        others.put(name, value);
        return new IndexSettings(others, effective);
    }

    /// What somebody has set; empty if nobody has.
    String set(String name) {
        return set.getOrDefault(name, "");
    }

    /// Empty if it is not known, or has no value.
    String value(String name) {
        return set.getOrDefault(name, effective.getOrDefault(name, ""));
    }
}
