package io.shardstream.control.lanes;

import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.common.record.DocRecord;
import io.shardstream.common.record.RejectRecord;
import io.shardstream.control.state.NotedRejects;
import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lanes for whoever publishes beside the readers, as sweeps and repairs do: documents are not published
/// while as much waits for the writers as `docs.max-backlog` lets wait. Writers wait for nobody, so this ends
/// as soon as they go on. What keeps production waiting, as the comparison under a write block does, is not
/// given these lanes.
///
/// Each call of [#publish(List)] may go beyond the limit by what it brings. Bytes are estimated: records that
/// wait times the mean size of what readers have read and of what was published here. Used by one thread.
public final class HeldLanes implements Lanes {
    private static final Logger LOG = LoggerFactory.getLogger(HeldLanes.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
    private static final double MIB = 1 << 20;

    private final Lanes lanes;
    private final Supplier<BacklogLimit> limit;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final Duration patience;
    private @Nullable BacklogLimit known;
    private long records;
    private long bytes;

    /// @param limit asked for once, and only if something waits; where the run file says none, it is what
    ///     brokers have room for, however fast writers are
    /// @param sleeper how to wait, which may end it by throwing
    /// @param patience how long the writers are waited for, each time
    public HeldLanes(
            Lanes lanes, Supplier<BacklogLimit> limit, InstantSource clock, Sleeper sleeper, Duration patience) {
        this.lanes = lanes;
        this.limit = limit;
        this.clock = clock;
        this.sleeper = sleeper;
        this.patience = patience;
    }

    /// @throws FullLanesException if the writers have not made room in time; nothing is published then
    /// @throws InterruptException if the thread is interrupted, or told to stop, while it waits
    @Override
    public List<Long> publish(List<DocRecord> documents) {
        try {
            awaitRoom();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        List<Long> offsets = lanes.publish(documents);
        records += documents.size();
        bytes += documents.stream().mapToLong(DocRecord::size).sum();
        return offsets;
    }

    private void awaitRoom() throws InterruptedException {
        Instant begun = clock.instant();
        RunState state = lanes.state();
        if (!hasRoom(state)) {
            LOG.info("Nothing is published for the moment: {}", reason(state));
        }
        while (!hasRoom(state)) {
            if (!clock.instant().isBefore(begun.plus(patience))) {
                throw new FullLanesException("Nothing more was published, since the writers have not come after within "
                        + patience.toSeconds() + " s (" + reason(state)
                        + "): are they running? 'status' shows where they are.");
            }
            sleeper.sleep(BETWEEN_LOOKS);
            state = lanes.state();
        }
    }

    private boolean hasRoom(RunState state) {
        return state.inKafka() == 0 || waiting(state) < most();
    }

    private double waiting(RunState state) {
        return state.inKafka() * ((double) state.bytesRead() + bytes) / Math.max(1, state.docsRead() + records);
    }

    private long most() {
        BacklogLimit once = known == null ? limit.get() : known;
        known = once;
        return once.most();
    }

    private String reason(RunState state) {
        return "the writers are %.1f MiB behind, and at most %.1f MiB may wait for them (docs.max-backlog)"
                .formatted(waiting(state) / MIB, most() / MIB);
    }

    @Override
    public RunState state() {
        return lanes.state();
    }

    @Override
    public void note(List<RejectRecord> rejects) {
        lanes.note(rejects);
    }

    @Override
    public NotedRejects rejects() {
        return lanes.rejects();
    }

    @Override
    public void forEachReject(ObjIntConsumer<RejectRecord> sink) {
        lanes.forEachReject(sink);
    }

    @Override
    public Workers workers() {
        return lanes.workers();
    }

    @Override
    public long replays() {
        return lanes.replays();
    }
}
