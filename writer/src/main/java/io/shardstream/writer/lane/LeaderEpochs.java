package io.shardstream.writer.lane;

import java.util.ArrayDeque;
import java.util.Optional;

/// Which leader wrote the records of a lane, remembered as long as it may be needed for a commit: the
/// broker can tell by it that a log was cut and written anew.
final class LeaderEpochs {
    private final ArrayDeque<Start> starts = new ArrayDeque<>();

    private record Start(long offset, int epoch) {}

    /// Notes the epoch of a record; offsets only rise.
    void add(long offset, Optional<Integer> epoch) {
        if (epoch.isPresent() && (starts.isEmpty() || starts.peekLast().epoch() != epoch.get())) {
            starts.addLast(new Start(offset, epoch.get()));
        }
    }

    /// The epoch of the last record before the offset, as a commit of that offset should say; never
    /// asked for a lower offset afterwards.
    Optional<Integer> before(long offset) {
        Optional<Integer> epoch = Optional.empty();
        while (!starts.isEmpty() && starts.peekFirst().offset() < offset) {
            Start start = starts.removeFirst();
            epoch = Optional.of(start.epoch());
            if (starts.isEmpty() || starts.peekFirst().offset() >= offset) {
                starts.addFirst(start);
                break;
            }
        }
        return epoch;
    }
}
