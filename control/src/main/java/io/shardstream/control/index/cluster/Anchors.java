package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.ElasticException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The names of write blocks in a cluster whose servers cannot say `must_exist` of an alias. They know one
/// condition in a call that changes aliases: an index that it deletes, or gives an alias, must be there, or
/// the call changes nothing. So a name is given together with an index of its own, its [Anchor], and taken away
/// together with it: where the name was taken away already, the anchor is gone.
///
/// Anchors are made by calls of their own, which may come late or twice. A call that gives a name needs the
/// name's own anchor, and gives it the marks of those that it deletes. A mark is of one index at a time, and an
/// anchor is made together with its mark. So no anchor comes back whose name is past, as long as the index has
/// a name of a block, and no call that gave a name gives it again.
///
/// Somebody may delete an anchor by hand, and a name may have none: it was given when no anchor could be
/// made. Then one is made when the name is to go, and the index is looked at again. Where none can be made
/// then either, the name goes without a condition: clients wait.
public final class Anchors {
    private static final Logger LOG = LoggerFactory.getLogger(Anchors.class);

    private final AnchorCluster cluster;

    public Anchors(AnchorCluster cluster) {
        this.cluster = cluster;
    }

    /// Whether these are changes of names of blocks alone. Others cannot be carried out on condition here.
    public static boolean carry(List<AliasChange> changes) {
        return changes.stream().allMatch(change -> switch (change) {
                    case AliasChange.Add(String _, Alias alias) -> RunAliases.isBlock(alias.name());
                    case AliasChange.Remove(String _, String alias) -> RunAliases.isBlock(alias);
                    case AliasChange.RemoveIndex(String index) -> Anchor.is(index);
                })
                && changes.stream().anyMatch(change -> !(change instanceof AliasChange.RemoveIndex));
    }

    /// Carries out all of these or none, as [WriterFencing#change] does.
    public boolean change(List<AliasChange> changes) throws ElasticException {
        List<AliasChange.Remove> taken = changes.stream()
                .filter(AliasChange.Remove.class::isInstance)
                .map(AliasChange.Remove.class::cast)
                .toList();
        Map<String, Set<String>> there = new TreeMap<>(
                taken.isEmpty()
                        ? Map.of()
                        : cluster.aliasesOf(taken.stream()
                                .map(one -> Anchor.of(one.alias()).index())
                                .collect(Collectors.toSet())));
        Set<String> past = new LinkedHashSet<>();
        there.values()
                .forEach(marks -> marks.stream()
                        .filter(mark -> Anchor.ofMark(mark).isPresent())
                        .forEach(past::add));
        List<Anchor> old = new ArrayList<>();
        for (AliasChange.Remove one : taken) {
            Anchor anchor = Anchor.of(one.alias());
            Bond bond = there.containsKey(anchor.index()) ? Bond.ANCHOR : anchoredAgain(one, anchor, past);
            if (bond == Bond.GONE) {
                return false;
            }
            if (bond == Bond.ANCHOR) {
                old.add(anchor);
            }
        }
        taken.forEach(one -> past.add(Anchor.of(one.alias()).mark()));
        List<Anchor> made = make(changes, past, !taken.isEmpty());
        try {
            boolean isDone = change(changes, old, past, made);
            if (!isDone) {
                delete(made);
            }
            return isDone;
        } catch (ElasticException.Refused e) {
            delete(made);
            throw e;
        }
    }

    /// Without them the call cannot be carried out when it comes again.
    private void delete(List<Anchor> made) throws ElasticException {
        for (Anchor anchor : made) {
            cluster.delete(anchor.index());
        }
    }

    /// While a snapshot has an anchor, servers refuse to delete it (`SnapshotsService.snapshottingIndices`).
    /// Then it stays, and gives its marks away: whoever comes second finds them on the anchor of the first.
    private boolean change(List<AliasChange> changes, List<Anchor> old, Set<String> past, List<Anchor> made)
            throws ElasticException {
        try {
            return cluster.change(together(changes, old, past, made, false));
        } catch (ElasticException.Refused e) {
            if (old.isEmpty() || made.isEmpty() || e.isOfTheMoment()) {
                throw e;
            }
            LOG.warn("The indices of names of write blocks that are past stay until 'clean': {}", e.getMessage());
            return cluster.change(together(changes, old, past, made, true));
        }
    }

