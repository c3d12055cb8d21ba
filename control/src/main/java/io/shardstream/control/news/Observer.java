package io.shardstream.control.news;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.record.MemberReport;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.ledger.LedgerSums;
import io.shardstream.control.topics.KafkaAnswer;
import io.shardstream.control.view.MemberView;
import io.shardstream.control.view.Observed;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks who works for a run, and what is told. What Kafka does not answer stays as it was seen last. Used by one
/// thread.
public final class Observer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Observer.class);
    private static final Duration BETWEEN_GROUPS = Duration.ofSeconds(3);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Admin admin;
    private final NewsTail news;
    private final String readers;
    private final String writers;
    private final Supplier<Optional<LedgerSums>> ledger;
    private final InstantSource clock;
    private List<MemberDescription> reading = List.of();
    private List<MemberDescription> writing = List.of();
    private Instant nextGroups = Instant.MIN;
    private Instant nextNews = Instant.MIN;

    private Observer(
            Admin admin,
            NewsTail news,
            RunTopics topics,
            RunPlan plan,
            Supplier<Optional<LedgerSums>> ledger,
            InstantSource clock) {
        this.admin = admin;
        this.news = news;
        this.readers = topics.readersGroup();
        this.writers = topics.writersGroup(plan.docsTopicId());
        this.ledger = ledger;
        this.clock = clock;
    }

    /// @param topics in the generation of the plan
    /// @param ledger what it says now
    public static Observer of(
            KafkaConnection kafka,
            RunTopics topics,
            RunPlan plan,
            Supplier<Optional<LedgerSums>> ledger,
            InstantSource clock) {
        try (HalfMade made = new HalfMade()) {
            Admin admin = kafka.admin("shardstream-observer");
            made.part(admin, () -> admin.close(Duration.ZERO));
            Observer observer = new Observer(admin, NewsTail.of(kafka, topics), topics, plan, ledger, clock);
            made.keep();
            return observer;
        }
    }

    public Observed look() {
        Instant now = clock.instant();
        if (!now.isBefore(nextGroups)) {
            nextGroups = now.plus(BETWEEN_GROUPS);
            try {
                lookAtGroups();
            } catch (KafkaException e) {
                nextGroups = now.plus(AFTER_FAILURE);
                LOG.debug("Who works for the run is not known", e);
            }
        }
        if (!now.isBefore(nextNews)) {
            try {
                news.poll();
            } catch (KafkaException e) {
                nextNews = now.plus(AFTER_FAILURE);
                LOG.debug("What happened is not known", e);
            }
        }
        List<MemberReport> reports = news.reports(now);
        List<MemberView> members = Stream.concat(
                        Members.of("reader", reading, reports).stream(),
                        Members.of("writer", writing, reports).stream())
                .toList();
        return new Observed(ledger.get(), members, Members.loads(reports), Members.behind(reports), news.events());
    }

    private void lookAtGroups() {
        reading = members(readers);
        writing = members(writers);
    }

    /// A group that nobody has joined yet is not known.
    private List<MemberDescription> members(String group) {
        try {
            return KafkaAnswer.within(
                            PATIENCE,
                            admin.describeConsumerGroups(List.of(group)).all())
                    .values()
                    .stream()
                    .flatMap(described -> described.members().stream())
                    .toList();
        } catch (GroupIdNotFoundException e) {
            return List.of();
        }
    }

    @Override
    public void close() {
        news.close();
        admin.close(Duration.ofSeconds(2));
    }
}
