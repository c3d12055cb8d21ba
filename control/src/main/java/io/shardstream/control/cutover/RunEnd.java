package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.TargetOriginals;
import io.shardstream.control.controller.Term;
import io.shardstream.control.target.TombstoneAge;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives the target the settings back that it had before the run, and lets it take new fields as the source does.
final class RunEnd {
    private static final Logger LOG = LoggerFactory.getLogger(RunEnd.class);

    private RunEnd() {}

    static void putBack(Around around, Term term, Sides sides) throws ElasticException {
        putSettingsBack(term, sides);
        open(around, term, sides);
    }

    /// What somebody has set since the run raised it stays.
    static void putSettingsBack(Term term, Sides sides) throws ElasticException {
        String original = term.read(TargetOriginals.KEY, TargetOriginals::decode)
                .map(TargetOriginals::gcDeletes)
                .orElse(null);
        sides.unlessTargetGone(() -> {
            if (ownTombstoneAge(sides).isEmpty()) {
                sides.set(TombstoneAge.SETTING, original);
            }
        });
    }

    /// What somebody has set while the run worked; empty if it is as the run has raised it, or not set.
    static Optional<String> ownTombstoneAge(Sides sides) throws ElasticException {
        return Optional.ofNullable(sides.target()
                        .definition(sides.targetIndex())
                        .settings()
                        .set()
                        .get(TombstoneAge.SETTING))
                .filter(value -> !TombstoneAge.isOfRun(value));
    }

    static void open(Around around, Term term, Sides sides) throws ElasticException {
        sides.unlessTargetGone(() -> around.mapping().open(term));
    }

    /// The same when the control topic says that the run has ended: a process that was started in that moment may have
    /// changed them again before it could read so.
    static void putBackAgain(Around around, Term term, Sides sides) {
        try {
            putBack(around, term, sides);
        } catch (ElasticException e) {
            LOG.debug("The target's settings were put back before, and could not be once more", e);
        }
    }
}
