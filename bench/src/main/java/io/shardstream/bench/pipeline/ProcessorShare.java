package io.shardstream.bench.pipeline;

import io.shardstream.bench.report.Row;
import io.shardstream.bench.report.Samples;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.worker.Done;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// Processor time that a copy took, by who took it.
///
/// @param own seconds of reader and writer
/// @param broker seconds of Kafka
/// @param search seconds of the search cluster
/// @param bytes of the documents that were copied
record ProcessorShare(double own, double broker, double search, long bytes) {
    private static final double PERCENT = 100;
    private static final double GIGABYTE = 1e9;

    /// What the servers had used at one moment.
    record Before(Duration broker, Duration search) {
        static Before of(BenchServers stage) {
            return new Before(stage.kafkaTime(), stage.searchTime());
        }

        /// What was used since.
        ProcessorShare until(BenchServers stage, Done done) {
            return new ProcessorShare(
                    done.processorSeconds(),
                    seconds(stage.kafkaTime().minus(broker)),
                    seconds(stage.searchTime().minus(search)),
                    done.bytes());
        }
    }

    /// Of everything beside the search cluster, in percent of the search cluster's.
    double percent() {
        return PERCENT * (own + broker) / search;
    }

    /// Rows of who took how much for a gigabyte of documents.
    static List<Row> rows(String place, List<ProcessorShare> shares) {
        return List.of(
                row(place + "processor time of reader and writer for a GB", shares, ProcessorShare::own),
                row(place + "processor time of the broker for a GB", shares, ProcessorShare::broker),
                row(place + "processor time of the search cluster for a GB", shares, ProcessorShare::search));
    }

    private static Row row(String what, List<ProcessorShare> shares, ToDoubleFunction<ProcessorShare> part) {
        return new Row(
                what,
                new Samples(shares.stream()
                        .map(share -> part.applyAsDouble(share) * GIGABYTE / share.bytes())
                        .toList()),
                "s");
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
