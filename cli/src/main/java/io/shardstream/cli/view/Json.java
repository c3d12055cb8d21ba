package io.shardstream.cli.view;

import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Results for machines.
public final class Json {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final JsonMapper LINES = new JsonMapper();

    private Json() {}

    /// The fields in their order, as one JSON object on one line.
    public static String line(Map<String, ?> fields) {
        return LINES.writeValueAsString(fields);
    }

    /// The fields in their order, as one JSON object of several lines.
    public static String object(Map<String, ?> fields) {
        return MAPPER.writeValueAsString(fields);
    }
}
