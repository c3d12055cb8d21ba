package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ThisProcess;
import io.shardstream.control.state.RequestAge;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// The time in which one process is the controller of a run, from its take-over until another one takes
/// over. It alone writes the phase and what belongs to it; whatever it does elsewhere it says here first,
/// so that one that has been deposed finds out before it touches anything.
public final class ControllerEpoch {
    /// So many cut-overs that were tried and have changed nothing keep their steps, for people who look.
    public static final int KEPT_ATTEMPTS = 20;

    /// How long what only people wait for may wait for the next record.
    private static final Duration LATER = Duration.ofMillis(200);

    private final Journal journal;
    private final InstantSource clock;
    private final Controller self;
    private final RunPlan plan;
    /// Open at the take-over, or left while this controller did not look for long.
    private Optional<Request> found;
    private final InstantSource wall;
    private Instant lookedAt;
    private Instant lookedAtByWall;
    /// What this controller wrote and the topic has not shown yet.
    private final Map<String, byte @Nullable []> written = new HashMap<>();
    private final Map<String, Long> offsets = new HashMap<>();
    /// What is written with the next record, and since when it waits.
    private final Map<String, byte @Nullable []> later = new HashMap<>();
    private Instant laterSince = Instant.MIN;
    private final Supplier<Optional<String>> leaving;
    private ControlRecords known;
    private RunStage stage;
    /// That with which it began, and those that it wrote.
    private final Set<RunPhase> phases = new HashSet<>();
    private int tokens;
    private int blocks;

    private ControllerEpoch(
            Journal journal,
            InstantSource clock,
            Controller self,
            RunPlan plan,
            ControlRecords known,
            RunStage stage,
            Supplier<Optional<String>> leaving,
            InstantSource wall) {
        this.journal = journal;
        this.clock = clock;
        this.wall = wall;
        this.lookedAt = clock.instant();
        this.lookedAtByWall = wall.instant();
        this.self = self;
        this.plan = plan;
        this.known = known;
        this.found = known.openRequest();
        this.stage = stage;
        known.phase().ifPresent(phases::add);
        this.leaving = leaving;
    }

    /// Takes over, for as long as the process lives.
    ///
    /// @param who this process, as people know it
    /// @throws IllegalStateException if the run has not been prepared
    public static ControllerEpoch begin(Journal journal, String who, InstantSource clock) {
        return begin(journal, who, clock, Optional::empty);
    }

    /// Takes over.
    ///
    /// @param leaving why this controller takes back what others wait for, as soon as there is a reason
    public static ControllerEpoch begin(
            Journal journal, String who, InstantSource clock, Supplier<Optional<String>> leaving) {
        return begin(journal, who, clock, leaving, clock);
    }

    /// Takes over.
    ///
    /// @param leaving why this controller takes back what others wait for, as soon as there is a reason
    /// @param wall the time of day: the other clock may stand still while the machine does
    public static ControllerEpoch begin(
            Journal journal, String who, InstantSource clock, Supplier<Optional<String>> leaving, InstantSource wall) {
        ControlRecords found = journal.takeOver();
        RunPlan plan = found.plan().orElseThrow(() -> new IllegalStateException("the run has not been prepared"));
        RunPhase phase = found.phase().orElseThrow(() -> new IllegalStateException("the run has no phase"));
        long last = Math.max(
                phase.epoch(),
                found.of(Controller.KEY, Controller::decode)
                        .map(Controller::epoch)
                        .orElse(0L));
        Controller self = new Controller(last + 1, who, clock.instant(), ThisProcess.version());
        ControllerEpoch term =
                new ControllerEpoch(journal, clock, self, plan, found, RunStage.of(phase), leaving, wall);
        term.requireControl();
        return term;
    }

    public long epoch() {
        return self.epoch();
    }

    /// Another number each time, from 1: with the epoch it names something once for the whole run.
    public int nextToken() {
        return ++tokens;
    }

    /// The same, counted for itself.
    public int nextBlock() {
        return ++blocks;
    }

    /// Says once more that this process is the controller, before it changes something of which nothing else is
    /// written.
    ///
    /// @throws DeposedException if another controller has taken over
    public void requireControl() {
        write(Controller.KEY, self.encode(format()));
    }

    /// In which format the run's records are to be written now.
    public int format() {
        return read(RunFormat.KEY, RunFormat::decode).map(RunFormat::format).orElse(RunFormat.FIRST);
    }

    /// Has all records of the run written in a newer format from now on. There is no way back.
    ///
    /// @param version of the software that understands it
    /// @throws DeposedException if another controller has taken over
    public void raise(int newer, String version) {
        if (newer <= format()) {
            throw new IllegalArgumentException("the run's format is " + format() + ", and not raised by " + newer);
        }
        write(Map.of(
                RunFormat.KEY,
                new RunFormat(newer, version, clock.instant()).encode(),
                Controller.KEY,
                self.encode(newer)));
    }

    /// Why this controller is to take back what others would have to wait for, and goes on with nothing: its
    /// process was told to stop, or controls the run only to end what was left. Empty if there is no reason.
    public Optional<String> leaving() {
        return leaving.get();
    }

    /// Whether a request was open before this controller took over, or came while it looked for nothing for
    /// so long that nobody begins such a request any more, as one whose machine stood still: nobody knows who
    /// waits for it.
    public boolean wasFound(Request request) {
        return found.filter(one -> one.id().equals(request.id())).isPresent();
    }

    /// By which the age of what others have left is judged: never earlier than the time of day, as the clock
    /// of this controller stands still while its machine is suspended.
    public Instant latestTime() {
        Instant steady = clock.instant();
        Instant day = wall.instant();
        return day.isAfter(steady) ? day : steady;
    }

