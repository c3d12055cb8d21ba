package io.shardstream.control.index.target;

import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Limits of what a mapping or a document may have. Servers hold a mapping against them with each change that
/// somebody asks for, whatever the change is (`MapperService` and `DocumentMapper.validate`, but for
/// `MAPPING_RECOVERY`): an index whose mapping has more than a lowered limit allows takes no change at all,
/// not even one of `_meta`.
final class MappingLimit {
    /// The lowest default that a version of a server has (`MapperService`).
    private static final Map<String, Long> DEFAULTS = Map.of(
            "index.mapping.total_fields.limit", 1000L,
            "index.mapping.depth.limit", 20L,
            "index.mapping.nested_fields.limit", 50L,
            "index.mapping.nested_objects.limit", 10_000L,
            "index.mapping.field_name_length.limit", 50_000L,
            "index.mapping.dimension_fields.limit", 16L);

    private MappingLimit() {}

    /// Whether the setting is such a limit.
    ///
    /// @param name in full, of any setting
    static boolean is(String name) {
        return DEFAULTS.containsKey(name);
    }

    /// Whether the setting is such a limit, and would be lowered.
    ///
    /// @param name in full, of any setting
    /// @param now null for the server's default
    /// @param wanted likewise
    static boolean isLowered(String name, @Nullable JsonNode now, @Nullable JsonNode wanted) {
        Long byDefault = DEFAULTS.get(name);
        if (byDefault == null) {
            return false;
        }
        OptionalLong before = number(now, byDefault);
        OptionalLong after = number(wanted, byDefault);
        return before.isPresent() && after.isPresent() && after.getAsLong() < before.getAsLong();
    }

    private static OptionalLong number(@Nullable JsonNode value, long byDefault) {
        if (value == null) {
            return OptionalLong.of(byDefault);
        }
        try {
            return OptionalLong.of(Long.parseLong(value.asString("")));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
