package io.shardstream.control.event;

import io.shardstream.common.record.Event;
import io.shardstream.common.record.Event.Kind;
import io.shardstream.control.view.RunView;
import io.shardstream.control.view.Standing;
import java.util.List;
import java.util.stream.Stream;

/// The run enters another phase. A pause and a block hide the phase that a run is in, and are told by themselves.
final class PhaseChanges implements Happenings {
    private static final List<String> HIDING = List.of(Standing.BLOCKED, Standing.PAUSED);

    /// Empty until a phase was seen.
    private String entered = "";

    @Override
    public Stream<Event> between(RunView before, RunView now) {
        String phase = now.standing().phase();
        if (HIDING.contains(phase) || phase.equals(entered)) {
            return Stream.empty();
        }
        boolean isFirst = entered.isEmpty();
        entered = phase;
        String sentence =
                "the run is " + phase + Happenings.because(now.standing().why());
        return isFirst ? Stream.empty() : Stream.of(new Event(now.at(), Kind.PHASE, sentence));
    }
}
