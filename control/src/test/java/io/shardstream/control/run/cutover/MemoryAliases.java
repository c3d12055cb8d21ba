package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.Anchor;
import io.shardstream.control.index.cluster.AnchorCluster;
import io.shardstream.control.index.cluster.Anchors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// How changes of aliases arrive in a cluster in memory, whether their names depend on anchors or not.
abstract class MemoryAliases extends MemoryIndices {
    /// Whether it is of a version that does not know `must_exist`.
    public boolean isOld;
    /// Whether names of blocks depend on anchors here, as where it is.
    boolean isAnchored;
    /// How often it was tried whether anchors can be made.
    int anchorTrials;
    /// What making an anchor is answered with.
    public int anchorStatus = 200;
    /// Whether shards of anchors find no node.
    public boolean isAnchorLost;
    /// Whether a snapshot has all anchors, so that none is deleted.
    public boolean isInSnapshot;
    /// What a call is answered with that gives or takes a name with its anchor.
    public int moveStatus = 200;
    public final AnchorCluster anchorCalls = new MemoryAnchors(true);
    final Anchors anchors = new Anchors(anchorCalls);
    private final Anchors othersAnchors = new Anchors(new MemoryAnchors(false));
    /// Calls that change nothing but names through which blocks are set.
    public final List<List<AliasChange>> namings = new ArrayList<>();

    static String indexOf(AliasChange change) {
        return switch (change) {
            case AliasChange.Add(String index, Alias _) -> index;
            case AliasChange.Remove(String index, String _) -> index;
            case AliasChange.RemoveIndex(String index) -> index;
        };
    }

    /// Carries a call out that was sent earlier, or one of another process, which has anchors of its own.
    public boolean arrive(List<AliasChange> changes) {
        if ((isOld || isAnchored) && Anchors.carry(changes)) {
            try {
                return othersAnchors.change(changes);
            } catch (ElasticException e) {
                throw new IllegalStateException(e);
            }
        }
        return changes.stream().map(MemoryAliases::indexOf).anyMatch(Anchor::is)
                ? arriveWithAnchors(changes)
                : arriveOnCondition(changes);
    }

    /// Takes away what is there, if every index is there that it names, and no mark is on two of them then.
    private boolean arriveWithAnchors(List<AliasChange> changes) {
        for (AliasChange change : changes) {
            if (!aliases.containsKey(indexOf(change))) {
                return false;
            }
        }
        Map<String, Map<String, Alias>> before = new HashMap<>();
        aliases.forEach((index, of) -> before.put(index, new TreeMap<>(of)));
        carryOut(changes);
        Set<String> marks = new HashSet<>();
        boolean isEachMarkOfOne = anchors().stream()
                .flatMap(anchor -> aliasesOf(anchor).values().stream())
                .filter(Alias::isWriteIndex)
                .allMatch(mark -> marks.add(mark.name()));
        if (!isEachMarkOfOne) {
            before.forEach((index, of) -> {
                if (aliases.containsKey(index)) {
                    aliasesOf(index).clear();
                    aliasesOf(index).putAll(of);
                } else {
                    with(index, "uuid of " + index, of.values().toArray(Alias[]::new));
                }
            });
        }
        return isEachMarkOfOne;
    }

    /// Those that are there.
    public Set<String> anchors() {
        Set<String> all = new TreeSet<>(aliases.keySet());
        all.removeIf(name -> !Anchor.is(name));
        return all;
    }

    private boolean arriveOnCondition(List<AliasChange> changes) {
        for (AliasChange change : changes) {
            if (change instanceof AliasChange.Remove(String index, String alias)
                    && !aliasesOf(index).containsKey(alias)) {
                return false;
            }
            if (change instanceof AliasChange.RemoveIndex(String index) && !aliases.containsKey(index)) {
                throw new IllegalArgumentException("no index " + index);
            }
        }
        carryOut(changes);
        return true;
    }

    private void carryOut(List<AliasChange> changes) {
        for (AliasChange change : changes) {
            switch (change) {
                case AliasChange.Add(String index, Alias alias) ->
                    aliasesOf(index).put(alias.name(), alias);
                case AliasChange.Remove(String index, String alias) ->
                    aliasesOf(index).remove(alias);
                case AliasChange.RemoveIndex(String index) -> remove(index);
            }
        }
    }

    /// Anchors in it.
    private final class MemoryAnchors implements AnchorCluster {
        private final boolean isOurs;

        /// @param isOurs whether it is called by whoever is tested, and not by another process
        MemoryAnchors(boolean isOurs) {
            this.isOurs = isOurs;
        }

        @Override
        public Map<String, Set<String>> aliasesOf(Set<String> indices) {
            Map<String, Set<String>> found = new HashMap<>();
            indices.stream()
                    .filter(aliases::containsKey)
                    .forEach(index -> found.put(
                            index,
                            Set.copyOf(MemoryAliases.this.aliasesOf(index).keySet())));
            return found;
        }

        @Override
        public boolean has(String index, String alias) {
            return MemoryAliases.this.aliasesOf(index).containsKey(alias);
        }

        @Override
        public Optional<ElasticException.Refused> make(String index, String name, Alias mark) {
            boolean isMarkTaken = mark.isWriteIndex()
                    && anchors().stream().anyMatch(other -> !other.equals(index) && has(other, mark.name()));
            try {
                new Reply("memory", Call.put("/" + index, Bytes.EMPTY), isMarkTaken ? 500 : anchorStatus, Bytes.EMPTY)
                        .orThrow();
            } catch (ElasticException.Refused e) {
                return Optional.of(e);
            }
            if (!aliases.containsKey(index)) {
                with(index, "uuid of " + index, mark);
            }
            return Optional.empty();
        }

        @Override
        public boolean isAtWork(String index) {
            return !isAnchorLost;
        }

        @Override
        public boolean change(List<AliasChange> changes) throws ElasticException {
            if (!isOurs) {
                return arriveWithAnchors(changes);
            }
            new Reply("memory", Call.post("/_aliases", Bytes.EMPTY), moveStatus, Bytes.EMPTY).orThrow();
            if (isInSnapshot && changes.stream().anyMatch(AliasChange.RemoveIndex.class::isInstance)) {
                new Reply("memory", Call.post("/_aliases", Bytes.EMPTY), 400, Bytes.EMPTY).orThrow();
            }
            namings.add(changes);
            return call("name", () -> arriveWithAnchors(changes));
        }

        @Override
        public void delete(String index) {
            remove(index);
        }
    }

    /// Servers take no alias for the index whose aliases are changed (`MetadataIndexAliasesService`).
    void requireNoAlias(String index) throws ElasticException {
        boolean isAlias =
                !aliases.containsKey(index) && aliases.values().stream().anyMatch(names -> names.containsKey(index));
        new Reply("memory", Call.post("/_aliases", Bytes.EMPTY), isAlias ? 400 : 200, Bytes.EMPTY).orThrow();
    }

    /// Whether it is about a name through which a block is set or lifted.
    static boolean isOfBlock(AliasChange change) {
        String name = switch (change) {
            case AliasChange.Add(String _, Alias alias) -> alias.name();
            case AliasChange.Remove(String _, String alias) -> alias;
            case AliasChange.RemoveIndex(String index) -> Anchor.is(index) ? BLOCK : "";
        };
        return name.contains(BLOCK);
    }
}
