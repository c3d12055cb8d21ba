package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.Anchor;
import io.shardstream.control.index.cluster.ShardReach;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.index.target.ReleasedMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A cluster of some indices in memory, as far as a cut-over sees it.
public final class MemoryCluster extends MemoryFacts {
    /// Names by which an index was to be blocked, by index.
    final Map<String, Set<String>> blockedThrough = new HashMap<>();
    public final List<List<AliasChange>> calls = new ArrayList<>();
    int bulks;
    /// Changes of aliases that are carried out and not acknowledged by every node.
    public int unacknowledged;
    /// Blocks that are added and that not all shards confirm.
    public int unconfirming;
    int markStatus = 200;
    /// What changing a setting is answered with.
    public int setStatus = 200;
    /// What making a copy is answered with.
    public int copyStatus = 200;
    /// Copies that are made and not answered for.
    public int uncopied;
    /// What changing the names of blocks is answered with.
    public int nameStatus = 200;
    private String lastThrough = "";

    public MemoryCluster() {
        this("c");
    }

    public MemoryCluster(String uuid) {
        super(uuid);
    }

    @Override
    public MemoryCluster with(String index, String ofUuid, Alias... ofIt) {
        super.with(index, ofUuid, ofIt);
        return this;
    }

    /// The name by which a block was last to be set or lifted.
    public String lastThrough() {
        return lastThrough;
    }

    @Override
    public boolean change(List<AliasChange> changes) throws ElasticException {
        for (AliasChange change : changes) {
            requireNoAlias(indexOf(change));
            if (change instanceof AliasChange.RemoveIndex(String index) && Anchor.is(index)) {
                requireAnswer();
            } else if (change instanceof AliasChange.Add(String index, Alias _)) {
                requireThere(index);
            } else {
                requireAnswer(indexOf(change));
            }
        }
        if (changes.stream().allMatch(MemoryAliases::isOfBlock)) {
            new Reply("memory", Call.post("/_aliases", Bytes.EMPTY), nameStatus, Bytes.EMPTY).orThrow();
            if (isOld || isAnchored) {
                return anchors.change(changes);
            }
            namings.add(changes);
            return call("name", () -> arrive(changes));
        }
        calls.add(changes);
        boolean done = call("change", () -> arrive(changes));
        if (unacknowledged > 0 && unacknowledged-- > 0) {
            throw new ElasticException.Malformed("not acknowledged");
        }
        return done;
    }

    @Override
    public WriteBlock writeBlock(String index) throws ElasticException {
        requireAnswer(index);
        if (isGone(index)) {
            throw new ElasticException.Malformed("The state has no index " + index);
        }
        return call("writeBlock", () -> {
            if (blocked.contains(index)) {
                return WriteBlock.WHOLE;
            }
            return unconfirmed.contains(index) ? WriteBlock.UNCONFIRMED : WriteBlock.NONE;
        });
    }

    @Override
    public boolean block(String index, String through) throws ElasticException {
        requireAnswer(index);
        lastThrough = through;
        blockedThrough.computeIfAbsent(index, _ -> new TreeSet<>()).add(through);
        return call("block", () -> {
            boolean begins = aliasesOf(index).containsKey(through) && !blocked.contains(index);
            if (begins) {
                unconfirmed.add(index);
            }
            if (begins && (unconfirming == 0 || unconfirming-- == 0)) {
                confirm(index);
                return true;
            }
            return false;
        });
    }

    @Override
    public boolean unblock(String index, String through) throws ElasticException {
        requireThere(index);
        lastThrough = through;
        return call("unblock", () -> {
            boolean isThere = aliasesOf(index).containsKey(through);
            if (isThere) {
                blocked.remove(index);
            }
            return isThere;
        });
    }

    @Override
    public boolean hasBulks(String opaqueId) throws ElasticException {
        requireAnswer();
        return call("hasBulks", () -> bulks > 0 && bulks-- > 0);
    }

    @Override
    public boolean refusesMissingAlias(String index, String alias) throws ElasticException {
        requireThere(index);
        int status = lacking.contains(index) ? 403 : 200;
        new Reply("memory", Call.get("/_aliases"), status, Bytes.EMPTY).orThrow();
        return !isOld;
    }

    @Override
    public Optional<String> anchorProblem(String name) throws ElasticException {
        requireAnswer();
        anchorTrials++;
        return anchors.problem(name);
    }

    @Override
    public void markReleased(String index) throws ElasticException {
        requireThere(index);
        new Reply("memory", Call.put("/" + index + "/_mapping", Bytes.EMPTY), markStatus, Bytes.EMPTY).orThrow();
        boolean _ = call("markReleased", () -> {
            ReleasedMark.into(JSON.readTree(mappings.getOrDefault(index, "{}")))
                    .ifPresent(change -> mappings.put(index, change.toString()));
            return true;
        });
    }

    @Override
    public void set(String index, String setting, @Nullable String value) throws ElasticException {
        requireAnswer(index);
        new Reply("memory", Call.put("/" + index + "/_settings", Bytes.EMPTY), setStatus, Bytes.EMPTY).orThrow();
        boolean _ = call("set", () -> {
            if (value == null) {
                settingsOf(index).remove(setting);
            } else {
                settingsOf(index).put(setting, value);
            }
            return true;
        });
    }

    @Override
    public void copy(String index, String copy, String alias) throws ElasticException {
        requireThere(index);
        new Reply("memory", Call.post("/" + index + "/_clone/" + copy, Bytes.EMPTY), copyStatus, Bytes.EMPTY).orThrow();
        boolean _ = call("copy", () -> {
            assertThat(blocked).contains(index);
            assertThat(aliases).doesNotContainKey(copy);
            with(copy, "uuid of " + copy, Alias.plain(alias));
            blocked.add(copy);
            reach.put(
                    copy,
                    reachOf.apply(index).stream()
                            .map(shard -> new ShardReach("h of " + copy, shard.highest()))
                            .toList());
            return true;
        });
        if (uncopied > 0 && uncopied-- > 0) {
            throw new ElasticException.Unreachable("memory does not answer", new IOException("lost"));
        }
    }

    @Override
    public void delete(String index) throws ElasticException {
        requireAnswer(index);
        around.accept("before delete");
        remove(index);
        around.accept("after delete");
    }
}
