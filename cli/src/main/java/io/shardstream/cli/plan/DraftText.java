package io.shardstream.cli.plan;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The text of a run file for what options say. It is JSON, which is YAML too, so that nothing in a name can be taken
/// for anything else.
final class DraftText {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int LONGEST_NAME = 60;
    private static final String ANY_NAME = "run";

    private DraftText() {}

    static String of(
            Optional<String> name,
            String kafka,
            Map<String, String> kafkaProperties,
            DraftPlace source,
            DraftPlace target) {
        ObjectNode top = MAPPER.createObjectNode();
        top.put("run", name.orElseGet(() -> nameOf(target.index())));
        ObjectNode brokers = top.putObject("kafka");
        ArrayNode bootstrap = brokers.putArray("bootstrap");
        for (String one : kafka.split(",", -1)) {
            bootstrap.add(one.strip());
        }
        if (!kafkaProperties.isEmpty()) {
            ObjectNode properties = brokers.putObject("properties");
            kafkaProperties.forEach(properties::put);
        }
        source.into(top.putObject("source"));
        target.into(top.putObject("target"));
        return MAPPER.writeValueAsString(top);
    }

    /// What of the index's name may be in a run's.
    private static String nameOf(String index) {
        String name =
                index.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]", "-").replaceFirst("^-+", "");
        if (name.isEmpty()) {
            return ANY_NAME;
        }
        return name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }
}
