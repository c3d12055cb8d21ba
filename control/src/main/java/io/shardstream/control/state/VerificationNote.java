package io.shardstream.control.state;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.DifferentContents;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a `verify` notes in the control topic when it has ended: what it came to, and in which source shards
/// contents differ. A controller whose comparison ends in the same moment writes the second, too: neither
/// takes away what the other has found. A comparison from before the target has lost something is not noted:
/// documents that it found equal may be gone, and trimming goes by it.
public final class VerificationNote {
    private static final int TRIES = 5;

    private final Supplier<SeenControl> control;
    private final String run;

    public VerificationNote(KafkaConnection kafka, RunTopics topics) {
        this(() -> KafkaSeenControl.readAlsoEnded(kafka, topics), topics.run());
    }

    /// @param control reads what the control topic says at the time
    VerificationNote(Supplier<SeenControl> control, String run) {
        this.control = control;
        this.run = run;
    }

    /// @param wasVerified whether the topic told of an earlier verification when this one began
    /// @param before source shards that were known to have different contents before the verification
    /// @param after those that are since; what others have said meanwhile stays
    /// @throws RunRefusedException if others wrote the same each time, or what was compared is void by now
    public void write(Verified verified, boolean wasVerified, Set<Integer> before, Set<Integer> after) {
        for (int tries = 0; tries < TRIES; tries++) {
            SeenControl seen = control.get();
            requireValid(seen.records(), wasVerified);
            Map<String, byte @Nullable []> records = new LinkedHashMap<>();
            records.put(Verified.KEY, verified.encode());
            if (!after.equals(before)) {
                Set<Integer> now = seen.records().differentContents();
                records.put(
                        DifferentContents.KEY,
                        DifferentContents.valueOf(DifferentContents.changed(now, before, after)));
            }
            if (seen.replace(Verified.KEY, records, Set.of(Blocked.key(Blocked.TARGET)))) {
                return;
            }
        }
        throw new RunRefusedException("The result of 'verify' could not be written to the control topic of run " + run
                + ", because other processes changed the same records each time. Run 'verify' again.");
    }

    /// Whoever finds that the target has lost something takes the record of a verification away, and stops
    /// the run in the same write.
    private void requireValid(ControlRecords now, boolean wasVerified) {
        boolean isStopped = now.end(run).isEmpty() && now.ofTarget().isPresent();
        if (!now.isVerified() && (wasVerified || isStopped)) {
            throw new RunRefusedException("The result of 'verify' is not kept in the control topic of run " + run
                    + ", because the target was changed, or has lost something, while it was compared. 'status' says"
                    + " more. Run 'verify' again when the run goes on.");
        }
    }
}
