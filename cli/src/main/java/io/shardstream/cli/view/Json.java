package io.shardstream.cli.view;

import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Results for machines.
public final class Json {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Json() {}

    /// The fields in their order, as one JSON object of several lines.
    public static String object(Map<String, ?> fields) {
        return MAPPER.writeValueAsString(fields);
    }
}
