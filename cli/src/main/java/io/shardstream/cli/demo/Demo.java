package io.shardstream.cli.demo;

import io.shardstream.cli.compare.Comparison;
import io.shardstream.cli.compare.ComparisonReport;
import io.shardstream.cli.view.Numbers;
import io.shardstream.cli.view.ProgressPrinter;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.RunFileException;
import java.io.PrintWriter;
import java.nio.file.Path;
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

    DemoReport play() throws ElasticException, RunFileException {
        say("Starting a Kafka broker and two nodes of " + settings.server() + " (the first time they are fetched).");
        try (Stage stage = Stage.start(settings.server())) {
            load(stage);
            Kills kills = new Kills(settings, this::say);
            Figures figures = copy(stage, kills);
            say("Comparing both indices, document by document and byte by byte.");
            ComparisonReport comparison = Comparison.of(stage.source(), stage.target(), Set.of(), SAMPLES);
            return new DemoReport(settings, figures, comparison, kills.left());
        }
    }

    private void load(Stage stage) {
        say("Loading " + Numbers.count(settings.documents()) + " documents into " + Stage.SOURCE + ", "
                + Stage.SOURCE_SHARDS + " shards.");
        new SourceIndex(stage.search().url()).fill(settings, _ -> {});
    }

    private Figures copy(Stage stage, Kills kills) throws ElasticException, RunFileException {
        say("Copying into " + Stage.TARGET + ", " + Stage.TARGET_SHARDS + " shards, with one reader and two writers"
                + (settings.kill() ? ", which are killed meanwhile." : "."));
        Path runFile = stage.writeRunFile();
        ProgressPrinter progress = new ProgressPrinter(err, isTerminal, System::nanoTime);
        try (Copy copy = new Copy(runFile, RunFile.read(runFile, environment), kills, progress)) {
            return copy.run();
        }
    }

    private void say(String sentence) {
        err.println(sentence);
        err.flush();
    }
}
