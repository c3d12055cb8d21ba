package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Raises the run's format beside the work of the controller, once every member has understood a newer one
/// for a minute on end. Until then an older version can come back.
///
/// Nothing is raised while a cut-over is under way.
public final class FormatRaise implements ControllerWork {
    /// For so long all members must have understood it.
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(FormatRaise.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    /// Looks that fail one after another until somebody is told: a minute.
    private static final int MOST_FAILURES = 12;

    private final ControllerWork work;
    private final MemberFormats members;
    private final int newest;
    private final String version;
    private final BiConsumer<Level, String> telling;
    private Instant nextLook = Instant.MIN;
    private @Nullable Verdict last;
    private Instant since = Instant.MIN;
    private boolean isTold;
    private int failures;

    /// @param work what the controller does besides
    /// @param newest format that this process understands
    /// @param version of its software
    public FormatRaise(ControllerWork work, MemberFormats members, int newest, String version) {
        this(
                work,
                members,
                newest,
                version,
                (level, sentence) -> LOG.atLevel(level).log("{}", sentence));
    }

    /// @param telling told what people should know, in a sentence
    FormatRaise(
            ControllerWork work, MemberFormats members, int newest, String version, BiConsumer<Level, String> telling) {
        this.work = work;
        this.members = members;
        this.newest = newest;
        this.version = version;
        this.telling = telling;
    }

    /// What a look came to.
    ///
    /// @param understood the newest format that all members understand
    /// @param older members that understand less than this process, in words
    private record Verdict(int understood, String older) {}

    /// Nobody of this process has looked since: an older member may have been there.
    @Override
    public void begin() {
        last = null;
        failures = 0;
        nextLook = Instant.MIN;
        work.begin();
    }

    @Override
    public void goOn(ControllerEpoch term) throws Exception {
        switch (term.stage()) {
            case RunStage.Backfill _, RunStage.CatchingUp _ -> raiseIfDue(term);
            case RunStage.CuttingOver _, RunStage.Completed _, RunStage.Aborted _, RunStage.Failed _ -> last = null;
        }
        work.goOn(term);
    }

    @Override
    public void carryOut(Request request, ControllerEpoch term) throws Exception {
        last = null;
        work.carryOut(request, term);
    }

    private void raiseIfDue(ControllerEpoch term) {
        Instant now = term.clock().instant();
        int agreed = term.format();
        if (agreed >= newest || now.isBefore(nextLook)) {
            return;
        }
        nextLook = now.plus(BETWEEN_LOOKS);
        Verdict verdict = look(agreed);
        if (verdict == null || !verdict.equals(last)) {
            last = verdict;
            since = now;
            isTold = false;
        } else if (!now.isBefore(since.plus(PATIENCE))) {
            act(verdict, agreed, term);
        }
    }

    private @Nullable Verdict look(int agreed) {
        try {
            Verdict verdict = verdict(members.look());
            failures = 0;
            return verdict;
        } catch (KafkaException e) {
            failures++;
            LOG.debug("Which formats the run's members understand is not known", e);
            if (failures == MOST_FAILURES) {
                telling.accept(
                        Level.WARN,
                        "The run's records stay in format %d: Kafka has not said for a minute which processes the run has: %s. Check that this process may describe the run's groups and read its members topic."
                                .formatted(agreed, e.getMessage()));
            }
            return null;
        }
    }

    /// Who controls the run is a member of a group itself, so nobody at all is a look too early.
    private @Nullable Verdict verdict(Map<String, Integer> formats) {
        if (formats.isEmpty()) {
            return null;
        }
        String older = formats.entrySet().stream()
                .filter(member -> member.getValue() < newest)
                .map(member -> member.getKey() + " (format " + member.getValue() + ")")
                .collect(Collectors.collectingAndThen(
                        Collectors.toCollection(TreeSet::new), names -> String.join(", ", names)));
        return new Verdict(Math.min(newest, Collections.min(formats.values())), older);
    }

    private void act(Verdict verdict, int agreed, ControllerEpoch term) {
        if (verdict.understood() > agreed) {
            term.raise(verdict.understood(), version);
            telling.accept(
                    Level.INFO,
                    "The run's records are written in format %d from now on, which every process of the run understands: older versions of Shardstream cannot work for it any more"
                            .formatted(verdict.understood()));
            last = null;
        } else if (!isTold) {
            isTold = true;
            telling.accept(
                    Level.INFO,
                    "The run's records stay in format %d: format %d is written once every process of the run announces it. These do not, because they are older or may not write to the run's members topic: %s"
                            .formatted(agreed, newest, verdict.older()));
        }
    }
}
