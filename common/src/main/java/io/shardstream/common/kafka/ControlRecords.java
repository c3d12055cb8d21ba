package io.shardstream.common.kafka;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.DifferentContents;
import io.shardstream.common.contract.record.NewerFormatException;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.contract.record.TrimmedLanes;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.loop.RunEndedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What the control topic of a run says at the moment of reading.
public final class ControlRecords {
    public static final ControlRecords NONE = new ControlRecords(Map.of());

    private final Map<String, byte[]> values;
    private final Map<String, LatestValues.Place> places;
    private final int understands;
    private final Optional<RunFormat> format;
    private final Said<RunPlan> plan;
    private final Said<RunPhase> phase;
    private final Said<TargetOriginals> originals;
    private final Optional<Pause> pause;
    private final List<Blocked> blocked;

    /// What is under a key.
    ///
    /// @param unreadable why it cannot be read, as a sentence; null if it can or there is none
    private record Said<T>(Optional<T> value, @Nullable String unreadable) {
        /// @throws BlockedException if it cannot be read
        Optional<T> get() {
            if (unreadable != null) {
                throw new BlockedException(unreadable);
            }
            return value;
        }
    }

    /// What this version understands of them. What cannot be read is told by whoever needs it.
    ///
    /// @param values the last value of each key
    /// @throws NewerFormatException if the run is written in a format that this version does not know
    /// @throws BlockedException if it cannot be read in which format the run is written
    public ControlRecords(Map<String, byte[]> values) {
        this(values, RunFormat.NEWEST);
    }

    /// @param values the last value of each key
    /// @param understands the newest [RunFormat] that is understood
    /// @throws NewerFormatException if the run is written in a newer one
    /// @throws BlockedException if it cannot be read in which format the run is written
    public ControlRecords(Map<String, byte[]> values, int understands) {
        this(values, Map.of(), understands);
    }

    private ControlRecords(Map<String, byte[]> values, Map<String, LatestValues.Place> places, int understands) {
        this.values = Map.copyOf(values);
        this.places = Map.copyOf(places);
        this.understands = understands;
        this.format = of(RunFormat.KEY, RunFormat::decode);
        format.ifPresent(this::requireUnderstood);
        this.plan = said(RunPlan.KEY, RunPlan::decode);
        this.phase = said(RunPhase.KEY, RunPhase::decode);
        this.originals = said(TargetOriginals.KEY, TargetOriginals::decode);
        this.pause = pauseOf(said(Pause.KEY, Pause::decode));
        this.blocked = new TreeMap<>(this.values)
                .keySet().stream()
                        .filter(key -> key.startsWith(Blocked.KEY_PREFIX))
                        .map(this::blockedAt)
                        .toList();
    }

    /// @throws NewerFormatException if the run is written in a newer format than is understood
    /// @throws BlockedException if it cannot be read in which format the run is written
    static ControlRecords of(LatestValues latest, int understands) {
        return new ControlRecords(latest.values(), latest.places(), understands);
    }

    /// Reads the topic to its end.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked or has no such topic
    /// @throws NewerFormatException if the run is written in a format that this version does not know
    /// @throws BlockedException if it cannot be read in which format the run is written
    public static ControlRecords read(KafkaConnection kafka, RunTopics topics) {
        return of(CompactedPartition.latest(kafka, topics.control(), 0), kafka.understands());
    }

    /// The same for one whom others wait for.
    ///
    /// @param patience how long each question waits for Kafka
    public static ControlRecords read(KafkaConnection kafka, RunTopics topics, Duration patience) {
        return of(CompactedPartition.latest(kafka, topics.control(), 0, patience), kafka.understands());
    }

    /// The same for one who has fenced others and goes by what they have written: all that was written before
    /// this call is in it, also behind transactions of somebody else that are still open. These are waited
    /// for.
    ///
    /// @param patience how long each question waits for Kafka, and reading for transactions
    /// @throws org.apache.kafka.common.KafkaException also if a transaction is open still after that
    public static ControlRecords readSettled(KafkaConnection kafka, RunTopics topics, Duration patience) {
        return of(CompactedPartition.settled(kafka, topics.control(), 0, patience), kafka.understands());
    }

    /// The same for one who has no more time than this for all of it.
    ///
    /// @throws org.apache.kafka.common.KafkaException also if the end of the topic was not reached by then
    public static ControlRecords readWithin(KafkaConnection kafka, RunTopics topics, Duration most) {
        return of(CompactedPartition.within(kafka, topics.control(), 0, most), kafka.understands());
    }

    private <T> Said<T> said(String key, Function<byte[], T> decode) {
        byte[] value = values.get(key);
        if (value == null) {
            return new Said<>(Optional.empty(), null);
        }
        try {
            return new Said<>(Optional.of(decode.apply(value)), null);
        } catch (NewerFormatException e) {
            throw e;
        } catch (UnknownRecordException | IllegalArgumentException e) {
            return new Said<>(
                    Optional.empty(),
                    UnreadableRecord.sentence(
                            key, Optional.ofNullable(places.get(key)), String.valueOf(e.getMessage())));
        }
    }

