package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.MemberReport;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.controller.Understanding.Part;
import io.shardstream.control.state.topics.KafkaAnswer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/// The members of the run's groups, which Kafka knows, and what they announce. Its clients are made at the
/// first look. Used by one thread, and closed when that has ended.
public final class MembersOfGroups implements MemberFormats, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final List<Part> parts;
    private final InstantSource clock;
    private @Nullable Admin admin;
    private @Nullable Announcements announcements;
    private @Nullable Understanding understanding;

    /// @param topics in the generation of the plan
    public MembersOfGroups(KafkaConnection kafka, RunTopics topics, RunPlan plan, InstantSource clock) {
        this.kafka = kafka;
        this.topics = topics;
        this.clock = clock;
        this.parts = List.of(
                new Part("reader", "shardstream-reader", topics.readersGroup()),
                new Part("writer", "shardstream-writer", topics.writersGroup(plan.docsTopicId())),
                new Part(MemberReport.CONTROL, ControllerGroup.CLIENT, topics.controllersGroup()));
    }

    @Override
    public Map<String, Integer> look() {
        Understanding understanding = understanding();
        Map<String, Integer> formats = new HashMap<>();
        for (Part part : parts) {
            formats.putAll(understanding.of(part, members(part.group())));
        }
        return formats;
    }

    /// A group that nobody has joined yet is not known.
    private Collection<MemberDescription> members(String group) {
        try {
            return KafkaAnswer.within(
                            PATIENCE,
                            admin().describeConsumerGroups(List.of(group)).all())
                    .values()
                    .stream()
                    .flatMap(described -> described.members().stream())
                    .toList();
        } catch (GroupIdNotFoundException e) {
            return List.of();
        }
    }

    private Admin admin() {
        Admin made = admin;
        if (made == null) {
            made = kafka.admin("shardstream-members");
            admin = made;
        }
        return made;
    }

    /// By what has been announced until now.
    private Understanding understanding() {
        Announcements told = announcements;
        Understanding made = understanding;
        if (told == null || made == null) {
            told = new Announcements(kafka.consumer("shardstream-announcements", Map.of()), topics, clock);
            made = new Understanding(told, clock);
            announcements = told;
            understanding = made;
        }
        told.poll();
        return made;
    }

    @Override
    public void close() {
        if (announcements != null) {
            announcements.close();
        }
        if (admin != null) {
            admin.close(CLOSING);
        }
    }
}
