package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.target.TombstoneAge;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives the target the settings back that it had before the run, and lets it take new fields as the source
/// does.
public final class RunEnd {
    private static final Logger LOG = LoggerFactory.getLogger(RunEnd.class);

    private RunEnd() {}

    /// Each is tried for a minute at most, whatever has become of the other: production waits for neither.
    ///
    /// @return what was not put back, as sentences behind a space; empty if all was
    public static String putBack(CutoverContext around, ControllerEpoch term, Sides sides, Steps steps)
            throws Exception {
        String target = "'" + sides.targetIndex() + "'";
        return unlessPut(
                        steps,
                        "put the target's settings back",
                        "The " + TombstoneAge.SETTING + " that " + target + " had before the run, "
                                + Objects.requireNonNullElse(original(term), "null (the server's default)")
                                + ", could not be put back",
                        () -> putSettingsBack(term, sides))
                + unlessPut(
                        steps,
                        "let the target take new fields as the source does",
                        "The mapping of " + target + " could not be given the source's word for 'dynamic'",
                        () -> open(around, term, sides));
    }

    private static String unlessPut(Steps steps, String step, String what, Sides.Change change) throws Exception {
        Steps.Asked<Boolean> asked = steps.soon(() -> steps.take(step, () -> {
            change.make();
            return Optional.of(new Steps.Taken<>(true, ""));
        }));
        return asked.answer().isPresent()
                ? ""
                : " " + what + " (" + asked.why() + "): do that when the target takes it.";
    }

    /// What somebody has set since the run raised it stays.
    public static void putSettingsBack(ControllerEpoch term, Sides sides) throws ElasticException {
        String original = original(term);
        sides.unlessTargetGone(() -> {
            if (ownTombstoneAge(sides).isEmpty()) {
                sides.set(TombstoneAge.SETTING, original);
            }
        });
    }

    private static @Nullable String original(ControllerEpoch term) {
        return term.read(TargetOriginals.KEY, TargetOriginals::decode)
                .map(TargetOriginals::gcDeletes)
                .orElse(null);
    }

    /// What somebody has set while the run worked; empty if it is as the run has raised it, or not set.
    public static Optional<String> ownTombstoneAge(Sides sides) throws ElasticException {
        return Optional.ofNullable(sides.target()
                        .definition(sides.targetIndex())
                        .settings()
                        .set()
                        .get(TombstoneAge.SETTING))
                .filter(value -> !TombstoneAge.isOfRun(value));
    }

    public static void open(CutoverContext around, ControllerEpoch term, Sides sides) throws ElasticException {
        sides.unlessTargetGone(() -> around.mapping().open(term));
    }

    /// The same when the control topic says that the run has ended: a process that was started in that moment
    /// may have changed them again before it could read so.
    public static void putBackAgain(CutoverContext around, ControllerEpoch term, Sides sides) {
        again(() -> putSettingsBack(term, sides));
        again(() -> open(around, term, sides));
    }

    private static void again(Sides.Change change) {
        try {
            change.make();
        } catch (ElasticException e) {
            LOG.debug("The target's settings were put back before, and could not be once more", e);
        }
    }
}
