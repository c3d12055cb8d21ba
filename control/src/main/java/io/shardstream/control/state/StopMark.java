package io.shardstream.control.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.kafka.ControlRecords;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A short text for what stops a run until somebody lets it go on: its pause, and what it is blocked for that
/// is no process. It is another text when something is paused or blocked anew for another reason, so that
/// whoever lets the run go on can say what they have seen.
public final class StopMark {
    private StopMark() {}

    /// @return empty if nothing stops it that somebody could take back
    public static Optional<String> of(ControlRecords said) {
        return of(said.pause(), said.blocked());
    }

    /// @param blocked what a person must look at; what is noted anew for the same reason is the same
    public static Optional<String> of(Optional<Pause> pause, List<Blocked> blocked) {
        String stops = Stream.concat(
                        pause.map(one -> "pause\0" + one.since() + "\0" + one.reason()).stream(),
                        blocked.stream()
                                .filter(one -> !one.isOfProcess())
                                .map(one -> one.part() + "\0" + one.reason())
                                .sorted())
                .collect(Collectors.joining("\0"));
        return stops.isEmpty()
                ? Optional.empty()
                : Optional.of(UUID.nameUUIDFromBytes(stops.getBytes(UTF_8)).toString());
    }
}
