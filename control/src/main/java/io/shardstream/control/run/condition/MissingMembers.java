package io.shardstream.control.run.condition;

import io.shardstream.control.state.lanes.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;

/// Tells whoever waits for readers and writers when there are none, or the run is paused. Kafka counts one that
/// died until its session has ended.
public final class MissingMembers {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final Supplier<Workers> workers;
    private final BooleanSupplier isPaused;
    private final Consumer<String> news;
    private final InstantSource clock;
    private Instant next = Instant.MIN;
    private String told = "";

    /// @param news told what is missing, as a sentence, when that is something else than before
    public MissingMembers(
            Supplier<Workers> workers, BooleanSupplier isPaused, Consumer<String> news, InstantSource clock) {
        this.workers = workers;
        this.isPaused = isPaused;
        this.news = news;
        this.clock = clock;
    }

    /// What is missing, for one who gives up: nothing where Kafka does not say.
    public static List<String> missing(Supplier<Workers> workers, BooleanSupplier isPaused) {
        try {
            return found(workers, isPaused);
        } catch (KafkaException e) {
            return new ArrayList<>();
        }
    }

    private static List<String> found(Supplier<Workers> workers, BooleanSupplier isPaused) {
        List<String> missing = new ArrayList<>();
        if (isPaused.getAsBoolean()) {
            missing.add(CutoverConditions.PAUSED);
        }
        missing.addAll(workers.get().missing());
        return missing;
    }

    /// To be called while somebody waits, as often as they like.
    public void look() {
        Instant now = clock.instant();
        if (now.isBefore(next)) {
            return;
        }
        next = now.plus(EVERY);
        try {
            String missing = String.join("; ", found(workers, isPaused));
            if (!missing.equals(told)) {
                told = missing;
                news.accept(missing.isEmpty() ? "readers and writers are at work again" : missing);
            }
        } catch (RetriableException e) {
            // Kafka is asked again soon.
        }
    }
}
