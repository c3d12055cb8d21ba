package io.shardstream.control.run;

import io.shardstream.common.contract.record.MissingOfStart;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.TrimmedLanes;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.state.OvertakenDocuments;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.ControllerWork;
import io.shardstream.control.state.controller.RunStage;
import io.shardstream.control.state.lanes.Trimming;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the controller of a run does: notices that the backfill is done, and then ends the run or lets it
/// follow the source; and carries out what commands ask for.
final class RunWork implements ControllerWork {
    private static final Logger LOG = LoggerFactory.getLogger(RunWork.class);

    static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final boolean follow;
    private final Supplier<RunState> states;
    private final Ending ending;
    private final RejectLimit rejects;
    private final MappingCarrier mapping;
    private final TargetWatch target;
    private final Consumer<ControllerEpoch> aliases;
    private final AdoptedTarget adopted;
    private final ReplicasAtEnd replicas;
    private final Sweeping sweeping;
    private final Trimming trimming;
    private final ControllerWork switching;
    private Completion completion = new Completion();
    private Instant nextLook = Instant.MIN;
    private Optional<Instant> verified = Optional.empty();

    /// Ends a complete copy.
    interface Ending {
        /// Nothing counts that was seen of the target before.
        void begin();

        /// Whether nothing speaks against it. Changes nothing, so that it may be asked again and again.
        ///
        /// @param state by which the copy is complete
        /// @return false if it must be asked again, as source or target cannot be asked now
        boolean isReady(RunState state);

        /// How many documents of the source's start the copy lacks at least, as was found when it was ready.
        long overtaken();

        /// Done before the control topic says that the run has ended, so that it is done again if this process is
        /// killed in between.
        ///
        /// @return false if it must be tried again, as the target cannot be asked now
        boolean end();

        /// Done when the control topic says so.
        void ended();
    }

    /// @param follow whether the run goes on with what is written when the backfill is done
    /// @param ending ends a complete copy
    /// @param rejects stops the run when there are too many
    /// @param mapping carries the source's mapping to the target
    /// @param target stops the run when somebody changes it
    /// @param aliases notes those of the source, now and then
    /// @param adopted compares a target that another run has filled
    /// @param replicas gives the target those that it is to have when it is filled
    /// @param sweeping removes from the target what was deleted in the source, while the run follows it
    /// @param trimming takes away what the docs topic need not hold any more
    /// @param switching carries requests out
    RunWork(
            boolean follow,
            Supplier<RunState> states,
            Ending ending,
            RejectLimit rejects,
            MappingCarrier mapping,
            TargetWatch target,
            Consumer<ControllerEpoch> aliases,
            AdoptedTarget adopted,
            ReplicasAtEnd replicas,
            Sweeping sweeping,
            Trimming trimming,
            ControllerWork switching) {
        this.follow = follow;
        this.states = states;
        this.ending = ending;
        this.rejects = rejects;
        this.mapping = mapping;
        this.target = target;
        this.aliases = aliases;
        this.adopted = adopted;
        this.replicas = replicas;
        this.sweeping = sweeping;
        this.trimming = trimming;
        this.switching = switching;
    }

    @Override
    public void begin() {
        nextLook = Instant.MIN;
        verified = Optional.empty();
        completion = new Completion();
        ending.begin();
        mapping.begin();
        replicas.begin();
        sweeping.forget();
        switching.begin();
    }

    @Override
    public void goOn(ControllerEpoch term) throws Exception {
        Instant now = term.clock().instant();
        if (now.isBefore(nextLook)) {
            return;
        }
        nextLook = now.plus(BETWEEN_LOOKS);
        switch (term.stage()) {
            case RunStage.Backfill backfill -> {
                RunState state = states.get();
                boolean isReached = completion.reachedBy(state);
                if (rejects.holds(state, term)
                        && isReached
                        && mapping.tellsOwnFromOthers(term)
                        && target.holds(term)
                        && mapping.holdsAfterFullLook(term)
                        && adopted.isEqual(term)) {
                    end(backfill, state, term);
                } else {
                    look(term);
                    trim(term);
                }
            }
            case RunStage.CatchingUp _ -> {
                switching.goOn(term);
                look(term);
                replicas.giveIfDue(term);
                lookAtVerification(term);
                boolean maySweep = !rejects.isDue(now) || rejects.holds(states.get(), term);
                if (term.isPaused()) {
                    // The target may be put back to an older state before it goes on.
                    sweeping.forget();
                } else if (maySweep) {
                    sweeping.sweepIfDue(() -> duringSweep(term));
                }
                trim(term);
            }
            case RunStage.CuttingOver _ -> switching.goOn(term);
            case RunStage.Completed _, RunStage.Aborted _, RunStage.Failed _ -> {}
        }
    }

