package io.shardstream.control.run.reread;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.DeposedException;
import io.shardstream.control.state.controller.Journal;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// Lets a run go on whose lanes have lost records: everything is read again, into topics of another
/// generation. What the target holds stays, and is written again only where it is older or missing; what the
/// source has deleted is found by the next sweep.
///
/// One write to the control topic decides, made as the run's controller, so that none of before can write
/// there after it. Killed before that write, it has left empty topics, which the next attempt takes; killed
/// after it, a docs topic that nobody needs, which the next attempt deletes. Whoever still works by the plan
/// as it was reads and writes topics that no one else looks at, and finds out
/// ([io.shardstream.common.loop.PlanChangedException]).
public final class ReadAgain {
    private static final int TRIES = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final String run;
    private final LaneTopics topics;
    private final Supplier<Journal> journals;
    private final String who;
    private final InstantSource clock;
    private final Sleeper sleeper;

    /// @param run its name
    /// @param journals of the control topic, for whoever works with the topics as they are
    /// @param who this process, as people know it
    public ReadAgain(
            String run,
            LaneTopics topics,
            Supplier<Journal> journals,
            String who,
            InstantSource clock,
            Sleeper sleeper) {
        this.run = run;
        this.topics = topics;
        this.journals = journals;
        this.who = who;
        this.clock = clock;
        this.sleeper = sleeper;
    }

    /// What came of it.
    ///
    /// @param plan the run's plan now
    /// @param isNew whether everything is read again from now on; false if only an earlier attempt was finished
    public record Begun(RunPlan plan, boolean isNew) {}

    /// Says what is missing, and changes nothing.
    ///
    /// @param records those of a run that was prepared
    public List<String> lost(ControlRecords records) {
        return topics.lost(records.plan().orElseThrow());
    }

    /// Asked before anything is changed that cannot be taken back.
    @FunctionalInterface
    public interface Permission {
        /// @throws RunRefusedException if docs topics must not be deleted
        void require();
    }

    /// Has everything read again.
    ///
    /// @param records those of a run that was prepared
    /// @param permission to delete the docs topic, and those of earlier generations that an attempt has left:
    ///     the source may have lost documents since that one was allowed to delete them
    /// @param complaints told what could not be tidied up
    /// @throws RunRefusedException if the run is cutting over or has ended, or its topics cannot be made
    /// @throws io.shardstream.common.loop.PlanChangedException if another process has done the same
    public Begun begin(ControlRecords records, Permission permission, Consumer<String> complaints)
            throws InterruptedException {
        RunPlan plan = records.plan().orElseThrow();
        requireCopying(records);
        permission.require();
        List<LaneTopics.Earlier> left = topics.earlier(plan);
        left.forEach(one -> delete(one, complaints));
        // What is left says that this finishes an earlier attempt only while nobody has begun to read again: a topic
        // that could not be deleted is left for good, and the wish is a new one.
        if (!left.isEmpty() && topics.lost(plan).isEmpty() && topics.isUnread(plan)) {
            return new Begun(plan, false);
        }
        RunPlan next = plan.readAgain(topics.make(plan));
        topics.carryOver(plan, next);
        decide(next);
        awaitNoWriters(plan);
        topics.earlier(next).forEach(one -> delete(one, complaints));
        return new Begun(next, true);
    }

    private void requireCopying(ControlRecords records) {
        if (records.isIn(Phase.CUTTING_OVER)) {
            throw new RunRefusedException(
                    "Run " + run + " is cutting over: 'abort' ends that, and then everything can be" + " read again.");
        }
        records.openRequest().ifPresent(request -> {
            throw new RunRefusedException("'" + request.kind().label() + "' was asked for and is not done: see it"
                    + " through or 'abort' it before everything is read again.");
        });
        records.end(run).ifPresent(ended -> {
            throw new RunRefusedException(ended.getMessage() + ": nothing is read any more.");
        });
    }

    private void decide(RunPlan next) throws InterruptedException {
        for (int tries = 1; ; tries++) {
            try (Journal journal = journals.get()) {
                ControllerEpoch term = ControllerEpoch.begin(journal, who, clock);
                if (term.plan().generation() >= next.generation()) {
                    throw new PlanChangedException(run);
                }
                requireCopying(term.known());
                term.write(change(next, term.known()));
                return;
            } catch (DeposedException e) {
                // A controller at work has taken the run back between the two.
                if (tries == TRIES) {
                    throw e;
                }
            }
            sleeper.sleep(BETWEEN_LOOKS);
        }
    }

    /// Who is blocked by what was lost begins anew; rejects that were too many, and a target that was
    /// changed, are another matter.
    private static Map<String, byte @Nullable []> change(RunPlan next, ControlRecords known) {
        Map<String, byte @Nullable []> change = new HashMap<>();
        change.put(RunPlan.KEY, next.encode());
        change.put(Verified.KEY, null);
        known.blocked().stream()
                .filter(Blocked::isOfProcess)
                .forEach(blocked -> change.put(Blocked.key(blocked.part()), null));
        return change;
    }

    /// So that those at work find out by the control topic, and not by a topic that is gone. One that is
    /// frozen is not waited for.
    private void awaitNoWriters(RunPlan plan) throws InterruptedException {
        Instant deadline = clock.instant().plus(PATIENCE);
        while (clock.instant().isBefore(deadline) && topics.hasWriters(plan)) {
            sleeper.sleep(BETWEEN_LOOKS);
        }
    }

    private void delete(LaneTopics.Earlier docs, Consumer<String> complaints) {
        try {
            topics.delete(docs);
        } catch (KafkaException e) {
            complaints.accept("Topic " + docs.name() + ", which nobody needs any more, could not be deleted ("
                    + e.getMessage() + "): delete it by hand.");
        }
    }
}
