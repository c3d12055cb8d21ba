package io.shardstream.cli.run;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.run.plan.Prepared;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Prepares a run again where an answer was cut off, was no JSON, or did not come: a proxy that is started anew, or a
/// node, is no reason to end a process. A preparation may be repeated, whatever it has made before.
final class PatientPreparation {
    private static final Logger LOG = LoggerFactory.getLogger(PatientPreparation.class);
    private static final int TRIES = 4;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(2);

    private PatientPreparation() {}

    /// One preparation.
    @FunctionalInterface
    interface Attempt {
        Prepared prepare() throws ElasticException;
    }

    /// @param stopped waits for that long, and says whether the process is to stop
    /// @return empty if the process is to stop
    /// @throws ElasticException if it fails for another reason, or failed four times
    static Optional<Prepared> of(Attempt attempt, Predicate<Duration> stopped) throws ElasticException {
        for (int tries = 1; ; tries++) {
            try {
                return Optional.of(attempt.prepare());
            } catch (ElasticException.Malformed | ElasticException.Unreachable e) {
                if (tries == TRIES || !mayPassSoon(e)) {
                    throw e;
                }
                LOG.warn("{}; the preparation of the run begins anew, {} of {} times", e.sentence(), tries, TRIES - 1);
                if (stopped.test(BETWEEN_TRIES)) {
                    return Optional.empty();
                }
            }
        }
    }

    /// A server that has been silent for as long as the run file allows was waited for.
    private static boolean mayPassSoon(ElasticException failure) {
        return !failure.isOfAccess() && !(failure instanceof ElasticException.Unreachable silent && silent.isLate());
    }
}
