package io.shardstream.cli.part;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.view.Numbers;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.runfile.ReaderConfig;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.WriterConfig;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.reader.ReaderProgress;
import io.shardstream.reader.ReaderService;
import io.shardstream.reader.ReaderSettings;
import io.shardstream.writer.WriterProgress;
import io.shardstream.writer.WriterService;
import io.shardstream.writer.WriterSettings;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/// Starts reader and writer as a run file asks.
public final class Parts {
    private Parts() {}

    public static Part reader(RunFile run, RunPlan plan, Connections to) {
        ReaderConfig config = run.reader();
        ReaderService reader = ReaderService.start(
                new RunTopics(run.name()),
                plan,
                to.source(),
                to.kafka(),
                new ReaderSettings(
                        config.windowsInFlight(), config.windowBytes(), config.maxBytes(), run.sessionTimeout()));
        return new Running("reader", reader.end(), () -> sentence(reader.progress()), reader::close);
    }

    public static Part writer(RunFile run, RunPlan plan, Connections to) {
        WriterConfig config = run.writer();
        WriterService writer = WriterService.start(
                new RunTopics(run.name()),
                plan,
                to.target(),
                to.kafka(),
                new WriterSettings(
                        config.bulkBytes(), config.bulksInFlight(), config.maxBytes(), run.sessionTimeout()));
        return new Running("writer", writer.end(), () -> sentence(writer.progress()), writer::close);
    }

    private static String sentence(ReaderProgress progress) {
        return "read %s documents (%s)".formatted(Numbers.count(progress.docs()), bytes(progress.bytes()));
    }

    private static String sentence(WriterProgress progress) {
        return "wrote %s documents (%s), %s were superseded and %s rejected"
                .formatted(
                        Numbers.count(progress.applied()),
                        bytes(progress.bytes()),
                        Numbers.count(progress.superseded()),
                        Numbers.count(progress.rejected()));
    }

    private static String bytes(long count) {
        return Numbers.bytes((double) count);
    }

    private record Running(String name, CompletableFuture<Void> end, Supplier<String> sentence, Runnable closing)
            implements Part {
        @Override
        public String progress() {
            return sentence.get();
        }

        @Override
        public void close() {
            closing.run();
        }
    }
}
