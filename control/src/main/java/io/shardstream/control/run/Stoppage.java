package io.shardstream.control.run;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A run that waits for a person, and no process of it: it is paused, says why, and has written down what is
/// accepted by letting it go on, all in one write.
final class Stoppage {
    private static final Logger LOG = LoggerFactory.getLogger(Stoppage.class);

    private Stoppage() {}

    /// Whether the run is stopped for this.
    ///
    /// @param part as [Blocked] names it
    static boolean isSet(String part, ControllerEpoch term) {
        return reason(part, term).isPresent();
    }

    /// What the run is stopped for, in the words that were said; empty if it is not stopped for this.
    ///
    /// @param part as [Blocked] names it
    static Optional<String> reason(String part, ControllerEpoch term) {
        return term.known().blocked().stream()
                .filter(blocked -> blocked.part().equals(part))
                .map(Blocked::reason)
                .findFirst();
    }

    /// Whether what this controller wrote under the key has come back: before that it is not known whether
    /// the run is stopped.
    static <T> boolean isKnown(String key, Function<byte[], T> decode, ControllerEpoch term) {
        return term.read(key, decode).equals(term.known().of(key, decode));
    }

    /// @param part as [Blocked] names it
    /// @param pause the reason for the pause in a few words
    /// @param sentence what is the matter and what to do
    /// @param accepted what whoever lets the run go on accepts
    static void begin(
            String part, String pause, String sentence, Map<String, byte @Nullable []> accepted, ControllerEpoch term) {
        Instant now = term.clock().instant();
        Map<String, byte @Nullable []> records = new HashMap<>(accepted);
        records.put(Pause.KEY, new Pause(pause, now).encode());
        records.put(Blocked.key(part), new Blocked(part, sentence, now).encode());
        term.write(records);
        LOG.warn("The run is stopped: {}", sentence);
    }
}