    /// When the last of those that stand in the topic was written, by the clock of whoever wrote it; empty if
    /// there is none.
    public Optional<Instant> lastWritten() {
        return places.values().stream().map(LatestValues.Place::at).max(Comparator.naturalOrder());
    }

    /// Nobody may work while it cannot be read whether the run is paused, and `resume` takes it away as any
    /// other.
    private Optional<Pause> pauseOf(Said<Pause> said) {
        return said.unreadable == null ? said.value : Optional.of(new Pause(said.unreadable, writtenAt(Pause.KEY)));
    }

    /// That somebody waits for a person is known by the key alone.
    private Blocked blockedAt(String key) {
        Said<Blocked> said = said(key, Blocked::decode);
        return said.value.orElseGet(() -> new Blocked(
                key.substring(Blocked.KEY_PREFIX.length()), String.valueOf(said.unreadable), writtenAt(key)));
    }

    private Instant writtenAt(String key) {
        LatestValues.Place place = places.get(key);
        return place == null ? Instant.EPOCH : place.at();
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
        Map<String, LatestValues.Place> known = new HashMap<>(places);
        later.forEach((key, value) -> {
            known.remove(key);
            if (value == null) {
                all.remove(key);
            } else {
                all.put(key, value);
            }
        });
        return new ControlRecords(all, known, understands);
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
    ///
    /// @throws BlockedException if it cannot be read; so do phase and originals
    public Optional<RunPlan> plan() {
        return plan.get();
    }

    public Optional<RunPhase> phase() {
        return phase.get();
    }

    public Optional<TargetOriginals> originals() {
        return originals.get();
    }

    /// Whether there is a phase and nobody can read it.
    public boolean hasUnreadablePhase() {
        return phase.unreadable != null;
    }

    /// What this version would read and cannot, a sentence for each record, in the order of their keys.
    public List<String> unreadable() {
        return new TreeMap<>(values)
                .keySet().stream()
                        .flatMap(key -> RecordKinds.decoder(key).stream()
                                .flatMap(decode -> Optional.ofNullable(said(key, decode).unreadable).stream()))
                        .toList();
    }

    /// Keys of notes that a part waits for a person, where these cannot be read.
    public List<String> unreadableNotes() {
        return values.keySet().stream()
                .filter(key -> key.startsWith(Blocked.KEY_PREFIX))
                .filter(key -> said(key, Blocked::decode).unreadable != null)
                .toList();
    }

    /// Empty while the run is not paused. A pause that cannot be read is one.
    public Optional<Pause> pause() {
        return pause;
    }

    /// The parts that wait for a person. A note that cannot be read is one.
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

    /// Whether this process controls the run, for what only one process of a run may do.
    ///
    /// @param who the process, as the control topic names its controller
    public boolean isControlledBy(String who) {
        return of(Controller.KEY, Controller::decode)
                .filter(controller -> controller.who().equals(who))
                .isPresent();
    }

    /// Whether a verification stands that nothing has made void since.
    public boolean isVerified() {
        return values.containsKey(Verified.KEY);
    }

    public boolean completed() {
        return isIn(Phase.COMPLETED);
    }

    public boolean isIn(Phase wanted) {
        return phase().filter(now -> now.phase() == wanted).isPresent();
    }

    /// What a controller was last asked for. What cannot be read asks for nothing: another request takes its
    /// place.
    public Optional<Request> request() {
        return said(Request.KEY, Request::decode).value;
    }

    /// What a controller has been asked for and has not answered yet.
    public Optional<Request> openRequest() {
        return request().filter(request -> !values.containsKey(Answer.key(request.id())));
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
        if (plan().filter(now -> now.generation() > topics.generation()).isPresent()) {
            throw new PlanChangedException(topics.run());
        }
    }

    /// The same for a part that must not work for another run of that name either: one that was begun since in topics
    /// that were made anew.
    ///
    /// @param id of the run that it works for
    /// @throws PlanChangedException also if the topics belong to another run
    public void requireRun(RunTopics topics, String id) {
        if (plan().filter(now -> !now.id().equals(id)).isPresent()) {
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

    /// In which source shards comparisons have found different contents; none if there is no such record.
    ///
    /// @throws BlockedException if it cannot be read
    public Set<Integer> differentContents() {
        return of(DifferentContents.KEY, DifferentContents::decode)
                .map(DifferentContents::shards)
                .orElse(Set.of());
    }

    /// The record under that key, for kinds that are not named here.
    ///
    /// @throws BlockedException if it cannot be read
    public <T> Optional<T> of(String key, Function<byte[], T> decode) {
        return said(key, decode).get();
    }

    /// Whether there is a record under a key that begins so, whether or not it can be read.
    public boolean hasAny(String prefix) {
        return values.keySet().stream().anyMatch(key -> key.startsWith(prefix));
    }

    /// The records whose keys begin so, in the order of their keys.
    ///
    /// @throws BlockedException if one cannot be read
    public <T> List<T> all(String prefix, Function<byte[], T> decode) {
        return new TreeMap<>(values)
                .keySet().stream()
                        .filter(key -> key.startsWith(prefix))
                        .flatMap(key -> of(key, decode).stream())
                        .toList();
    }
}
