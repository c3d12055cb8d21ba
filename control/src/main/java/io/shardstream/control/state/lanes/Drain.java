package io.shardstream.control.state.lanes;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.RetriableException;

/// Waits until readers and writers have come as far as something that is known of the source.
public final class Drain {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final Lanes lanes;
    private final InstantSource clock;
    private final Sleeper sleeper;

    public Drain(Lanes lanes, InstantSource clock, Sleeper sleeper) {
        this.lanes = lanes;
        this.clock = clock;
        this.sleeper = sleeper;
    }

    /// Waits until every source shard has been read up to its number, and every record that lay in the lanes
    /// then has its outcome.
    ///
    /// @param checkpoints by source shard, -1 for nothing
    /// @throws NotDrainedException if that has not come by then
    public void upToCheckpoints(List<Long> checkpoints, Instant deadline)
            throws NotDrainedException, InterruptedException {
        RunState read = await(state -> isRead(state, checkpoints), deadline);
        upToOffsets(read.ends(), deadline);
    }

    /// Waits until every record below these offsets, one per lane, has its outcome.
    ///
    /// @throws NotDrainedException if that has not come by then
    public void upToOffsets(List<Long> ends, Instant deadline) throws NotDrainedException, InterruptedException {
        await(state -> state.isWrittenUpTo(ends), deadline);
    }

    /// Waits until every record that lies in the lanes now has its outcome.
    ///
    /// @throws NotDrainedException if that has not come by then
    public void ofNow(Instant deadline) throws NotDrainedException, InterruptedException {
        upToOffsets(await(_ -> true, deadline).ends(), deadline);
    }

    private static boolean isRead(RunState state, List<Long> checkpoints) {
        return IntStream.range(0, checkpoints.size()).allMatch(shard -> state.done(shard) >= checkpoints.get(shard));
    }

    private RunState await(Predicate<RunState> wanted, Instant deadline)
            throws NotDrainedException, InterruptedException {
        while (true) {
            String problem;
            try {
                RunState state = lanes.state();
                if (wanted.test(state)) {
                    return state;
                }
                problem = NumberText.of(state.inKafka(), "record") + " waiting in Kafka";
            } catch (RetriableException e) {
                problem = "Kafka: " + e.getMessage();
            }
            if (!clock.instant().isBefore(deadline)) {
                throw new NotDrainedException("Readers and writers have not caught up in time (" + problem
                        + "): are they running? 'status' shows where they are.");
            }
            sleeper.sleep(BETWEEN_LOOKS);
        }
    }
}