    /// What a name that is to go depends on.
    private enum Bond {
        ANCHOR,
        /// It is there, and no anchor can be made for it. Clients wait for the block to be lifted.
        NONE,
        GONE
    }

    /// @param past the marks of the anchors that are there
    private Bond anchoredAgain(AliasChange.Remove one, Anchor anchor, Set<String> past) throws ElasticException {
        Optional<ElasticException.Refused> refusal = cluster.make(anchor.index(), one.alias(), mark(anchor, past));
        if (cluster.has(one.index(), one.alias())) {
            refusal.ifPresent(why -> LOG.warn(
                    "The name of a write block of '{}' is taken away without an index of its own: {}",
                    one.index(),
                    why.getMessage()));
            return refusal.isPresent() ? Bond.NONE : Bond.ANCHOR;
        }
        if (refusal.isEmpty()) {
            cluster.delete(anchor.index());
        }
        return Bond.GONE;
    }

    /// A name that takes the place of others is given without one where none can be made: the block must be
    /// lifted, be the cluster full or not.
    private List<Anchor> make(List<AliasChange> changes, Set<String> past, boolean replaces) throws ElasticException {
        List<Anchor> made = new ArrayList<>();
        for (AliasChange change : changes) {
            if (!(change instanceof AliasChange.Add(String index, Alias alias))) {
                continue;
            }
            Anchor anchor = Anchor.of(alias.name());
            Optional<ElasticException.Refused> refusal = cluster.make(anchor.index(), alias.name(), mark(anchor, past));
            if (refusal.isEmpty()) {
                made.add(anchor);
            } else if (replaces) {
                LOG.warn(
                        "The name of a write block of '{}' is given without an index of its own: {}",
                        index,
                        refusal.get().getMessage());
            } else {
                throw refusal.get();
            }
        }
        return List.copyOf(made);
    }

    /// A name that is given back, or that somebody has given again by hand, has its mark on an anchor that goes
    /// by the same call: not before that can its own have it alone.
    private static Alias mark(Anchor anchor, Set<String> past) {
        return past.contains(anchor.mark()) ? Alias.plain(anchor.mark()) : Anchor.exclusive(anchor.mark());
    }

    /// @param old anchors of the names that go
    /// @param stays whether they stay, and lose their marks
    private static List<AliasChange> together(
            List<AliasChange> changes, List<Anchor> old, Set<String> past, List<Anchor> made, boolean stays) {
        List<AliasChange> all = new ArrayList<>();
        for (Anchor anchor : old) {
            if (stays) {
                past.stream().sorted().forEach(mark -> all.add(new AliasChange.Remove(anchor.index(), mark)));
            } else {
                all.add(new AliasChange.RemoveIndex(anchor.index()));
            }
        }
        all.addAll(changes);
        Set<String> left = new HashSet<>(past);
        for (Anchor anchor : made) {
            all.add(new AliasChange.Add(anchor.index(), Anchor.exclusive(anchor.mark())));
            left.remove(anchor.mark());
        }
        if (!made.isEmpty()) {
            String heir = made.getFirst().index();
            left.stream().sorted().forEach(mark -> all.add(new AliasChange.Add(heir, Anchor.exclusive(mark))));
        }
        return List.copyOf(all);
    }

    /// Makes an anchor and takes it away.
    ///
    /// @param name of a block, which no index ever has
    /// @return why blocks could not be lifted by anchors, as the part of a sentence; empty if they could
    public Optional<String> problem(String name) throws ElasticException {
        Anchor anchor = Anchor.of(name);
        Optional<ElasticException.Refused> refusal =
                cluster.make(anchor.index(), name, Anchor.exclusive(anchor.mark()));
        if (refusal.isPresent()) {
            return Optional.of("it refuses to make one: " + refusal.get().getMessage());
        }
        if (!cluster.isAtWork(anchor.index())) {
            cluster.delete(anchor.index());
            return Optional.of("the shard of one that was made has found no node within seconds: see"
                    + " GET /_cluster/allocation/explain");
        }
        List<AliasChange> gone = List.of(new AliasChange.RemoveIndex(anchor.index()));
        return cluster.change(gone) && !cluster.change(gone)
                ? Optional.empty()
                : Optional.of("it does not say whether one was there that is taken away");
    }
}
