package io.shardstream.cli.steer;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.run.reread.KafkaLaneTopics;
import io.shardstream.control.run.reread.LastCopies;
import io.shardstream.control.run.reread.ReadAgain;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.control.state.controller.ControllerStandby;
import io.shardstream.control.state.controller.KafkaJournal;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Shows what the docs topic of a run has lost, and has everything read again.
final class ReadingAgain {
    private static final int SAMPLE = 10;

    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final short replication;
    private final ControlRecords records;
    private final ClusterSwitch source;
    private final PrintWriter out;

    /// @param replication replicas of the new topics, -1 for the broker's default
    /// @param records those of a run that was prepared
    /// @param source the source's cluster
    ReadingAgain(
            KafkaConnection kafka,
            RunTopics topics,
            short replication,
            ControlRecords records,
            ClusterSwitch source,
            PrintWriter out) {
        this.kafka = kafka;
        this.topics = topics;
        this.replication = replication;
        this.records = records;
        this.source = source;
        this.out = out;
    }

    /// @param dryRun whether nothing is changed
    /// @param accepted how many documents may be deleted that only Kafka has
    void settle(boolean dryRun, long accepted) throws InterruptedException, ElasticException {
        RunPlan plan = records.plan().orElseThrow();
        RunTopics now = topics.inGeneration(plan.generation());
        try (KafkaLaneTopics lanes = new KafkaLaneTopics(kafka, topics, replication)) {
            ReadAgain again = new ReadAgain(
                    topics.run(),
                    lanes,
                    () -> new KafkaJournal(kafka, topics, plan),
                    ControllerStandby.thisProcess(),
                    InstantSource.system(),
                    Thread::sleep);
            show(again.lost(records));
            boolean hasCopies = lanes.hasDocs(plan) || !lanes.earlier(plan).isEmpty();
            Optional<String> lastCopies = hasCopies ? lastCopies(lanes, plan, accepted) : Optional.empty();
            if (dryRun) {
                lastCopies.ifPresent(out::println);
                out.println("Nothing was changed: without --dry-run the source is read again from its start, into "
                        + now.inGeneration(plan.generation() + 1).docs() + ", and " + now.docs() + " is deleted.");
                return;
            }
            ReadAgain.Begun begun = again.begin(
                    records,
                    () -> lastCopies.ifPresent(why -> {
                        throw new RunRefusedException(why);
                    }),
                    out::println);
            String docs = topics.inGeneration(begun.plan().generation()).docs();
            out.println(
                    begun.isNew()
                            ? "Run " + topics.run() + " reads everything again, into " + docs
                                    + ". What works goes on with that; start again what has stopped."
                            : "An earlier 'resume --read-again' is finished now: run " + topics.run() + " reads into "
                                    + docs + ". Start again what has stopped.");
        }
    }

    private Optional<String> lastCopies(KafkaLaneTopics lanes, RunPlan plan, long accepted) throws ElasticException {
        return new LastCopies(topics.run(), records, source, new LastCopies.Held() {
                    @Override
                    public RunState state() {
                        try (RunStateReader reader = RunStateReader.withoutRejects(kafka, topics, plan)) {
                            return reader.read();
                        }
                    }

                    @Override
                    public long kept() {
                        try (RunStateReader reader = RunStateReader.glance(kafka, topics, plan)) {
                            return reader.kept();
                        }
                    }

                    @Override
                    public long keptEarlier() {
                        return lanes.keptEarlier(plan);
                    }

                    @Override
                    public Set<Integer> cut() {
                        return lanes.cut(plan);
                    }
                })
                .unlessAccepted(accepted);
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
