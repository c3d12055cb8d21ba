package io.shardstream.localcluster;

import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.server.LocalServer;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// Starts local servers in the foreground, prints where they are and keeps them until Ctrl-C.
public final class LocalClusterMain {

    /// Printed when everything serves.
    static final String STARTED = "Ctrl-C ends all and deletes their data.";

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
            kafka.brokers().forEach(broker -> print("kafka:" + KafkaCluster.VERSION, broker, broker.address()));
        }
        wanted.searchClusters().forEach(version -> {
            SearchCluster cluster =
                    SearchCluster.of(version).nodes(wanted.nodes()).start();
            started.add(cluster);
            cluster.nodes()
                    .forEach(node -> print(version.toString(), node, node.url().toString()));
        });
        out.println(STARTED);
    }

    private void print(String version, LocalServer server, String address) {
        out.println("%s %s %s pid %d".formatted(version, server.name(), address, server.pid()));
    }
}
