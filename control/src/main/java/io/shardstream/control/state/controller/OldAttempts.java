package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.BlockedException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Cut-overs that were tried and have changed nothing, dry runs among them: every process keeps their steps
/// in memory, and a script may ask for one every few minutes, for months.
final class OldAttempts {
    /// So many are forgotten with one answer.
    private static final int AT_ONCE = 20;

    private OldAttempts() {}

    /// What takes the records of the oldest ones away. Those by which the run knows where production is stay:
    /// of the cut-over that it was last in, and of the one that was signed off.
    ///
    /// @param said what the control topic says
    static Map<String, byte @Nullable []> forgotten(ControlRecords said) {
        try {
            return ofReadable(said);
        } catch (BlockedException e) {
            // An answer does not wait for a record that nobody can read.
            return new HashMap<>();
        }
    }

    private static Map<String, byte @Nullable []> ofReadable(ControlRecords said) {
        Set<String> needed = new HashSet<>();
        said.of(CutoverNotes.KEY, CutoverNotes::decode)
                .ifPresent(notes -> needed.add(notes.request().id()));
        said.of(SignedOff.KEY, SignedOff::decode).ifPresent(signed -> needed.add(signed.request()));
        said.request().ifPresent(request -> needed.add(request.id()));
        List<String> old = said.all(Answer.key(Request.Kind.CUTOVER.label()), Answer::decode).stream()
                .sorted(Comparator.comparing(Answer::at).reversed())
                .map(Answer::request)
                .filter(request -> !needed.contains(request))
                .skip(ControllerEpoch.KEPT_ATTEMPTS)
                .toList();
        Map<String, byte @Nullable []> gone = new HashMap<>();
        old.reversed().stream().limit(AT_ONCE).forEach(request -> {
            gone.put(Answer.key(request), null);
            said.all(Step.keyPrefix(request), Step::decode).forEach(step -> gone.put(step.key(), null));
        });
        return gone;
    }
}
