package io.shardstream.reader.publish;

import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.reader.window.DocumentTally;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The bytes that lie in Kafka between what the writers have committed and the ends of the lanes, and whether
/// readers may add to them: not from the moment on when they reach their limit until half of it is written.
///
/// All lanes together have one limit, as a window brings documents of all lanes and cannot be published in
/// part. A broker has at most one replica of each lane, so none of them holds more than that.
///
/// The bytes are estimated: records that wait, as Kafka counts them, times the mean size of the documents
/// that this process has published or found published. Keys and headers are not counted, nor that batches are
/// compressed. Kafka is asked once a second, without waiting for its answer; what this process publishes
/// meanwhile is added, what others publish is not. While Kafka does not answer, the last answer stands; where
/// it refuses to, there is no limit.
///
/// Only the beginning of windows depends on this: what is under way is published, writers never wait for
/// readers, and deletes and repairs come past it. So what is held back goes on as soon as writers do. Used by
/// one thread.
public final class DocsBacklog {
    private static final Logger LOG = LoggerFactory.getLogger(DocsBacklog.class);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration BETWEEN_COMPLAINTS = Duration.ofMinutes(1);
    private static final double MIB = 1 << 20;

    private final BacklogLimit limit;
    private final boolean isContinuous;
    private final LongSupplier written;
    private final WrittenLately lately = new WrittenLately();
    private final Supplier<CompletionStage<List<Long>>> ask;
    private final InstantSource clock;
    private final MeanSize size = new MeanSize();
    private Instant next = Instant.MIN;
    private @Nullable CompletableFuture<List<Long>> asked;
    private List<Long> waiting = List.of();
    /// Published by this process after the question whose answer is known was asked.
    private long sinceKnown;
    /// Published after the last question was asked.
    private long sinceAsked;
    private boolean isHeld;
    private Instant nextComplaint = Instant.MIN;

    /// @param limit in bytes, of all lanes together
    /// @param isContinuous whether what was begun must not rest for minutes, as a point in time that is only
    ///     kept for so long: then reading goes on as soon as there is any room
    /// @param ask asks Kafka, without waiting, how many records of each lane are not committed
    public DocsBacklog(
            long limit, boolean isContinuous, Supplier<CompletionStage<List<Long>>> ask, InstantSource clock) {
        this(BacklogLimit.of(limit), isContinuous, ask, () -> 0, clock);
    }

    /// @param limit of all lanes together
    /// @param isContinuous as above
    /// @param ask as above
    /// @param written records of all lanes that were committed, by the last answer
    public DocsBacklog(
            BacklogLimit limit,
            boolean isContinuous,
            Supplier<CompletionStage<List<Long>>> ask,
            LongSupplier written,
            InstantSource clock) {
        this.limit = limit;
        this.isContinuous = isContinuous;
        this.ask = ask;
        this.written = written;
        this.clock = clock;
    }

    /// Asks Kafka if it is time, and takes its answer in if there is one.
    public void step() {
        Instant now = clock.instant();
        CompletableFuture<List<Long>> answer = asked;
        if (answer != null && answer.isDone()) {
            asked = null;
            if (answer.state() == Future.State.SUCCESS) {
                waiting = List.copyOf(answer.resultNow());
                sinceKnown = sinceAsked;
                lately.add(now, written.getAsLong());
            } else {
                failed(answer.exceptionNow(), now);
            }
        }
        if (asked == null && !now.isBefore(next)) {
            next = now.plus(EVERY);
            sinceAsked = 0;
            asked = ask.get().toCompletableFuture();
        }
        judge(now);
    }

    /// Who may not ask will never know: then there is no limit, rather than one that is reached for ever.
    private void failed(Throwable why, Instant now) {
        boolean isRefused = why instanceof AuthorizationException || why.getCause() instanceof AuthorizationException;
        if (isRefused) {
            waiting = List.of();
            sinceKnown = 0;
        }
        if (complain(now)) {
            LOG.warn(
                    isRefused
                            ? "docs.max-backlog does not hold, since this reader may not ask Kafka how far the writers"
                                    + " are, for which it needs the right to describe their group: {}"
                            : "How far the writers are is not known at the moment, so what this reader publishes counts"
                                    + " as waiting: {}",
                    why.getMessage());
        }
    }

    private void judge(Instant now) {
        double bytes = bytes();
        long most = limit();
        long goOnBelow = isContinuous ? most : most / 2 + 1;
        if (!isHeld && bytes >= most) {
            isHeld = true;
            if (complain(now)) {
                LOG.warn("Reading is held back: {}", reason(bytes));
            }
        } else if (isHeld && bytes < goOnBelow) {
            isHeld = false;
        }
    }

    private boolean complain(Instant now) {
        boolean isTime = !now.isBefore(nextComplaint);
        if (isTime) {
            nextComplaint = now.plus(BETWEEN_COMPLAINTS);
        }
        return isTime;
    }

    /// Whether more may be read.
    public boolean hasRoom() {
        return !isHeld;
    }

    /// Documents that were found published, by whomever.
    public void found(DocumentTally published) {
        size.add(published);
    }

    /// Documents that this process has published.
    public void published(DocumentTally more) {
        size.add(more);
        sinceKnown += more.bytes();
        sinceAsked += more.bytes();
    }

    /// That which holds now, in bytes.
    private long limit() {
        return limit.now(OptionalDouble.of(lately.perSecond() * size.bytes()));
    }

    private double bytes() {
        return waiting.stream().mapToLong(Long::longValue).sum() * size.bytes() + sinceKnown;
    }

    private String reason(double bytes) {
        int fullest = IntStream.range(0, waiting.size())
                .reduce(0, (one, other) -> waiting.get(other) > waiting.get(one) ? other : one);
        return "the writers are %.1f MiB behind, and at most %.1f MiB may wait for them (docs.max-backlog); lane %d has most of it"
                .formatted(bytes / MIB, limit() / MIB, fullest);
    }
}
