package io.shardstream.control.preflight.checkup;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.preflight.server.BrokerFindings;
import io.shardstream.control.preflight.server.KafkaFacts;
import io.shardstream.control.preflight.server.KafkaSurvey;
import io.shardstream.control.preflight.server.LimitFindings;
import io.shardstream.control.preflight.server.TopicFindings;
import io.shardstream.control.state.ControlTopic;
import io.shardstream.control.state.Controllers;
import io.shardstream.control.state.LostControl;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.topics.OneKafka;
import io.shardstream.control.state.topics.TopicCreation;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/// Looks at Kafka, at the topics and groups of a run, and at what its control topic says.
public final class KafkaCheckup {
    private static final short BROKERS_DEFAULT = -1;

    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final int replication;
    private final Duration sessionTimeout;
    private final FindingList findings;

    /// @param replication replicas of each topic, as the run file asks, or -1 for the brokers' default
    /// @param sessionTimeout of readers and writers
    public KafkaCheckup(
            KafkaConnection kafka, RunTopics topics, int replication, Duration sessionTimeout, FindingList findings) {
        this.kafka = kafka;
        this.topics = topics;
        this.replication = replication;
        this.sessionTimeout = sessionTimeout;
        this.findings = findings;
    }

    /// What is wrong is a finding, also that nobody answers.
    ///
    /// @return the plan of the run; empty if it was never prepared, as far as is known
    public Optional<RunPlan> look() {
        try {
            OneKafka.require(kafka);
            Optional<ControlRecords> records = ControlTopic.find(kafka, topics);
            findings.add(Finding.notes(FindingCode.KAFKA_ANSWERS, "Kafka answers.", ""));
            records.map(RunRule::unreadable).ifPresent(findings::addAll);
            Optional<RunPlan> plan = records.flatMap(ControlRecords::plan);
            if (records.isEmpty() || plan.isEmpty()) {
                findings.add(LostControl.of(kafka, topics)
                        .map(lost -> Finding.blocks(FindingCode.CONTROL_TOPIC_LOST, lost, ""))
                        .orElseGet(() -> Finding.notes(
                                FindingCode.RUN_NOT_PREPARED,
                                "Run " + topics.run() + " was not prepared yet.",
                                "'plan' says whether it can be done; 'run' or 'control' prepares it.")));
                return Optional.empty();
            }
            run(records.get(), plan.get());
            return plan;
        } catch (BlockedException e) {
            tell(e);
        } catch (RunRefusedException e) {
            findings.add(Finding.blocks(FindingCode.KAFKA_NOT_ANSWERING, String.valueOf(e.getMessage()), ""));
        } catch (KafkaException e) {
            findings.add(Finding.blocks(
                    FindingCode.KAFKA_NOT_ANSWERING,
                    "Kafka: " + e.getMessage(),
                    "Check kafka.bootstrap and kafka.properties."));
        }
        return Optional.empty();
    }

    private void run(ControlRecords records, RunPlan plan) {
        RunTopics current = topics.inGeneration(plan.generation());
        boolean goesOn = isGoingOn(records);
        RunRule.open(records, Instant.now()).ifPresent(findings::add);
        topics(current, plan);
        KafkaFacts facts = new KafkaSurvey(kafka, current).facts();
        findings.addAll(TopicFindings.of(current, facts, replication));
        if (goesOn) {
            findings.addAll(BrokerFindings.ofWorking(facts, replication, sessionTimeout));
            findings.addAll(LimitFindings.ofKafka(plan.maxDocumentBytes(), current, facts));
            controllers();
            members(plan);
        }
    }

    private void controllers() {
        try {
            findings.add(RunRule.controllers(Controllers.atWork(kafka, topics), waits()));
        } catch (KafkaException | RunRefusedException e) {
            findings.add(
                    Finding.unknown(FindingCode.PROCESSES_UNKNOWN, "who controls the run (" + e.getMessage() + ")."));
        }
    }

    /// Whether the run waits for a person, as was found before.
    private boolean waits() {
        return findings.has(FindingCode.RUN_BLOCKED);
    }

    /// Whether the run has not ended, as far as can be read, and what is found of that.
    private boolean isGoingOn(ControlRecords records) {
        try {
            RunRule.refused(records).ifPresent(findings::addFirst);
            findings.addAll(RunRule.said(topics.run(), records));
            boolean goesOn = records.end(topics.run()).isEmpty();
            if (goesOn) {
                RunRule.throttled(records, Instant.now()).ifPresent(findings::add);
            }
            return goesOn;
        } catch (BlockedException e) {
            tell(e);
            return true;
        }
    }

    /// A record whose kind is not known to [ControlRecords#unreadable()], or the format of all.
    private void tell(BlockedException e) {
        if (!findings.has(FindingCode.RECORD_UNREADABLE)) {
            findings.add(Finding.blocks(FindingCode.RECORD_UNREADABLE, String.valueOf(e.getMessage()), ""));
        }
    }

    private void members(RunPlan plan) {
        try (RunStateReader reader = RunStateReader.glance(kafka, topics, plan)) {
            read(reader);
            findings.add(RunRule.members(FindingCode.NO_READER, "reader", reader.readers(), waits()));
            findings.add(RunRule.members(FindingCode.NO_WRITER, "writer", reader.writers(), waits()));
        } catch (KafkaException e) {
            findings.add(
                    Finding.unknown(FindingCode.PROCESSES_UNKNOWN, "who works for the run (" + e.getMessage() + ")."));
        }
    }

    /// Who works is known all the same.
    private void read(RunStateReader reader) {
        try {
            var _ = reader.read();
        } catch (UnknownRecordException e) {
            findings.add(RunRule.unreadable(e));
        }
    }

    private void topics(RunTopics current, RunPlan plan) {
        Admin admin = kafka.admin("shardstream-doctor");
        try {
            new TopicCreation(admin, current, BROKERS_DEFAULT).requireUnchanged(plan);
        } catch (RunRefusedException e) {
            findings.add(Finding.blocks(FindingCode.TOPIC_CHANGED, String.valueOf(e.getMessage()), ""));
        } finally {
            // Without a limit it would wait for a broker that does not answer.
            admin.close(Duration.ZERO);
        }
    }
}
