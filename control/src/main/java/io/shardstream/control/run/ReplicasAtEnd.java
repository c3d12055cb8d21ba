package io.shardstream.control.run;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.GivenReplicas;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.log.About;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Gives a target that is filled the replicas that it is to have at the end, where the run file says that it
/// had fewer until then. Its cluster builds them; a cut-over waits for that, the end of a copy does not. What
/// is to be done is told by the run file and the index, and that it was done by the control topic, so whoever
/// controls the run next does it if it was not done. Replicas are never taken away.
final class ReplicasAtEnd {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicasAtEnd.class);
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(10);
    private static final int MOST_REFUSALS = 6;
    private static final int NOT_FOUND = 404;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final TargetReplicas wish;
    private final String index;
    private final Look source;
    private final Look target;
    private final Change change;
    private final InstantSource clock;
    private Instant next = Instant.MIN;
    private boolean isDone;
    private boolean isTold;
    private String failure = "";
    private int refusals;
    private int absences;

    /// Gives an index's settings by full name, with defaults.
    @FunctionalInterface
    interface Look {
        Map<String, String> settings() throws ElasticException;
    }

    /// Sets the target's number of replicas.
    @FunctionalInterface
    interface Change {
        /// @throws ElasticException also if the cluster does not say that it was done
        void set(int replicas) throws ElasticException;
    }

    /// @param index the target's name
    ReplicasAtEnd(TargetReplicas wish, String index, Look source, Look target, Change change, InstantSource clock) {
        this.wish = wish;
        this.index = index;
        this.source = source;
        this.target = target;
        this.change = change;
        this.clock = clock;
        this.isDone = !wish.areBuiltLater();
    }

    /// What was refused before, and how often, says nothing about now.
    void begin() {
        isDone = !wish.areBuiltLater();
        next = Instant.MIN;
        failure = "";
        refusals = 0;
        absences = 0;
    }

    /// Those of a run.
    ///
    /// @param wish what the run file says
    static ReplicasAtEnd of(
            RunPlan plan, TargetReplicas wish, ElasticCluster source, ElasticCluster target, InstantSource clock) {
        return new ReplicasAtEnd(
                wish,
                plan.targetIndex(),
                () -> new IndexCatalog(source).effectiveSettings(plan.sourceIndex()),
                () -> new IndexCatalog(target).effectiveSettings(plan.targetIndex()),
                replicas -> set(target, plan.targetIndex(), replicas),
                clock);
    }

    private static void set(ElasticCluster target, String index, int replicas) throws ElasticException {
        byte[] body = MAPPER.writeValueAsBytes(Map.of(TargetReplicas.SETTING, replicas));
        boolean isAcknowledged = target.send(Call.put("/" + Call.encoded(index) + "/_settings", Bytes.of(body)))
                .orThrow()
                .json()
                .path("acknowledged")
                .asBoolean(false);
        if (!isAcknowledged) {
            throw new ElasticException.Malformed(
                    "The " + target.name() + " does not acknowledge that '" + index + "' gets other replicas");
        }
    }

    /// For a run that follows its source: once, and when that fails again after a pause. Whoever changes the
    /// number after that is left alone, also by the next controller; a cut-over looks at it.
    void giveIfDue(ControllerEpoch term) {
        if (isDone || term.isPaused() || areAwaited()) {
            return;
        }
        if (term.read(GivenReplicas.KEY, GivenReplicas::decode).isPresent()) {
            isDone = true;
            return;
        }
        try {
            give();
            term.write(GivenReplicas.KEY, new GivenReplicas(term.clock().instant()).encode());
            isDone = true;
        } catch (ElasticException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(failure)) {
                LOG.warn("The target lacks replicas, which it is given later: {}", why);
            }
            failure = why;
        }
    }

    /// Whether the target has just refused them, or could not be asked: neither is asked of again at once.
    boolean areAwaited() {
        return clock.instant().isBefore(next);
    }

    /// Where the run file does not say that there are fewer until now, a target that has fewer is only told
    /// of: the run file with which it was made may have said so.
    ///
    /// @throws ElasticException if it could not be done, or is not known
    void give() throws ElasticException {
        if (!wish.areBuiltLater()) {
            tell();
            return;
        }
        next = clock.instant().plus(BETWEEN_TRIES);
        build(missing());
        next = Instant.MIN;
    }

    private void build(OptionalInt missing) throws ElasticException {
        if (missing.isPresent()) {
            change.set(missing.getAsInt());
            About.index(index)
                    .in(LOG.atInfo())
                    .log(
                            "Target index {} is filled, and its cluster builds {} of each shard now",
                            index,
                            copies(missing));
        }
    }

    /// A source that was deleted since says nothing, and nobody else knows how many it had.
    private OptionalInt missing() throws ElasticException {
        Map<String, String> has = target.settings();
        if (wish.atEnd().isPresent()) {
            return wish.missing(has, Map.of());
        }
        try {
            return wish.missing(has, source.settings());
        } catch (ElasticException.Refused e) {
            // A node that has just started knows of no index.
            if (e.status() != NOT_FOUND || ++absences < MOST_REFUSALS) {
                throw e;
            }
            About.index(index)
                    .in(LOG.atWarn())
                    .log(
                            "The source is gone, so how many replicas '{}' is to have is not known, and it keeps {}:"
                                    + " set index.number_of_replicas before production uses it",
                            index,
                            has.getOrDefault(TargetReplicas.SETTING, "those that it has"));
            return OptionalInt.empty();
        }
    }

    /// The same at the end of a copy, which does not end without it.
    ///
    /// @throws BlockedException when the target has refused it for a minute: who waits for the end must know
    ///     why it does not come
    void giveAtEnd() throws ElasticException {
        if (!wish.areBuiltLater()) {
            tell();
            return;
        }
        next = clock.instant().plus(BETWEEN_TRIES);
        OptionalInt missing = missing();
        try {
            build(missing);
        } catch (ElasticException e) {
            refusals = e instanceof ElasticException.Refused refused && !refused.isOfTheMoment() ? refusals + 1 : 0;
            if (refusals >= MOST_REFUSALS) {
                throw new BlockedException("The copy is complete, but the target refuses the replicas that it is to"
                        + " have: " + e.inSentence() + ". Mend that, or set index.number_of_replicas of '" + index
                        + "' by hand, and start again.");
            }
            throw e;
        }
        refusals = 0;
        next = Instant.MIN;
    }

    private void tell() {
        try {
            OptionalInt missing = wish.missing(target.settings(), source.settings());
            if (missing.isPresent() && !isTold) {
                isTold = true;
                About.index(index)
                        .in(LOG.atWarn())
                        .log(
                                "Target index {} has fewer than {} of each shard: set index.number_of_replicas before production uses it",
                                index,
                                copies(missing));
            }
        } catch (ElasticException e) {
            LOG.debug("How many replicas the target has is not known", e);
        }
    }

    private static String copies(OptionalInt replicas) {
        return NumberText.of(replicas.getAsInt(), "replica");
    }
}
