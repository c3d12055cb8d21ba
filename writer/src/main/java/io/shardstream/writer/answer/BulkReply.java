package io.shardstream.writer.answer;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.DocumentJson;
import io.shardstream.common.elastic.ErrorText;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// The body of a bulk's answer, as far as it matters.
///
/// @param tookMillis how long the target says it worked
/// @param items one for each action of the request, in its order
record BulkReply(long tookMillis, List<ItemStatus> items) {
    /// The most usual one first.
    private static final List<String> WRITTEN = List.of("created", "updated", "deleted", "not_found");

    /// Servers nest a handful; thousands would not fit on the stack.
    private static final int MOST_CAUSES = 100;

    BulkReply {
        items = List.copyOf(items);
    }

    /// @param index the target; what went to another index is told from what was written
    /// @throws JacksonException if the body is not JSON
    static BulkReply parse(Bytes body, String index) {
        long took = 0;
        List<ItemStatus> items = List.of();
        try (JsonParser parser = DocumentJson.FACTORY.createParser(
                ObjectReadContext.empty(), body.array(), body.offset(), body.length())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return new BulkReply(took, items);
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("took") && value == JsonToken.VALUE_NUMBER_INT) {
                    took = parser.getLongValue();
                } else if (name.equals("items") && value == JsonToken.START_ARRAY) {
                    items = items(parser, index);
                } else {
                    parser.skipChildren();
                }
            }
        }
        return new BulkReply(took, items);
    }

    private static List<ItemStatus> items(JsonParser parser, String index) {
        List<ItemStatus> items = new ArrayList<>();
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            ItemStatus item = ItemStatus.of(0, "", "");
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                if (parser.nextToken() == JsonToken.START_OBJECT) {
                    item = item(parser, index);
                }
            }
            items.add(item);
        }
        return items;
    }

    private static ItemStatus item(JsonParser parser, String index) {
        int status = 0;
        ItemStatus error = ItemStatus.OK;
        String result = "";
        String elsewhere = "";
        boolean hasError = false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("status") && value == JsonToken.VALUE_NUMBER_INT) {
                status = parser.getIntValue();
            } else if (name.equals("error") && value == JsonToken.START_OBJECT) {
                error = error(parser, MOST_CAUSES);
                hasError = true;
            } else if (name.equals("error")) {
                hasError |= value != JsonToken.VALUE_NULL;
                parser.skipChildren();
            } else if (name.equals("result") && value == JsonToken.VALUE_STRING && !isWritten(parser)) {
                result = parser.getString();
            } else if (name.equals("_index") && value == JsonToken.VALUE_STRING && !is(parser, index)) {
                elsewhere = parser.getString();
            } else {
                parser.skipChildren();
            }
        }
        if (hasError) {
            boolean saysNothing = error.type().isEmpty() && error.reason().isEmpty();
            boolean isWell = status / 100 == 2 || (status == 404 && error.type().isEmpty());
            // An error is one whatever it says: no status goes with it that says that all is well.
            return ItemStatus.of(saysNothing || isWell ? 0 : status, error.type(), error.reason());
        }
        return result.isEmpty() && elsewhere.isEmpty()
                ? ItemStatus.of(status, "", "")
                : ItemStatus.instead(status, result.isEmpty() ? "written to index " + elsewhere : result);
    }

    /// Whether the text is a result of an action that was carried out (`DocWriteResponse.Result`, without
    /// `noop`). Without an iterator, as it is asked of each document.
    private static boolean isWritten(JsonParser parser) {
        for (int result = 0; result < WRITTEN.size(); result++) {
            if (is(parser, WRITTEN.get(result))) {
                return true;
            }
        }
        return false;
    }

    /// Compares without making a text, as there is one for each document.
    private static boolean is(JsonParser parser, String text) {
        int length = parser.getStringLength();
        if (length != text.length()) {
            return false;
        }
        char[] characters = parser.getStringCharacters();
        int offset = parser.getStringOffset();
        for (int i = 0; i < length; i++) {
            if (characters[offset + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// An error's type, and its reason together with the reason of its cause: the former may be no more than
    /// "failed to parse". Of each the beginning.
    ///
    /// @param causes how many more of them are read, one within the other
    private static ItemStatus error(JsonParser parser, int causes) {
        String type = "";
        String reason = "";
        String cause = "";
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("type") && value == JsonToken.VALUE_STRING) {
                type = ErrorText.kept(parser.getString());
            } else if (name.equals("reason") && value == JsonToken.VALUE_STRING) {
                reason = ErrorText.kept(parser.getString());
            } else if (name.equals("caused_by") && value == JsonToken.START_OBJECT && causes > 0) {
                cause = ErrorText.kept(error(parser, causes - 1).reason());
            } else {
                parser.skipChildren();
            }
        }
        return ItemStatus.of(0, type, reason.contains(cause) ? reason : reason + ": " + cause);
    }
}
