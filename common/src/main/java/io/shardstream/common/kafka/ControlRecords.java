package io.shardstream.common.kafka;

import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.loop.RunEndedException;
import io.shardstream.common.record.Answer;
import io.shardstream.common.record.Blocked;
import io.shardstream.common.record.NewerFormatException;
import io.shardstream.common.record.Pause;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.Request;
import io.shardstream.common.record.RunFormat;
import io.shardstream.common.record.RunPhase;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.record.TargetOriginals;
import io.shardstream.common.record.TrimmedLanes;
import io.shardstream.common.topic.RunTopics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What the control topic of a run says at the moment of reading.
public final class ControlRecords {
    public static final ControlRecords NONE = new ControlRecords(Map.of());

    private final Map<String, byte[]> values;
    private final int understands;
    private final Optional<RunFormat> format;
    private final Optional<RunPlan> plan;
    private final Optional<RunPhase> phase;
    private final Optional<TargetOriginals> originals;
    private final Optional<Pause> pause;
    private final List<Blocked> blocked;

    /// What this version understands of them.
    ///
    /// @param values the last value of each key
    /// @throws NewerFormatException if the run is written in a format that this version does not know
    /// @throws io.shardstream.common.record.UnknownRecordException if another version wrote one of them
    public ControlRecords(Map<String, byte[]> values) {
        this(values, RunFormat.NEWEST);
    }

    /// @param values the last value of each key
    /// @param understands the newest [RunFormat] that is understood
    /// @throws NewerFormatException if the run is written in a newer one
    /// @throws io.shardstream.common.record.UnknownRecordException if another version wrote one of them
    public ControlRecords(Map<String, byte[]> values, int understands) {
        this.values = Map.copyOf(values);
        this.understands = understands;
        this.format = of(RunFormat.KEY, RunFormat::decode);
        format.ifPresent(this::requireUnderstood);
        this.plan = of(RunPlan.KEY, RunPlan::decode);
        this.phase = of(RunPhase.KEY, RunPhase::decode);
        this.originals = of(TargetOriginals.KEY, TargetOriginals::decode);
        this.pause = of(Pause.KEY, Pause::decode);
        this.blocked = all(Blocked.KEY_PREFIX, Blocked::decode);
    }

    /// Reads the topic to its end.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked or has no such topic
    /// @throws io.shardstream.common.record.UnknownRecordException if another version wrote it
    public static ControlRecords read(KafkaConnection kafka, RunTopics topics) {
        return new ControlRecords(CompactedPartition.read(kafka, topics.control(), 0), kafka.understands());
    }

    private void requireUnderstood(RunFormat found) {
        if (found.format() > understands) {
            throw new NewerFormatException("The records of this run are written in format " + found.format()
                    + " since " + found.since() + " (record 'format' of its control topic). This version, "
                    + ThisProcess.version() + ", understands no format above " + understands + ": start version "
                    + found.version() + " or a newer one. Nothing was skipped or committed.");
        }
    }

    /// What the topic says once these have been written, too; null removes a key.
    public ControlRecords with(Map<String, byte @Nullable []> later) {
        Map<String, byte[]> all = new HashMap<>(values);
        later.forEach((key, value) -> {
            if (value == null) {
                all.remove(key);
            } else {
                all.put(key, value);
            }
        });
        return new ControlRecords(all, understands);
    }

    /// In which format records of the run are to be written now.
    public int format() {
        return format.map(RunFormat::format).orElse(RunFormat.FIRST);
    }

    /// Empty if it was never raised.
    public Optional<RunFormat> raisedFormat() {
        return format;
    }

    /// Empty before the run was prepared; so are phase and originals.
    public Optional<RunPlan> plan() {
        return plan;
    }

    public Optional<RunPhase> phase() {
        return phase;
    }

    public Optional<TargetOriginals> originals() {
        return originals;
    }

    /// Empty while the run is not paused.
    public Optional<Pause> pause() {
        return pause;
    }

    /// The parts that wait for a person.
    public List<Blocked> blocked() {
        return blocked;
    }

    /// The reason for which a target that was changed or restored has stopped the run.
    public Optional<String> ofTarget() {
        return blocked.stream()
                .filter(one -> one.part().equals(Blocked.TARGET))
                .map(Blocked::reason)
                .findFirst();
    }

    public boolean completed() {
        return isIn(Phase.COMPLETED);
    }

    public boolean isIn(Phase wanted) {
        return phase().filter(now -> now.phase() == wanted).isPresent();
    }

    /// What a controller has been asked for and has not answered yet.
    public Optional<Request> openRequest() {
        return of(Request.KEY, Request::decode).filter(request -> !values.containsKey(Answer.key(request.id())));
    }

    /// Empty while the run goes on; else what its loops throw.
    ///
    /// @param run the run's name
    public Optional<RunEndedException> end(String run) {
        return phase().filter(now -> now.phase().isEnd())
                .map(now -> new RunEndedException(
                        "Run " + run + " is " + now.phase().label() + (now.why().isEmpty() ? "" : ": " + now.why()),
                        now.phase() == Phase.COMPLETED));
    }

    /// For a part of the run, which may not go on by a plan that is not the run's any more.
    ///
    /// @param topics those that it works with
    /// @throws PlanChangedException if the run has topics of a later generation
    public void requireGeneration(RunTopics topics) {
        if (plan.filter(now -> now.generation() > topics.generation()).isPresent()) {
            throw new PlanChangedException(topics.run());
        }
    }

    /// The same for a part that must not work for another run of that name either: one that was begun since in topics
    /// that were made anew.
    ///
    /// @param id of the run that it works for
    /// @throws PlanChangedException also if the topics belong to another run
    public void requireRun(RunTopics topics, String id) {
        if (plan.filter(now -> !now.id().equals(id)).isPresent()) {
            throw PlanChangedException.ofAnotherRun(topics.run());
        }
        requireGeneration(topics);
    }

    /// Below which offset the run may have taken away the start of a lane, all of whose records there had
    /// their outcome; 0 if nothing was.
    ///
    /// @param docsTopicId of the topic that has the lane
    public long trimmedBelow(String docsTopicId, int lane) {
        return of(TrimmedLanes.key(lane), TrimmedLanes::decode)
                .filter(trimmed -> trimmed.docsTopicId().equals(docsTopicId))
                .map(trimmed -> trimmed.of(lane))
                .orElse(0L);
    }

    /// The record under that key, for kinds that are not named here.
    public <T> Optional<T> of(String key, Function<byte[], T> decode) {
        return Optional.ofNullable(values.get(key)).map(decode);
    }

    /// The records whose keys begin so, in the order of their keys.
    public <T> List<T> all(String prefix, Function<byte[], T> decode) {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith(prefix))
                        .map(entry -> decode.apply(entry.getValue()))
                        .toList();
    }
}
