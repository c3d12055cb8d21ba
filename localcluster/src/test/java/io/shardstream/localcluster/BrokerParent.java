package io.shardstream.localcluster;

import io.shardstream.localcluster.search.LocalServers;
import java.util.List;

/// A program that starts a broker, says so, and waits for its end.
final class BrokerParent {
    private BrokerParent() {}

    public static void main(String[] args) throws InterruptedException {
        new LocalServers(1, List.of(), 1).start(System.out::println);
        Thread.currentThread().join();
    }
}
