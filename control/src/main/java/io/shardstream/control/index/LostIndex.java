package io.shardstream.control.index;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Locale;

/// What has become of an index that a run was planned with.
///
/// @param what has become of it, a sentence without its full stop
/// @param step the one thing to do about it, in lower case and without a full stop
public record LostIndex(FindingCode code, String what, String step) {
    public String sentence() {
        return what + ": " + step + ".";
    }

    public Finding finding() {
        return Finding.blocks(
                code, what + ".", step.substring(0, 1).toUpperCase(Locale.ROOT) + step.substring(1) + ".");
    }

    /// Why a run does not go on.
    public RunRefusedException refusal() {
        return new RunRefusedException(sentence());
    }
}
