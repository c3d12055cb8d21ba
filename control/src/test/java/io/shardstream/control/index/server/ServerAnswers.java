package io.shardstream.control.index.server;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Answers as servers give them, with apostrophes for quotes.
final class ServerAnswers {
    private static final JsonMapper MAPPER = new JsonMapper();

    private ServerAnswers() {}

    static JsonNode json(String text) {
        return MAPPER.readTree(text.replace('\'', '"'));
    }
}
