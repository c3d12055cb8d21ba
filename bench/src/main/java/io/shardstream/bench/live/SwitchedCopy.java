package io.shardstream.bench.live;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.pipeline.RunText;
import io.shardstream.bench.stage.Stage;
import io.shardstream.cli.sample.SampleDocument;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.Request;
import io.shardstream.common.record.SignedOff;
import io.shardstream.common.record.Step;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A copy that follows its source, of which one percent is deleted before production is switched over.
///
/// @param name of the run and of its target
/// @param isBusy whether clients delete and update documents until the block
record SwitchedCopy(Stage stage, Workload workload, Path folder, String name, boolean isBusy) {
    /// One of so many documents is deleted.
    static final int ONE_PERCENT = 100;

    private static final double MILLIS = 1e3;

    /// What the step before the block says.
    private static final Pattern FORETOLD = Pattern.compile("refused for about ([0-9.]+) s");

    /// What a cut-over took.
    ///
    /// @param refused seconds in which a client's writes were refused
    /// @param blocked seconds in which no index took writes, at most, as the control topic says
    /// @param foretold seconds in which writes were said to be refused, before they were
    /// @param steps seconds by step, as the control topic says
    record Switch(double refused, double blocked, double foretold, Map<String, Double> steps) {}

    /// Copies, deletes, switches, compares, and removes what it has made.
    ///
    /// @param heard told what goes on
    /// @throws IllegalStateException if the cut-over was refused or given up, or the copy differs
    Switch make(Consumer<String> heard) throws Exception {
        String source = name + "-source";
        stage.create(source, workload.shards(), "", workload.shape().mappings());
        stage.rest().post("/_aliases", """
            {"actions":[{"add":{"index":"%s","alias":"%s-production"}}]}\
            """.formatted(source, name));
        heard.accept("Loading %,d documents (%s) into %d shards."
                .formatted(workload.documents(), workload.shape().what(), workload.shards()));
        stage.load(source, workload);
        Path runFile = RunText.write(
                folder,
                name,
                stage,
                source,
                List.of("shards: " + workload.shards(), "replicas: 0"),
                "follow: true",
                // The cut-over finds all deletes itself.
                "sweep: { every: 24h }");
        try (LiveRun run = LiveRun.begin(runFile)) {
            run.start("reader");
            run.start("writer");
            heard.accept("Copying.");
            run.await("copied", () -> run.records().isIn(Phase.CATCHING_UP));
            long deleted = delete(source);
            heard.accept("Deleted %,d documents; cutting over.".formatted(deleted));
            run.await("ready to be cut over", () -> isReady(run));
            long deletedLast = 0;
            double refused;
            if (isBusy) {
                BusyClient busy = BusyClient.of(stage.url(), name + "-production", workload, ONE_PERCENT);
                try (busy) {
                    refused = cutOver(run, runFile);
                }
                deletedLast = busy.deleted();
                heard.accept("Deleted %,d documents more before the block.".formatted(deletedLast));
            } else {
                refused = cutOver(run, runFile);
            }
            Switch made = read(refused, run.records());
            stage.requireEqual(source, name, workload.documents() - deleted - deletedLast);
            stage.delete(source);
            stage.delete(name);
            return made;
        }
    }

    private double cutOver(LiveRun run, Path runFile) throws InterruptedException {
        RefusedWrites client = RefusedWrites.of(stage.url(), name + "-production");
        try (client) {
            if (!run.command("cutover")) {
                throw new IllegalStateException("The cut-over failed: " + runFile.resolveSibling("cutover.log"));
            }
        }
        return client.seconds();
    }

    private static boolean isReady(LiveRun run) {
        try {
            return run.command("cutover", "--dry-run");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static Switch read(double refused, ControlRecords said) {
        SignedOff signed = said.of(SignedOff.KEY, SignedOff::decode).orElseThrow();
        Instant asked = said.of(Request.KEY, Request::decode).orElseThrow().at();
        List<Step> steps = said.all(Step.keyPrefix(signed.request()), Step::decode);
        return new Switch(refused, signed.blockedMillis() / MILLIS, foretold(steps), StepTimes.of(asked, steps));
    }

    private static double foretold(List<Step> steps) {
        return steps.stream()
                .map(step -> FORETOLD.matcher(step.detail()))
                .filter(Matcher::find)
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the cut-over did not say how long it would take"));
    }

    private long delete(String source) {
        StringBuilder lines = new StringBuilder();
        long deleted = 0;
        try (Stream<SampleDocument> documents = workload.stream()) {
            long number = 0;
            for (Iterator<SampleDocument> each = documents.iterator(); each.hasNext(); number++) {
                String id = each.next().id();
                if (number % ONE_PERCENT == 0) {
                    lines.append("{\"delete\":{\"_id\":\"").append(id).append("\"}}\n");
                    deleted++;
                }
            }
        }
        JsonNode answer = stage.rest().post("/" + source + "/_bulk?filter_path=errors", lines.toString());
        if (answer.path("errors").asBoolean(true)) {
            throw new IllegalStateException("Not all documents could be deleted that were to be");
        }
        return deleted;
    }
}
