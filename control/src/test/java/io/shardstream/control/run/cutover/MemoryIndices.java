package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.Anchor;
import io.shardstream.control.index.cluster.StateBlock;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Indices of a cluster in memory, their aliases and blocks, and what somebody else does to them.
abstract class MemoryIndices {
    static final String BLOCK = "-Block-";
    final Map<String, Map<String, Alias>> aliases = new HashMap<>();
    final Map<String, String> uuids = new HashMap<>();
    final Map<String, List<Integer>> withoutPrimary = new HashMap<>();
    final Set<String> closed = new HashSet<>();
    final Set<String> blocked = new HashSet<>();
    final Set<String> unconfirmed = new HashSet<>();
    final Map<String, Map<String, String>> settings = new HashMap<>();
    private final Set<String> away = new HashSet<>();
    final Map<String, List<StateBlock>> otherBlocks = new HashMap<>();
    private final Map<String, Integer> refused = new HashMap<>();
    final Set<String> emptied = new HashSet<>();
    Consumer<String> around = _ -> {};

    /// Makes an index, open and not blocked.
    public MemoryIndices with(String index, String ofUuid, Alias... ofIt) {
        uuids.put(index, ofUuid);
        aliases.put(index, new TreeMap<>());
        settings.put(index, new HashMap<>(Map.of("index.number_of_replicas", "0")));
        for (Alias alias : ofIt) {
            aliasesOf(index).put(alias.name(), alias);
        }
        return this;
    }

    /// Told each call before it is carried out (`before x`) and after (`after x`); may throw instead.
    public void around(Consumer<String> listener) {
        around = listener;
    }

    /// Its aliases, without those through which its write block was set or lifted.
    public Set<String> names(String index) {
        Set<String> names = new TreeSet<>(aliasesOf(index).keySet());
        names.removeIf(name -> name.contains(BLOCK));
        return names;
    }

    Map<String, Alias> aliasesOf(String index) {
        return aliases.getOrDefault(index, new TreeMap<>());
    }

    public Map<String, String> settingsOf(String index) {
        return settings.computeIfAbsent(index, _ -> new HashMap<>());
    }

    /// Somebody deletes an index.
    public void remove(String index) {
        aliases.remove(index);
        blocked.remove(index);
        unconfirmed.remove(index);
        uuids.remove(index);
    }

    /// Somebody closes an index, which is then not blocked for writes in the way that an open one is.
    public void close(String index) {
        closed.add(index);
    }

    /// Somebody opens it again.
    public void open(String index) {
        closed.remove(index);
    }

    /// Somebody deletes all documents of an index.
    public void empty(String index) {
        emptied.add(index);
    }

    /// An index loses these primaries, for good.
    public void lose(String index, Integer... shards) {
        withoutPrimary.put(index, List.of(shards));
    }

    /// Somebody moves an alias, or gives it to an index that nobody had.
    public void give(String alias, String from, String to) {
        aliasesOf(from).remove(alias);
        aliasesOf(to).put(alias, Alias.plain(alias));
    }

    /// From now on nobody answers what is asked about an index, or somebody does again.
    public void away(String index, boolean isAway) {
        if (isAway) {
            away.add(index);
        } else {
            away.remove(index);
        }
    }

    /// From now on everything that is asked about an index is refused with that status.
    public void refuse(String index, int status) {
        refused.put(index, status);
    }

    /// A cluster all of whose indices are away is away itself.
    void requireAnswer() throws ElasticException {
        if (!aliases.isEmpty() && aliases.keySet().stream().allMatch(name -> Anchor.is(name) || away.contains(name))) {
            throw new ElasticException.Unreachable("memory does not answer", new IOException("away"));
        }
    }

    void requireAnswer(String index) throws ElasticException {
        requireAnswer();
        if (away.contains(index)) {
            throw new ElasticException.Unreachable("memory does not answer", new IOException("away"));
        }
        new Reply("memory", Call.get("/" + index), refused.getOrDefault(index, 200), Bytes.EMPTY).orThrow();
    }

    /// Somebody gives an index an alias, or changes it there.
    public void give(String index, Alias alias) {
        aliasesOf(index).put(alias.name(), alias);
    }

    /// A server answers for an alias too, by the name of its index, of which nobody asked.
    void requireThere(String index) throws ElasticException {
        requireAnswer(index);
        if (isGone(index)) {
            if (aliases.values().stream().anyMatch(names -> names.containsKey(index))) {
                throw new ElasticException.Malformed("memory does not tell of '" + index + "'");
            }
            new Reply("memory", Call.get("/" + index), 404, Bytes.EMPTY).orThrow();
        }
    }

    /// Somebody else sets a write block, or takes it away.
    public void block(String index, boolean isBlocked) {
        if (isBlocked) {
            blocked.add(index);
        } else {
            blocked.remove(index);
        }
    }

    /// Somebody else sets blocks that are no write block, by what the cluster's state calls them.
    public void otherBlocks(String index, String... descriptions) {
        otherBlocks.put(index, Stream.of(descriptions).map(MemoryIndices::block).toList());
    }

    /// With the levels that servers give it.
    static StateBlock block(String description) {
        Set<String> levels = description.contains("metadata")
                ? Set.of("metadata_read", "metadata_write")
                : description.contains("index read (api)") ? Set.of("read") : Set.of("write", "metadata_write");
        return new StateBlock(description, levels, description.startsWith("cluster"));
    }

    /// Somebody else's write block that not all shards have confirmed.
    public void blockUnconfirmed(String index) {
        unconfirmed.add(index);
    }

    /// All shards confirm the block that was added, long after nobody waits for it.
    public void confirm(String index) {
        if (unconfirmed.remove(index)) {
            blocked.add(index);
        }
    }

    /// The names by which blocks of an index are set or lifted.
    public Set<String> blockNames(String index) {
        Set<String> all = new TreeSet<>(aliasesOf(index).keySet());
        all.removeAll(names(index));
        return all;
    }

    public boolean takesWrites(String index) {
        return !blocked.contains(index) && !unconfirmed.contains(index);
    }

    <T> T call(String name, Supplier<T> action) {
        around.accept("before " + name);
        T result = action.get();
        around.accept("after " + name);
        return result;
    }

    public boolean isGone(String index) throws ElasticException {
        requireAnswer(index);
        return !aliases.containsKey(index);
    }

    /// Copies of an index that were made and are there, by name.
    public Set<String> copiesOf(String index) {
        Set<String> all = new TreeSet<>(aliases.keySet());
        all.removeIf(name -> !name.startsWith(index + "-before-"));
        return all;
    }
}
