package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/// The SHA-256 of a JSON value, which does not depend on the order of its fields.
final class JsonDigest {
    private static final JsonMapper SORTED =
            JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

    private JsonDigest() {}

    static String of(JsonNode value) {
        byte[] text = SORTED.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(Sha256.begin().digest(text));
    }
}
