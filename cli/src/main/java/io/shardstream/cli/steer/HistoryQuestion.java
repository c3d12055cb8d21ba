package io.shardstream.cli.steer;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.RunFileMapping;
import io.shardstream.cli.view.DocumentText;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.ScanPace;
import io.shardstream.control.compare.version.ChangedHistory;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.KafkaHistoryRecords;
import io.shardstream.control.compare.version.NewHistory;
import io.shardstream.control.state.lanes.KafkaLanes;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Shows what changed histories of source shards mean for the target, and accepts them.
final class HistoryQuestion {
    private static final int SAMPLE = 10;
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

    private final RunFile file;
    private final Connections to;
    private final ControlRecords records;
    private final RunPlan plan;
    private final PrintWriter out;
    private final Runnable consent;
    private Instant nextSaid = Instant.now().plus(BETWEEN_LINES);

    /// @param records those of a run that was prepared
    /// @param consent throws if nobody consents to what was shown
    HistoryQuestion(RunFile file, Connections to, ControlRecords records, PrintWriter out, Runnable consent) {
        this.file = file;
        this.to = to;
        this.records = records;
        this.plan = records.plan().orElseThrow();
        this.out = out;
        this.consent = consent;
    }

    /// @param dryRun whether nothing is accepted
    /// @param counted whether it is counted first what the target would lose
    void settle(boolean dryRun, boolean counted) throws ElasticException, NotPrimaryException, InterruptedException {
        RunTopics topics = new RunTopics(file.name());
        try (KafkaLanes lanes = new KafkaLanes(to.kafka(), topics, plan)) {
            NewHistory history = new NewHistory(
                    ComparedRun.of(
                            plan,
                            to.source(),
                            to.target(),
                            RunFileMapping.mayRefreshSource(file, records),
                            lanes,
                            _ -> ScanPace.NONE),
                    new KafkaHistoryRecords(to.kafka(), topics, records),
                    Thread::sleep);
            List<ChangedHistory> changes = history.changed();
            if (changes.isEmpty()) {
                out.println("No shard of " + plan.sourceIndex() + " has another history than the one that is copied.");
                return;
            }
            if (counted) {
                show(changes, history);
            } else {
                changes.forEach(change -> out.println(what(change) + ": what the target would lose was not counted."));
            }
            warn(changes);
            if (dryRun) {
                out.println("Nothing was accepted: without --dry-run the target becomes what the source is now.");
            } else {
                consent.run();
                history.accept(changes);
                out.println("Accepted: the target becomes what the source is now. Start again what has stopped.");
            }
        }
    }

    /// A shard on the same disk that has as many numbers again as were read looks as if it had gone on.
    private void warn(List<ChangedHistory> changes) {
        if (changes.stream().anyMatch(ChangedHistory::isPutBack)) {
            out.println("An older state of a disk was put back. Whether other shards of " + plan.sourceIndex()
                    + " on that disk were put back too cannot be told once they have been written to: then what was"
                    + " written to them since may be missing in the target. If they were, begin a new run under another"
                    + " name.");
        }
    }

    private void show(List<ChangedHistory> changes, NewHistory history)
            throws ElasticException, NotPrimaryException, InterruptedException {
        out.println("%d of %d shards of %s have another history. What the target took from them is compared; with"
                        .formatted(changes.size(), plan.sourceShards(), plan.sourceIndex())
                + " --uncounted it is not.");
        out.flush();
        Map<Integer, Loss> losses = new HashMap<>();
        Map<Integer, Long> copied = history.compare(
                changes,
                (shard, name) -> losses.computeIfAbsent(shard, _ -> new Loss()).add(DocumentText.of(name.key())),
                this::compared);
        for (ChangedHistory change : changes) {
            show(change, copied.getOrDefault(change.shard(), 0L), losses.getOrDefault(change.shard(), new Loss()));
        }
    }

    private void compared(int shards) {
        Instant now = Instant.now();
        if (now.isAfter(nextSaid)) {
            nextSaid = now.plus(BETWEEN_LINES);
            out.println("Compared: %d shards of %s.".formatted(shards, plan.targetIndex()));
            out.flush();
        }
    }

    /// What the target would lose of one shard.
    private static final class Loss {
        private final List<String> sample = new ArrayList<>();
        private long count;

        void add(String name) {
            count++;
            if (sample.size() < SAMPLE) {
                sample.add(name);
            }
        }
    }

    private String what(ChangedHistory change) {
        return "Shard %d of %s has another history (%s, not %s)"
                .formatted(change.shard(), plan.sourceIndex(), change.found(), change.copied());
    }

    private void show(ChangedHistory change, long copied, Loss loss) {
        out.println(what(change) + ": of the " + NumberText.count(copied) + " documents that the target took from it"
                + " it does not hold " + NumberText.count(loss.count) + " any more, which the next sweep would delete"
                + (loss.sample.isEmpty() ? "." : ", such as " + String.join(", ", loss.sample) + ".")
                + " Each of the others becomes what the source holds now, also where the target has a newer state that"
                + " the source has lost: up to " + NumberText.count(copied - loss.count) + ".");
        out.flush();
    }
}
