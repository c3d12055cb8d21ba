package io.shardstream.control.run.clean;

import io.shardstream.common.contract.record.NewerFormatException;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.run.block.KnownRuns;
import io.shardstream.control.state.finding.NameList;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/// The runs that have a control topic in one Kafka. Nobody waits for longer than five seconds in all, but for
/// the closing of clients: those that cannot be read by then are named. Topics that the user may not see are
/// not among them.
public final class RunsOfKafka implements KnownRuns {
    private static final Duration MOST = Duration.ofSeconds(5);
    private static final Duration EACH = Duration.ofSeconds(2);

    private final KafkaConnection kafka;
    private final InstantSource clock;

    public RunsOfKafka(KafkaConnection kafka, InstantSource clock) {
        this.kafka = kafka;
        this.clock = clock;
    }

    /// Reads what the control topic of a run says.
    @FunctionalInterface
    interface Reading {
        /// @param most how long it may take
        ControlRecords read(RunTopics topics, Duration most);
    }

    @Override
    public Seen others(String own) {
        Instant end = clock.instant().plus(MOST);
        try (RunInKafka runs = RunInKafka.of(kafka)) {
            List<String> names = runs.controlled(MOST).stream()
                    .filter(run -> !run.equals(own))
                    .toList();
            return read(names, (topics, most) -> ControlRecords.readWithin(kafka, topics, most), clock, end);
        } catch (InterruptException e) {
            throw e;
        } catch (RunRefusedException | KafkaException e) {
            return new Seen(List.of(), Optional.of("this Kafka: " + why(e)));
        }
    }

    /// @param end when there is no more time
    static Seen read(Collection<String> names, Reading topics, InstantSource clock, Instant end) {
        List<Known> runs = new ArrayList<>();
        List<String> unseen = new ArrayList<>();
        for (String run : names) {
            Duration left = Duration.between(clock.instant(), end);
            if (left.isPositive()) {
                try {
                    ControlRecords said = topics.read(new RunTopics(run), left.compareTo(EACH) < 0 ? left : EACH);
                    known(run, said).ifPresent(runs::add);
                } catch (InterruptException e) {
                    throw e;
                } catch (NewerFormatException | BlockedException | KafkaException e) {
                    unseen.add("run " + run + " (" + why(e) + ")");
                }
            } else {
                unseen.add("run " + run + " (there was no time to read what it says)");
            }
        }
        return new Seen(runs, unseen.isEmpty() ? Optional.empty() : Optional.of(NameList.of(unseen)));
    }

    /// Empty if it was never prepared: then it has copied nothing yet.
    private static Optional<Known> known(String run, ControlRecords said) {
        Phase phase = said.phase().map(RunPhase::phase).orElse(Phase.BACKFILL);
        return said.plan()
                .map(plan -> new Known(run, plan, phase, Necessity.of(run, said).isEmpty()));
    }

    private static String why(RuntimeException failure) {
        String why = failure instanceof KafkaException refused
                ? KafkaRefusal.sentence(refused).orElse(String.valueOf(refused.getMessage()))
                : String.valueOf(failure.getMessage());
        return why.endsWith(".") ? why.substring(0, why.length() - 1) : why;
    }
}
