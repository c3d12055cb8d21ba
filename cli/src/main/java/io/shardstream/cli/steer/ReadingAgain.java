package io.shardstream.cli.steer;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.again.KafkaLaneTopics;
import io.shardstream.control.again.ReadAgain;
import io.shardstream.control.controller.ControllerService;
import io.shardstream.control.controller.KafkaJournal;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;

/// Shows what the docs topic of a run has lost, and has everything read again.
final class ReadingAgain {
    private static final int SAMPLE = 10;

    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final short replication;
    private final ControlRecords records;
    private final PrintWriter out;

    /// @param replication replicas of the new topics, -1 for the broker's default
    /// @param records those of a run that was prepared
    ReadingAgain(KafkaConnection kafka, RunTopics topics, short replication, ControlRecords records, PrintWriter out) {
        this.kafka = kafka;
        this.topics = topics;
        this.replication = replication;
        this.records = records;
        this.out = out;
    }

    /// @param dryRun whether nothing is changed
    void settle(boolean dryRun) throws InterruptedException {
        RunPlan plan = records.plan().orElseThrow();
        RunTopics now = topics.inGeneration(plan.generation());
        try (KafkaLaneTopics lanes = new KafkaLaneTopics(kafka, topics, replication)) {
            ReadAgain again = new ReadAgain(
                    topics.run(),
                    lanes,
                    () -> new KafkaJournal(kafka, topics, plan),
                    ControllerService.thisProcess(),
                    InstantSource.system(),
                    Thread::sleep);
            show(again.lost(records));
            if (dryRun) {
                out.println("Nothing was changed: without --dry-run the source is read again from its start, into "
                        + now.inGeneration(plan.generation() + 1).docs() + ", and " + now.docs() + " is deleted.");
                return;
            }
            ReadAgain.Begun begun = again.begin(records, out::println);
            String docs = topics.inGeneration(begun.plan().generation()).docs();
            out.println(
                    begun.isNew()
                            ? "Run " + topics.run() + " reads everything again, into " + docs
                                    + ". What works goes on with that; start again what has stopped."
                            : "An earlier 'resume --read-again' is finished now: run " + topics.run() + " reads into "
                                    + docs + ". Start again what has stopped.");
        }
    }

    private void show(List<String> lost) {
        if (lost.isEmpty()) {
            out.println("Nothing is seen to be missing in Kafka.");
        }
        lost.stream().limit(SAMPLE).forEach(out::println);
        if (lost.size() > SAMPLE) {
            out.println("And " + (lost.size() - SAMPLE) + " more like these.");
        }
        out.flush();
    }
}
