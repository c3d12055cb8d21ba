package io.shardstream.cli.demo;

import io.shardstream.cli.view.ProgressPrinter;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.RunFileException;
import io.shardstream.workload.compare.ComparisonReport;
import io.shardstream.workload.compare.IndexComparison;
import java.io.PrintWriter;
import java.util.Set;

/// The scenario: stage, load, copy with kills, compare.
final class Demo {
    private static final int SAMPLES = 5;

    private final DemoSettings settings;
    private final PrintWriter err;
    private final boolean isTerminal;
    private final RunFile.Environment environment;

    /// @param err told what happens, in plain sentences
    Demo(DemoSettings settings, PrintWriter err, boolean isTerminal, RunFile.Environment environment) {
        this.settings = settings;
        this.err = err;
        this.isTerminal = isTerminal;
        this.environment = environment;
    }

    /// Plays it from the beginning to the end.
    ///
    /// @throws IllegalStateException if a part of it fails
    DemoReport play() {
        say("Starting a Kafka broker and two nodes of " + settings.server() + " (the first time they are fetched).");
        try (DemoServers stage = DemoServers.start(settings.server())) {
            load(stage);
            Kills kills = new Kills(settings, this::say);
            Figures figures = copy(stage, kills);
            if (kills.left() > 0) {
                say(kills.left() + " kills were planned at points that this copy was too short for: more --docs help.");
            }
            say("Comparing both indices, document by document and byte by byte.");
            ComparisonReport comparison = IndexComparison.of(stage.source(), stage.target(), Set.of(), SAMPLES);
            return new DemoReport(settings, figures, comparison);
        }
    }

    private void load(DemoServers stage) {
        say("Loading " + NumberText.count(settings.documents()) + " documents into " + DemoServers.SOURCE + ", "
                + DemoServers.SOURCE_SHARDS + " shards.");
        new SourceIndex(stage.search().url()).fill(settings, _ -> {});
    }

    private Figures copy(DemoServers stage, Kills kills) {
        say("Copying into " + DemoServers.TARGET + ", " + DemoServers.TARGET_SHARDS
                + " shards, with one reader and two writers"
                + (settings.kill() ? ", which are killed meanwhile." : "."));
        ProgressPrinter progress = new ProgressPrinter(err, isTerminal, System::nanoTime);
        try (RunFolder folder = RunFolder.create(stage.runFile());
                Copy copy = new Copy(folder.runFile(), RunFile.read(folder.runFile(), environment), kills, progress)) {
            return copy.run();
        } catch (ElasticException | RunFileException e) {
            throw new IllegalStateException("The demo's own run was refused: " + e.getMessage(), e);
        }
    }

    private void say(String sentence) {
        err.println(sentence);
        err.flush();
    }
}
