package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.controller.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The write block of an index, which only the last controller that wanted to can set or lift.
///
/// A block cannot be made to depend on anything, but its call can name the index by an alias, and fails where
/// that is gone. So each attempt first puts an alias of its own in the place of those of all attempts before
/// it: whatever of theirs arrives later, from a controller that was frozen or out of a queue of the server's,
/// changes nothing. The last one stays, so that a controller that was frozen before its attempt finds out by
/// it that there has been a later one.
final class NamedBlock {
    private final ClusterSwitch cluster;
    private final String index;
    private final RunAliases names;
    private final Term term;

    NamedBlock(ClusterSwitch cluster, String index, RunAliases names, Term term) {
        this.cluster = cluster;
        this.index = index;
        this.names = names;
        this.term = term;
    }

    boolean isSet() throws ElasticException {
        return cluster.isBlocked(index);
    }

    /// Sets it, anew if it is set: asked again, a server does not say whether all shards know of it.
    ///
    /// @return the name by which that was done, as long as nobody has tried anything since; empty if it must be
    ///     tried again
    Optional<String> set() throws ElasticException {
        Optional<String> name = takeName();
        if (name.isEmpty()) {
            return name;
        }
        boolean isFree = !isSet() || cluster.unblock(index, name.get());
        return isFree && cluster.block(index, name.get()) ? name : Optional.empty();
    }

    /// @return false if it must be tried again
    boolean lift() throws ElasticException {
        Optional<String> name = takeName();
        return name.isPresent() && cluster.unblock(index, name.get());
    }

    private Optional<String> takeName() throws ElasticException {
        List<String> found = names.blocks(cluster.aliases(index));
        if (names.areOfLaterThan(term.epoch(), found)) {
            return Optional.empty();
        }
        String name = nextName();
        List<AliasChange> changes = new ArrayList<>();
        found.forEach(old -> changes.add(new AliasChange.Remove(index, old)));
        changes.add(new AliasChange.Add(index, Alias.plain(name)));
        // The first one takes no other away, and arrives whatever has happened: so it counts only alone.
        boolean isAlone =
                cluster.change(changes) && names.blocks(cluster.aliases(index)).equals(List.of(name));
        return isAlone ? Optional.of(name) : Optional.empty();
    }

    /// One that no attempt has had.
    String nextName() {
        return names.block(term.epoch(), term.nextBlock());
    }
}
