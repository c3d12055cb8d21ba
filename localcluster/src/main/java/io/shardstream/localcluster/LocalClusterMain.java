package io.shardstream.localcluster;

import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.search.SearchCluster;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// Starts local servers in the foreground, prints where they are and keeps them until Ctrl-C.
public final class LocalClusterMain {

    private final PrintStream out;
    private final List<AutoCloseable> started = new ArrayList<>();

    private LocalClusterMain(PrintStream out) {
        this.out = out;
    }

    /// Runs the command; [LocalClusterArguments#USAGE] tells the arguments.
    public static void main(String[] args) throws InterruptedException {
        try {
            new LocalClusterMain(System.out).run(LocalClusterArguments.parse(List.of(args)));
            Thread.currentThread().join();
        } catch (LocalServerException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private void run(LocalClusterArguments wanted) {
        if (wanted.brokers() > 0) {
            KafkaCluster kafka =
                    KafkaCluster.builder().brokers(wanted.brokers()).start();
            started.add(kafka);
            out.println("kafka " + kafka.bootstrapServers());
        }
        wanted.searchClusters().forEach(version -> {
            SearchCluster cluster =
                    SearchCluster.of(version).nodes(wanted.nodes()).start();
            started.add(cluster);
            cluster.urls().forEach(url -> out.println(version + " " + url));
        });
        out.println("Ctrl-C ends " + started.size() + " cluster(s) and deletes their data.");
    }
}
