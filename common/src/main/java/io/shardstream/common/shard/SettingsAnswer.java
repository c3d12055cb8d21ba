package io.shardstream.common.shard;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What a server answers when it is asked for the settings of an index (`GET
/// /<index>/_settings?flat_settings`): a member for the index, or for those whose alias the name is. What
/// stands between may answer with something else.
public final class SettingsAnswer {
    private SettingsAnswer() {}

    /// The uuid of the index of that name, else of one whose alias it is; empty where no index is told.
    public static Optional<String> uuid(JsonNode answer, String index) {
        return answer.has(index)
                ? uuidOf(answer.path(index))
                : answer.valueStream().flatMap(one -> uuidOf(one).stream()).findFirst();
    }

    private static Optional<String> uuidOf(JsonNode index) {
        return Optional.of(index.path("settings").path("index.uuid").asString(""))
                .filter(uuid -> !uuid.isEmpty());
    }
}
