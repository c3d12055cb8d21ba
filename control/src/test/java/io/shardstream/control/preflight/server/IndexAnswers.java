package io.shardstream.control.preflight.server;

import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.target.CarriedSettings;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.index.target.WantedTarget;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Answers as servers give them, with apostrophes for quotes.
public final class IndexAnswers {
    private static final JsonMapper MAPPER = new JsonMapper();

    private IndexAnswers() {}

    public static JsonNode json(String text) {
        return MAPPER.readTree(text.replace('\'', '"'));
    }

    /// An index with these settings and without mappings.
    public static IndexDescription index(String settings) {
        return IndexDescription.of(
                "cities", json("{'settings':" + settings + ",'mappings':{},'aliases':{'production':{}}}"), 1024);
    }

    /// The target that a run makes of such a source, both on one server.
    public static WantedTarget target(String settings, TargetSettings wish) {
        Server server = new Server(Server.ELASTICSEARCH, "9.5.3");
        Map<String, String> defaults = Map.of("index.mapping.exclude_source_vectors", "true");
        return WantedTarget.created(index(settings), wish, false, new CarriedSettings(server, server, defaults));
    }
}
