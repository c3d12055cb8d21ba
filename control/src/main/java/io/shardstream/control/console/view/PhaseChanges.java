package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.Event.Kind;
import java.util.List;
import java.util.stream.Stream;

/// The run enters another phase. A pause and a block hide the phase that a run is in, and are told by
/// themselves.
final class PhaseChanges implements EventDetector {
    private static final List<String> HIDING = List.of(ControlTopicView.BLOCKED, ControlTopicView.PAUSED);

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
                "the run is " + phase + EventDetector.because(now.standing().why());
        return isFirst ? Stream.empty() : Stream.of(new Event(now.at(), Kind.PHASE, sentence));
    }
}
