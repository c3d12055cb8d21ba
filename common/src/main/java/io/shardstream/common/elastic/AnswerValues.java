package io.shardstream.common.elastic;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Reads values in the answers of servers, so that one of another kind than it should be is told from one that
/// is not there, and from a zero.
public final class AnswerValues {
    private static final Pattern SHARD = Pattern.compile("\\d{1,9}");

    private AnswerValues() {}

    /// A whole number; empty for anything else, also for one that does not fit into 64 bits.
    public static OptionalLong number(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong()
                ? OptionalLong.of(value.longValue())
                : OptionalLong.empty();
    }

    /// How many documents a search has found, as it says; empty if it does not say.
    public static OptionalLong total(JsonNode answer) {
        return number(answer.path("hits").path("total").path("value"));
    }

    /// The shard that a member of an answer is about, by the member's name; empty if that is no number.
    public static OptionalInt shard(String name) {
        return SHARD.matcher(name).matches() ? OptionalInt.of(Integer.parseInt(name)) : OptionalInt.empty();
    }

    /// Whether nothing is told: neither a text or number, nor a list or an object that has anything in it.
    public static boolean isNothing(JsonNode value) {
        return value.isMissingNode() || value.isNull() || (value.isContainer() && value.isEmpty());
    }

    /// Whether it is a list of texts, or left out, as `filter_path` leaves out what is empty.
    public static boolean isTextsOrLeftOut(JsonNode value) {
        return value.isMissingNode() || (value.isArray() && value.valueStream().allMatch(JsonNode::isString));
    }

    /// Whether it is an object, or left out, as `filter_path` leaves out what is empty.
    public static boolean isObjectOrLeftOut(JsonNode value) {
        return value.isObject() || value.isMissingNode();
    }
}