    public RunPlan plan() {
        return plan;
    }

    public RunStage stage() {
        return stage;
    }

    public InstantSource clock() {
        return clock;
    }

    /// The record under a key, as this controller left it or found it, or as others wrote it since.
    public <T> Optional<T> read(String key, Function<byte[], T> decode) {
        if (later.containsKey(key)) {
            return Optional.ofNullable(later.get(key)).map(decode);
        }
        return written.containsKey(key) ? Optional.ofNullable(written.get(key)).map(decode) : known.of(key, decode);
    }

    /// The records whose keys begin so, in the order of their keys, as this controller left or found them, or
    /// as others wrote them since.
    public <T> List<T> all(String prefix, Function<byte[], T> decode) {
        return now().all(prefix, decode);
    }

    /// @throws DeposedException if another controller has taken over
    public void write(String key, byte @Nullable [] value) {
        Map<String, byte @Nullable []> one = new HashMap<>();
        one.put(key, value);
        write(one);
    }

    /// Goes to another stage, and writes these records with it or not at all.
    ///
    /// @throws DeposedException if another controller has taken over
    public void enter(RunStage next, Map<String, byte @Nullable []> more) {
        Map<String, byte @Nullable []> all = new HashMap<>(more);
        RunPhase phase = next.record(epoch());
        all.put(RunPhase.KEY, phase.encode());
        phases.add(phase);
        write(all);
        stage = next;
    }

    public void enter(RunStage next) {
        enter(next, Map.of());
    }

    /// Answers a request.
    ///
    /// @param sentence for the operator
    public void answer(Request request, Answer.Outcome outcome, String sentence) {
        Answer answer = new Answer(request.id(), outcome, sentence, clock.instant());
        Map<String, byte @Nullable []> records = OldAttempts.forgotten(now());
        records.put(Answer.key(answer.request()), answer.encode());
        write(records);
    }

    /// Looks for news, without waiting for any, and writes what was to be written later.
    ///
    /// @return the latest request, if it has no answer yet
    /// @throws DeposedException if another controller has taken over
    /// @throws KafkaException if the run is in a phase that this controller neither found nor wrote: it has
    ///     to begin anew, as it may have begun before Kafka showed all that another one had written
    public Optional<Request> request() {
        ControlRecords now = journal.latest();
        boolean wasAway = wasAway();
        if (now.plan().isPresent()) {
            if (wasAway && !now.openRequest().equals(known.openRequest())) {
                found = now.openRequest();
            }
            known = now;
            offsets.values().removeIf(offset -> offset < journal.end());
            written.keySet().retainAll(offsets.keySet());
        }
        if (known.of(Controller.KEY, Controller::decode)
                .filter(last -> last.epoch() > epoch())
                .isPresent()) {
            throw new DeposedException(null);
        }
        requirePhaseKnown();
        writeWhatWaits();
        return known.request().filter(request -> !isAnswered(request.id()));
    }

    /// One that nobody can read any more is no reason to let go of what is at work.
    private void requirePhaseKnown() {
        if (known.hasUnreadablePhase()) {
            return;
        }
        known.phase().filter(phase -> !phases.contains(phase)).ifPresent(phase -> {
            throw new KafkaException("the control topic says by now that the run is "
                    + phase.phase().label() + ", which another controller has written; this one took over when the"
                    + " topic did not show that, and went on from "
                    + stage.phase().label());
        });
    }

    /// Whether it is long ago, by either clock, that this controller looked for news.
    private boolean wasAway() {
        Instant steady = clock.instant();
        Instant day = wall.instant();
        boolean wasAway = Duration.between(lookedAt, steady).compareTo(RequestAge.MOST) > 0
                || Duration.between(lookedAtByWall, day).compareTo(RequestAge.MOST) > 0;
        lookedAt = steady;
        lookedAtByWall = day;
        return wasAway;
    }

    /// Whether readers and writers have been told to pause.
    public boolean isPaused() {
        return known.pause().isPresent();
    }

    /// What the topic said when it was last looked at.
    public ControlRecords known() {
        return known;
    }

    /// The same with what this controller has written since.
    public ControlRecords now() {
        Map<String, byte @Nullable []> all = new HashMap<>(written);
        all.putAll(later);
        return known.with(all);
    }

    private boolean isAnswered(String request) {
        return read(Answer.key(request), Answer::decode).isPresent();
    }

    /// Writes all of these or none.
    ///
    /// @throws DeposedException if another controller has taken over
    public void write(Map<String, byte @Nullable []> records) {
        Map<String, byte @Nullable []> all = new HashMap<>(later);
        all.putAll(records);
        long last = journal.write(all);
        later.clear();
        written.putAll(all);
        all.keySet().forEach(key -> offsets.put(key, last));
    }

    /// Writes a record that others write, too, and looks behind it for what they have written since it was
    /// read: that stands no more.
    ///
    /// @return their values, oldest first, null for none; also some that will not count
    /// @throws DeposedException if another controller has taken over
    public List<byte @Nullable []> writeOver(String key, byte @Nullable [] value) {
        long since = Math.max(journal.end(), offsets.getOrDefault(key, -1L) + 1);
        write(key, value);
        return journal.values(key, since, offsets.getOrDefault(key, since));
    }

    /// Writes a record together with the next one, or soon: for what only people wait for, so that nobody
    /// else has to wait for Kafka. Another controller may never see it.
    public void writeLater(String key, byte[] value) {
        if (later.isEmpty()) {
            laterSince = clock.instant();
        }
        later.put(key, value);
    }

    private void writeWhatWaits() {
        if (!later.isEmpty() && laterSince.plus(LATER).isBefore(clock.instant())) {
            write(Map.of());
        }
    }
}
