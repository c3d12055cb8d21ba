package io.shardstream.control.console;

import static java.util.Objects.requireNonNull;

import io.shardstream.common.contract.record.MemberReport;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.control.console.ledger.LedgerSums;
import io.shardstream.control.console.view.MemberView;
import io.shardstream.control.console.view.Observed;
import io.shardstream.control.state.topics.KafkaAnswer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks who works for a run, and what is told. What Kafka does not answer stays as it was seen last. Used by
/// one thread.
public final class Observer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Observer.class);
    private static final Duration BETWEEN_GROUPS = Duration.ofSeconds(3);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Admin admin;
    private final NewsTail news;
    private final SeenGroup readers;
    private final SeenGroup writers;
    private final SeenGroup controllers;
    private final Supplier<Optional<LedgerSums>> ledger;
    private final InstantSource clock;
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
        this.readers = new SeenGroup(topics.readersGroup());
        this.writers = new SeenGroup(topics.writersGroup(plan.docsTopicId()));
        this.controllers = new SeenGroup(topics.controllersGroup());
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
            nextGroups = now.plus(lookAtGroups() ? BETWEEN_GROUPS : AFTER_FAILURE);
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
        Optional<List<MemberView>> members = readers.members()
                .flatMap(reading -> writers.members()
                        .map(writing -> Stream.concat(
                                        Members.of("reader", reading, reports).stream(),
                                        Members.of("writer", writing, reports).stream())
                                .toList()));
        return new Observed(
                ledger.get(),
                members,
                controllers.size(),
                Members.loads(reports),
                Members.behind(reports),
                news.events(),
                news.lastReport());
    }

    /// All groups are asked for at once, and waited for no longer than for one. Who may not ask for one of
    /// them hears of the others.
    ///
    /// @return whether all were answered
    private boolean lookAtGroups() {
        List<SeenGroup> groups = List.of(readers, writers, controllers);
        Map<String, KafkaFuture<ConsumerGroupDescription>> asked = admin.describeConsumerGroups(
                        groups.stream().map(SeenGroup::name).toList())
                .describedGroups();
        Instant deadline = clock.instant().plus(PATIENCE);
        long answered = groups.stream()
                .filter(group -> group.look(() -> answer(asked, group.name(), deadline)))
                .count();
        return answered == groups.size();
    }

    private Collection<MemberDescription> answer(
            Map<String, KafkaFuture<ConsumerGroupDescription>> asked, String group, Instant deadline) {
        Duration left = Duration.between(clock.instant(), deadline);
        return KafkaAnswer.within(left.isNegative() ? Duration.ZERO : left, requireNonNull(asked.get(group)))
                .members();
    }

    @Override
    public void close() {
        news.close();
        admin.close(Duration.ofSeconds(2));
    }
}
