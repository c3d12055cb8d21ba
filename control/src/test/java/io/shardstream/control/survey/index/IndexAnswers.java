package io.shardstream.control.survey.index;

import io.shardstream.control.index.IndexDescription;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Answers as servers give them, with apostrophes for quotes.
final class IndexAnswers {
    private static final JsonMapper MAPPER = new JsonMapper();

    private IndexAnswers() {}

    static JsonNode json(String text) {
        return MAPPER.readTree(text.replace('\'', '"'));
    }

    /// An index with these settings and without mappings.
    static IndexDescription index(String settings) {
        return IndexDescription.of(
                "cities", json("{'settings':" + settings + ",'mappings':{},'aliases':{'production':{}}}"), 1024);
    }
}
