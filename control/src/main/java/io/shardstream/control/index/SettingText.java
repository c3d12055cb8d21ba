package io.shardstream.control.index;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// The value of a setting as a text that is the same for the same value only. Servers keep lists beside
/// texts: they split a text at commas (`Setting.parseableStringToList`), so a text that looks like a list is
/// another value than the list, and has its quotation marks here.
public final class SettingText {
    private static final JsonMapper MAPPER = new JsonMapper();

    private SettingText() {}

    /// @param value as a server tells it, or as it is asked for
    public static String of(JsonNode value) {
        if (!value.isString()) {
            return value.toString();
        }
        String text = value.stringValue();
        return isList(text) ? value.toString() : text;
    }

    /// The value of which a text was made: a list of texts is one again.
    ///
    /// @param text as a template has it, whose lists are written down as JSON
    public static JsonNode parsed(String text) {
        if (isList(text)) {
            JsonNode list = MAPPER.readTree(text);
            if (list.valueStream().allMatch(JsonNode::isString)) {
                return list;
            }
        }
        return JsonNodeFactory.instance.stringNode(text);
    }

    private static boolean isList(String text) {
        if (!text.startsWith("[")) {
            return false;
        }
        try {
            return MAPPER.readTree(text).isArray();
        } catch (JacksonException e) {
            return false;
        }
    }
}
