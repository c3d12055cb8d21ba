package io.shardstream.ittests.server;

import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
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

    /// Two Elasticsearch nodes of the standard version behind proxies, which take little at once: the first has a
    /// write queue of one place and a mebibyte for bulks under way, the second takes no request above 256 kB.
    public static ProxiedCluster narrow() {
        return Narrow.CLUSTER;
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
        static final ProxiedCluster CLUSTER = ProxiedCluster.start(SearchServerVersion.standard(), 2, 1024);
    }

    private static final class Narrow {
        static final ProxiedCluster CLUSTER = ProxiedCluster.start(
                SearchServerVersion.standard(),
                2,
                512,
                wanted -> wanted.nodeSetting(0, "thread_pool.write.size", "1")
                        .nodeSetting(0, "thread_pool.write.queue_size", "1")
                        .nodeSetting(0, "indexing_pressure.memory.limit", "1mb")
                        .nodeSetting(1, "http.max_content_length", "256kb")
                        // The least that the server allows: how soon it notices that a disk is full.
                        .setting("cluster.info.update.interval", "10s"));
    }

    private static final class Broker {
        static final ProxiedBroker BROKER = ProxiedBroker.start();
    }

    private static final class Plain {
        static final SearchCluster CLUSTER = SearchCluster.of(SearchServerVersion.standard())
                .heapMegabytes(768)
                .compilingLittle()
                .start();
    }
}
