package io.shardstream.common.contract.record;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/// What a command wants of the run's controller, under the key [#KEY] of the control topic: the latest wish
/// counts. The controller tells its steps ([Step]) and in the end its [Answer].
///
/// @param id names the request, unique in its run
/// @param kind what is wanted
/// @param options further wishes by name, such as `force`
/// @param at when, to the millisecond
public record Request(String id, Kind kind, Map<String, String> options, Instant at) {
    /// The record's key in the control topic.
    public static final String KEY = "request";

    private static final int FORMAT = 1;

    public Request {
        options = Map.copyOf(options);
    }

    /// What can be wanted.
    public enum Kind {
        /// Production is to be switched to the target.
        CUTOVER,
        /// The cut-over under way is to end, and the run to go on; or the run is to be given up.
        ABORT,
        /// Production is to be switched back to the source.
        ROLLBACK,
        /// The way back is to be given up.
        RELEASE;

        /// The command's name.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public boolean has(String option) {
        return options.containsKey(option);
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT)
                .put("id", id)
                .put("kind", kind.label())
                .put("at_ms", at.toEpochMilli());
        ObjectNode all = object.putObject("options");
        new TreeMap<>(options).forEach(all::put);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static Request decode(byte[] value) {
        return StrictObject.decode(
                "request",
                FORMAT,
                value,
                object -> new Request(
                        object.textOf("id"),
                        kindOf(object.textOf("kind")),
                        object.textsOf("options"),
                        Instant.ofEpochMilli(object.longOf("at_ms"))));
    }

    private static Kind kindOf(String label) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new UnknownRecordException("request: kind is not known: " + label));
    }
}
