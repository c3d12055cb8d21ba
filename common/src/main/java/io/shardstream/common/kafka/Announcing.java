package io.shardstream.common.kafka;

import io.shardstream.common.contract.record.MemberFormat;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.LoopRunner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Tells the run every five seconds which format of its records a member understands. The controller raises the run's
/// format by what all members announce; of one that has not been heard for a while it takes the lowest.
public final class Announcing implements Loop {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final NoticeProducer notices;
    private final byte[] announcement;
    private final LongSupplier nanoTime;
    private long next;

    /// @param notices closed with this
    Announcing(NoticeProducer notices, MemberFormat announcement, LongSupplier nanoTime) {
        this.notices = notices;
        this.announcement = announcement.encode();
        this.nanoTime = nanoTime;
        // A process that starts has enough to do.
        this.next = nanoTime.getAsLong() + EVERY.toNanos();
    }

    /// Begins, on a thread of its own.
    ///
    /// @param part `reader`, `writer` or `control`
    /// @param instance the name as a static member of the part's group, if it has one
    public static LoopRunner start(KafkaConnection kafka, RunTopics topics, String part, Optional<String> instance) {
        MemberFormat announcement = new MemberFormat(
                part, ThisProcess.name(), instance.orElse(""), kafka.understands(), ThisProcess.version());
        NoticeProducer notices = NoticeProducer.of(kafka, "shardstream-announcement", topics.members());
        return LoopRunner.start(new Announcing(notices, announcement, System::nanoTime), PAUSE);
    }

    @Override
    public String name() {
        return "announcement";
    }

    @Override
    public int doWork() {
        long now = nanoTime.getAsLong();
        if (now - next >= 0) {
            next = now + EVERY.toNanos();
            notices.tell(MemberFormat.KEY.getBytes(StandardCharsets.UTF_8), announcement);
        }
        return 0;
    }

    @Override
    public void close() {
        notices.close();
    }
}
