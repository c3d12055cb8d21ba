package io.shardstream.control.preflight;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.source.SourceWrites;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;

/// Looks whether clients write to the source, where the run file does not say `follow`: once at the beginning
/// of the survey, and once at its end.
final class WritesSurvey {
    private static final String WHETHER = "whether the source is being written to";

    private final FindingList findings;
    private final Optional<SourceWrites> writes;

    /// The first look.
    ///
    /// @param saidFollow as the run file says it
    /// @param index the source; empty if there is none
    WritesSurvey(ElasticCluster source, Optional<Boolean> saidFollow, Optional<SourceFacts> index, FindingList findings)
            throws ElasticException.Unreachable {
        this.findings = findings;
        this.writes = index.isEmpty() || saidFollow.isPresent() ? Optional.empty() : look(source, index.get());
    }

    private Optional<SourceWrites> look(ElasticCluster source, SourceFacts index) throws ElasticException.Unreachable {
        try {
            return findings.ask(
                    FindingCode.SOURCE_WRITES_UNKNOWN,
                    WHETHER,
                    () -> SourceWrites.whereNotSaid(Optional.empty(), source, index.index()));
        } catch (RunRefusedException e) {
            // It is among the findings already: what of the source is settled was asked in the same way.
            return Optional.empty();
        }
    }

    /// The second look.
    void lookAgain() throws ElasticException.Unreachable {
        if (writes.isPresent()) {
            findings.check(
                    FindingCode.FOLLOW_NOT_SAID, FindingCode.SOURCE_WRITES_UNKNOWN, WHETHER, () -> judge(writes.get()));
        }
    }

    private void judge(SourceWrites seen) throws ElasticException {
        seen.requireSaid();
        long unflushed = seen.unflushed();
        if (unflushed > 0) {
            findings.add(Finding.notes(
                    FindingCode.SOURCE_WRITTEN_LATELY,
                    "Nobody has written to the source while it was looked at, but somebody did shortly before: it has "
                            + NumberText.of(unflushed, "operation") + " that it has not flushed.",
                    "If it is written to now and then, write follow: true to go on with that until a cut-over, or"
                            + " follow: false to copy what is in the index at the start, without documents that are"
                            + " changed before they are read."));
        }
    }
}