    /// What is not left undone while a sweep lasts, once a second.
    private void duringSweep(ControllerEpoch term) {
        Instant now = term.clock().instant();
        if (now.isBefore(nextLook)) {
            return;
        }
        nextLook = now.plus(BETWEEN_LOOKS);
        term.request().ifPresent(request -> {
            throw new SweepEndedException("'" + request.kind().label() + "' was asked for");
        });
        look(term);
        if (rejects.isDue(now)) {
            lookAtRejects(term);
        }
        if (term.isPaused()) {
            throw new SweepEndedException("the run is paused");
        }
        trim(term);
    }

    /// A slow answer of Kafka is no reason to begin a sweep anew: the next look counts them, too.
    private void lookAtRejects(ControllerEpoch term) {
        RunState state;
        try {
            state = states.get();
        } catch (RetriableException e) {
            LOG.info("Rejects are counted later, while the sweep goes on: Kafka: {}", e.getMessage());
            return;
        }
        boolean _ = rejects.holds(state, term);
    }

    /// At the target first: right behind what was carried it is not known yet whether the run is stopped.
    private void look(ControllerEpoch term) {
        target.lookIfDue(term);
        mapping.lookIfDue(term);
        aliases.accept(term);
    }

    /// A verification promises that the next sweep deletes what it has found, and may have published
    /// documents again.
    private void lookAtVerification(ControllerEpoch term) {
        Optional<Instant> last = term.read(Verified.KEY, Verified::decode).map(Verified::ended);
        if (!last.equals(verified)) {
            verified = last;
            sweeping.skipNothing();
        }
    }

    private void trim(ControllerEpoch term) {
        // What another docs topic held says nothing about this one's offsets.
        String docsTopicId = term.plan().docsTopicId();
        trimming.trimIfDue(
                () -> term.read(Verified.KEY, Verified::decode)
                        .filter(verified -> verified.docsTopicId().equals(docsTopicId)),
                (first, offsets) -> note(new TrimmedLanes(docsTopicId, first, offsets), term));
    }

    private static void note(TrimmedLanes trimmed, ControllerEpoch term) {
        String key = TrimmedLanes.key(trimmed.first());
        Optional<TrimmedLanes> known = term.read(key, TrimmedLanes::decode)
                .filter(before -> before.docsTopicId().equals(trimmed.docsTopicId()));
        TrimmedLanes now = known.map(trimmed::with).orElse(trimmed);
        if (!known.equals(Optional.of(now))) {
            term.write(key, now.encode());
        }
    }

    private void end(RunStage.Backfill backfill, RunState state, ControllerEpoch term) {
        if (follow) {
            term.enter(backfill.caughtUp());
        } else if (ending.isReady(state) && isOpen(term) && ending.end()) {
            term.enter(backfill.complete(), lacking());
            ending.ended();
            // A call of a controller that was deposed may have arrived since.
            boolean _ = isOpen(term);
        }
    }

    private Map<String, byte @Nullable []> lacking() {
        Map<String, byte @Nullable []> records = new HashMap<>();
        long overtaken = ending.overtaken();
        OvertakenDocuments.sentence(overtaken).ifPresent(sentence -> {
            LOG.warn("{}", sentence);
            records.put(MissingOfStart.KEY, new MissingOfStart(overtaken).encode());
        });
        return records;
    }

    /// Whether the target takes new fields as the source does.
    private boolean isOpen(ControllerEpoch term) {
        try {
            mapping.open(term);
            return true;
        } catch (ElasticException e) {
            LOG.warn("The copy is complete, but it cannot be ended yet: {}", e.getMessage());
            return false;
        }
    }

    @Override
    public void carryOut(Request request, ControllerEpoch term) throws Exception {
        switching.carryOut(request, term);
    }
}
