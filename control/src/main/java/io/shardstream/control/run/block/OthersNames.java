package io.shardstream.control.run.block;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The names of other runs' blocks that a controller has taken away from an index, or may have: the answer to
/// that call may be lost. By its name alone another run knows its block, and can lift it.
///
/// They are noted before the call is sent. It takes away a name of this run with them, which is not there any
/// more when they have been given back. So a call whose answer was lost changes nothing then, whenever it
/// arrives.
final class OthersNames {
    private final ClusterSwitch cluster;
    private final String index;
    private final RunAliases names;
    private final ControllerEpoch term;
    private final Set<String> all = new TreeSet<>();

    OthersNames(ClusterSwitch cluster, String index, RunAliases names, ControllerEpoch term) {
        this.cluster = cluster;
        this.index = index;
        this.names = names;
        this.term = term;
    }

    boolean areNone() {
        return all.isEmpty();
    }

    /// Whose they are.
    List<String> runs() {
        return RunAliases.runsThatBlock(all);
    }

    /// Another run has named the index since this one did, and does not need what was taken away before: an
    /// attempt of its own that is past must not find its name again.
    void areReplaced() {
        all.clear();
    }

    /// Takes names away, those of other runs among them.
    ///
    /// @param before the names that are there
    /// @param changes by which they go
    /// @return false if one of them was gone, and nothing was changed
    boolean takeAway(List<String> before, List<AliasChange> changes) throws ElasticException {
        Set<String> noted = Set.copyOf(all);
        before.stream().filter(name -> !names.isLastToBlock(List.of(name))).forEach(all::add);
        boolean isDone = cluster.change(changes);
        if (!isDone) {
            // An earlier call may have taken those away.
            all.retainAll(noted);
        }
        return isDone;
    }

    /// What was given back, or that it must be tried again.
    enum Returned {
        NOTHING,
        NAMES,
        AGAIN
    }

    /// Puts them in the place of this run's own.
    Returned giveBack() throws ElasticException {
        List<Alias> aliases = cluster.aliases(index);
        List<String> there = names.blocks(aliases);
        List<String> ours = names.ownBlocks(aliases);
        boolean isOfOthers = ours.isEmpty() && !there.isEmpty();
        if (isOfOthers || names.isOfLaterThan(term.epoch(), aliases)) {
            // They were given back, and the answer was lost; or somebody else has named it since.
            boolean isReturned = isOfOthers && all.containsAll(there);
            all.clear();
            return isReturned ? Returned.NAMES : Returned.AGAIN;
        }
        List<AliasChange> changes = new ArrayList<>();
        ours.forEach(name -> changes.add(new AliasChange.Remove(index, name)));
        all.forEach(name -> changes.add(new AliasChange.Add(index, Alias.plain(name))));
        if (!cluster.change(changes)) {
            return Returned.AGAIN;
        }
        all.clear();
        return Returned.NAMES;
    }
}
