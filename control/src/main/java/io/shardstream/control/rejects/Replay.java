package io.shardstream.control.rejects;

import io.shardstream.common.record.DocRecord;
import io.shardstream.common.record.Reject;
import io.shardstream.control.lanes.Lanes;
import io.shardstream.control.scan.DocumentKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Publishes rejected states again, through the lanes and under the versions that they have: what the target holds in
/// a newer state it keeps. Of each document the newest rejected state is published, once.
///
/// What the source has deleted since comes back into the target by this, under the number that it had: the next sweep
/// that looks at its shard takes it away again.
///
/// The topic is read once for the versions and once for the bytes; every chosen document is kept in memory by id.
public final class Replay {
    private static final long MOST_BYTES = 4 << 20;

    private final Lanes lanes;
    private final Runnable permission;
    private final NewestRejects newest;
    private final Set<DocumentKey> published = new HashSet<>();
    private final List<DocRecord> batch = new ArrayList<>();
    private final Set<DocumentKey> keys = new HashSet<>();
    private long batchBytes;
    private long bytes;

    /// @param permission asked before anything is published, again and again: throws when that may not be any more
    public Replay(Lanes lanes, Choice choice, Runnable permission) {
        this.lanes = lanes;
        this.permission = permission;
        this.newest = new NewestRejects(choice);
    }

    /// Publishes. When it returns, Kafka has acknowledged every record. Repeating it after any failure does no harm.
    ///
    /// @throws io.shardstream.control.refusal.RunRefusedException if something was named that was not rejected
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public void publish() {
        lanes.forEachReject(newest::add);
        newest.choose();
        lanes.forEachReject(this::add);
        send();
    }

    /// How many documents were published and acknowledged.
    public long published() {
        return published.size();
    }

    /// Bytes of their ids, routings and sources.
    public long bytes() {
        return bytes;
    }

    /// How many of the chosen documents lie in Kafka without their bytes; to be asked when all are published.
    public long withoutBody() {
        return newest.size() - published();
    }

    /// Looks how many of the published documents were rejected once more; to be asked when the lanes have drained.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public long rejectedAgain() {
        Set<DocumentKey> again = new HashSet<>();
        lanes.forEachReject(reject -> {
            if (newest.isAgain(reject) && published.contains(NewestRejects.keyOf(reject))) {
                again.add(NewestRejects.keyOf(reject));
            }
        });
        return again.size();
    }

    private void add(Reject reject) {
        DocumentKey key = NewestRejects.keyOf(reject);
        if (!newest.contains(reject) || !reject.hasBody() || published.contains(key) || keys.contains(key)) {
            return;
        }
        batch.add(reject.document());
        keys.add(key);
        batchBytes += reject.document().size();
        if (batchBytes > MOST_BYTES) {
            send();
        }
    }

    private void send() {
        if (batch.isEmpty()) {
            return;
        }
        permission.run();
        lanes.publish(batch);
        published.addAll(keys);
        bytes += batchBytes;
        batch.clear();
        keys.clear();
        batchBytes = 0;
    }
}
