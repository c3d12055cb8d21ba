package io.shardstream.localcluster;

import io.shardstream.localcluster.process.LocalServerException;
import io.shardstream.localcluster.search.ServerVersion;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// What the command line asks for.
///
/// @param brokers number of Kafka brokers, 0 for no Kafka
/// @param searchClusters one cluster each
/// @param nodes nodes of each search cluster
record LocalClusterArguments(int brokers, List<ServerVersion> searchClusters, int nodes) {

    static final String USAGE = "Usage: [--kafka <brokers>] [--elasticsearch <version>]... [--opensearch <version>]..."
            + " [--nodes <per search cluster>], such as: --kafka 1 --elasticsearch 9.5.3 --nodes 2";

    LocalClusterArguments {
        searchClusters = List.copyOf(searchClusters);
    }

    static LocalClusterArguments parse(List<String> arguments) {
        int brokers = 0;
        int nodes = 1;
        List<ServerVersion> clusters = new ArrayList<>();
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            String option = rest.next();
            if (!rest.hasNext()) {
                throw wrong(option + " has no value");
            }
            String value = rest.next();
            switch (option) {
                case "--kafka" -> brokers = count(option, value);
                case "--nodes" -> nodes = count(option, value);
                case "--elasticsearch", "--opensearch" ->
                    clusters.add(ServerVersion.parse(option.substring(2) + ":" + value));
                default -> throw wrong("unknown option " + option);
            }
        }
        if (brokers == 0 && clusters.isEmpty()) {
            throw wrong("nothing to start");
        }
        return new LocalClusterArguments(brokers, clusters, nodes);
    }

    private static int count(String option, String value) {
        if (!value.matches("[1-9]\\d?")) {
            throw wrong(option + " takes a number from 1 to 99, not " + value);
        }
        return Integer.parseInt(value);
    }

    private static LocalServerException wrong(String problem) {
        return new LocalServerException(problem + ". " + USAGE);
    }
}
