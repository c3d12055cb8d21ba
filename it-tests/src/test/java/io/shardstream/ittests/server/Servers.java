package io.shardstream.ittests.server;

import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.ServerVersion;
import java.util.concurrent.atomic.AtomicInteger;

/// The servers that all tests of one run share; each is started when the first test asks for it and ends with the JVM.
/// Tests use indices and runs of their own, by [#name].
public final class Servers {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private Servers() {}

    /// One Elasticsearch node of the standard version, without proxies.
    public static SearchCluster elasticsearch() {
        return Plain.CLUSTER;
    }

    /// Two Elasticsearch nodes of the standard version behind proxies.
    public static ProxiedCluster cluster() {
        return Pair.CLUSTER;
    }

    /// One broker behind a proxy.
    public static ProxiedBroker kafka() {
        return Broker.BROKER;
    }

    /// A name that no other test of this run has.
    public static String name(String stem) {
        return stem + "-" + NAMES.incrementAndGet();
    }

    private static final class Pair {
        static final ProxiedCluster CLUSTER = ProxiedCluster.start(ServerVersion.standard(), 2, 1024);
    }

    private static final class Broker {
        static final ProxiedBroker BROKER = ProxiedBroker.start();
    }

    private static final class Plain {
        static final SearchCluster CLUSTER =
                SearchCluster.of(ServerVersion.standard()).heapMegabytes(768).start();
    }
}
