package io.shardstream.common.contract.record;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// By which keys of its run file the process that controls the run does what the plan says nothing of, under
/// the key [#KEY] of the control topic: commands and other controllers may have another run file.
///
/// A version that does not know it goes by its own run file, as it always did: so it needs no format of the
/// run.
///
/// @param values by the key of the run file what it says; a key that it leaves out is not there
public record RunFileKeys(Map<String, String> values) {
    /// The record's key in the control topic.
    public static final String KEY = "run-file-keys";
    /// Whether refreshes of the source may be asked for.
    public static final String REFRESH = "source.refresh";

    private static final int FORMAT = 1;

    public RunFileKeys {
        values = Map.copyOf(values);
    }

    /// Whether a process may refresh the source whose run file says so itself.
    ///
    /// @param noted by the process that controls the run
    public static boolean mayRefreshSource(Optional<RunFileKeys> noted, boolean byOwnFile) {
        return byOwnFile
                && noted.map(keys -> keys.values.get(REFRESH))
                        .filter(said -> said.equals("false"))
                        .isEmpty();
    }

    /// What another run file says otherwise, such as `docs.trim (written, before: never)`; empty where it
    /// says the same.
    ///
    /// @param before what was noted by the process that controlled the run before
    public String changedSince(RunFileKeys before) {
        TreeSet<String> keys = new TreeSet<>(values.keySet());
        keys.addAll(before.values.keySet());
        return keys.stream()
                .filter(key -> !Objects.equals(values.get(key), before.values.get(key)))
                .map(key -> key + " (" + values.getOrDefault(key, "not said") + ", before: "
                        + before.values.getOrDefault(key, "not said") + ")")
                .collect(Collectors.joining(", "));
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT);
        ObjectNode keys = object.putObject("keys");
        new TreeMap<>(values).forEach(keys::put);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static RunFileKeys decode(byte[] value) {
        return StrictObject.decode(
                "keys of the run file", FORMAT, value, object -> new RunFileKeys(object.textsOf("keys")));
    }
}
