package io.shardstream.bench.stage;

import io.shardstream.bench.documents.Shape;
import io.shardstream.bench.documents.Workload;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// How a benchmark is to be run.
///
/// @param quick with less data and two pairs
/// @param documents if others than the benchmark's own number are wanted
/// @param pairs if another number than the benchmark's own is wanted
/// @param shape of the documents, where the benchmark leaves that open
/// @param servers to measure on, if others than the benchmark's own are wanted
/// @param seed of everything that is generated
/// @param folder for logs and run files; an existing one, deleted afterwards
/// @param cache for what is fetched; kept
/// @param heard told what goes on
public record Setting(
        boolean quick,
        OptionalLong documents,
        OptionalInt pairs,
        Shape shape,
        List<SearchServerVersion> servers,
        long seed,
        Path folder,
        Path cache,
        Consumer<String> heard) {
    private static final int PAIRS = 5;
    private static final int QUICK_PAIRS = 2;

    public Setting {
        servers = List.copyOf(servers);
    }

    /// How often each contestant runs.
    public int rounds() {
        return pairs.orElse(quick ? QUICK_PAIRS : PAIRS);
    }

    /// How often a whole is repeated that takes minutes and is held against nothing: once, unless somebody
    /// wants more.
    public int repeats() {
        return pairs.orElse(1);
    }

    /// The documents to measure with.
    ///
    /// @param full how many, unless somebody wants others
    /// @param few how many if it has to be quick
    public Workload workload(long full, long few, int shards) {
        return new Workload(shape, documents.orElse(quick ? few : full), seed, shards);
    }

    /// The servers to measure on, unless somebody wants others.
    public List<SearchServerVersion> serversOr(String... usual) {
        return servers.isEmpty()
                ? List.of(usual).stream().map(SearchServerVersion::parse).toList()
                : servers;
    }

    /// What reports of copies into an index that is made for them say, too.
    public Map<String, Object> copyFacts(Workload workload) {
        Map<String, Object> facts = facts(workload);
        facts.put("target settings", "0 replicas, refresh_interval -1, durability request, explicit mappings");
        return facts;
    }

    /// What every report says about its data and its machine.
    public Map<String, Object> facts(Workload workload) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("documents", "%,d".formatted(workload.documents()));
        facts.put("kind", workload.shape().what());
        facts.put("mean size", "about %,d B".formatted(workload.meanBytes()));
        facts.put("source shards", workload.shards());
        facts.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " processors shared by all, JDK " + Runtime.version());
        facts.put("rounds", rounds() + (quick ? " (quick: less data and fewer rounds than a figure needs)" : ""));
        return facts;
    }
}
