package io.shardstream.cli.run;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Leaves a note in the control topic while a cluster does not let a part in, or does not give it what it
/// needs, and takes it away when it does: the part goes on trying meanwhile, and goes on by itself.
final class RefusalNote implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RefusalNote.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /// What is written takes a moment to come back. Another process of the same part may take the note away.
    private static final int LOOKS_BETWEEN_NOTES = 15;

    private final String part;
    private final BlockedNote note;
    private final Supplier<Optional<String>> refused;
    private final Supplier<ControlRecords> said;
    private final ScheduledExecutorService clock;
    private Optional<String> left = Optional.empty();
    private int looks;

    private RefusalNote(
            String part, BlockedNote note, Supplier<Optional<String>> refused, Supplier<ControlRecords> said) {
        this.part = part;
        this.note = note;
        this.refused = refused;
        this.said = said;
        this.clock = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("refusals of " + part).factory());
    }

    /// @param part `reader`, `writer` or `control`
    /// @param refused what is the matter, if anything is
    /// @param said what the control topic said when that part last heard of it
    static RefusalNote start(
            String part,
            KafkaConnection kafka,
            RunTopics topics,
            Supplier<Optional<String>> refused,
            Supplier<ControlRecords> said) {
        RefusalNote notes = new RefusalNote(part, new BlockedNote(kafka, topics, part), refused, said);
        var _ = notes.clock.scheduleWithFixedDelay(
                notes::look, BETWEEN_LOOKS.toMillis(), BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        return notes;
    }

    private void look() {
        try {
            Optional<String> now = refused.get();
            looks++;
            if (now.isPresent()) {
                leave(now.get());
            } else if (left.isPresent()) {
                left = Optional.empty();
                note.takeAway();
                LOG.info("The {} waits no longer and goes on", part);
            }
        } catch (RuntimeException e) {
            // An executor gives up what has thrown.
            LOG.warn("What the {} waits for could not be told", part, e);
        }
    }

    /// In the words that it was met in first: addresses in them may change with each try.
    private void leave(String sentence) {
        if (left.isEmpty()) {
            LOG.warn("The {} waits: {}", part, sentence);
        }
        if (left.isEmpty() || (looks >= LOOKS_BETWEEN_NOTES && !note.isIn(said.get()))) {
            left = Optional.of(sentence);
            looks = 0;
            note.leave(sentence);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
