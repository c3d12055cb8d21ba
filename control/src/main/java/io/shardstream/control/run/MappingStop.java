package io.shardstream.control.run;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.RunStage;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stops a run for what came into the source's mapping. An operator who has paused the run hears of it when it
/// is to go on, and while the run is cut over production would wait for whoever lets it go on: then it is kept
/// for later.
final class MappingStop {
    private static final Logger LOG = LoggerFactory.getLogger(MappingStop.class);
    /// Longer than what is written to the control topic takes to come back.
    private static final Duration BETWEEN_STOPS = Duration.ofSeconds(5);
    /// Of what cannot be told yet. Each try is a change of the target's cluster state.
    private static final Duration BETWEEN_TRIES = Duration.ofMinutes(1);

    private Instant until = Instant.MIN;
    private String untold = "";

    private static boolean mayBeTold(ControllerEpoch term) {
        return !term.isPaused() && !(term.stage() instanceof RunStage.CuttingOver);
    }

    /// Whoever controlled the run since may have told it.
    void forget() {
        until = Instant.MIN;
        untold = "";
    }

    /// Whether nothing is carried for it at the moment.
    boolean holdsBack(Instant now, ControllerEpoch term) {
        boolean isUntold = !untold.isEmpty();
        if (isUntold && mayBeTold(term)) {
            untold = "";
            until = Instant.MIN;
        }
        return now.isBefore(until) || Stoppage.isSet(Blocked.MAPPING, term);
    }

    /// @param sentence what is the matter and what to do
    /// @param accepted what whoever lets the run go on accepts
    void begin(String sentence, CarriedMapping accepted, Instant now, ControllerEpoch term) {
        if (mayBeTold(term)) {
            until = now.plus(BETWEEN_STOPS);
            Stoppage.begin(
                    Blocked.MAPPING,
                    "the source's mapping was changed",
                    sentence,
                    Map.of(CarriedMapping.KEY, accepted.encode()),
                    term);
            return;
        }
        if (!sentence.equals(untold)) {
            LOG.warn("{}", sentence);
        }
        untold = sentence;
        until = now.plus(BETWEEN_TRIES);
    }

    /// Whether the run is to be stopped as soon as it is neither paused nor cut over.
    boolean isUntold() {
        return !untold.isEmpty();
    }

    /// Why nothing is carried, as a part of a sentence.
    String why() {
        return untold.isEmpty() ? "the run is stopped for it" : untold;
    }
}
