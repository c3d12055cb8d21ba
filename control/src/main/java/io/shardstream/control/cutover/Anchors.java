package io.shardstream.control.cutover;

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
/// Somebody may delete an anchor by hand, and a name may have none: it was given when no anchor could be made.
/// Then one is made when the name is to go, and the index is looked at again.
final class Anchors {
    private static final Logger LOG = LoggerFactory.getLogger(Anchors.class);

    private final AnchorCluster cluster;

    Anchors(AnchorCluster cluster) {
        this.cluster = cluster;
    }

    /// Whether these are changes of names of blocks alone. Others cannot be carried out on condition here.
    static boolean carry(List<AliasChange> changes) {
        return changes.stream().allMatch(change -> switch (change) {
                    case AliasChange.Add(String _, Alias alias) -> RunAliases.isBlock(alias.name());
                    case AliasChange.Remove(String _, String alias) -> RunAliases.isBlock(alias);
                    case AliasChange.RemoveIndex(String index) -> Anchor.is(index);
                })
                && changes.stream().anyMatch(change -> !(change instanceof AliasChange.RemoveIndex));
    }

    /// Carries out all of these or none, as [Fencing#change] does.
    boolean change(List<AliasChange> changes) throws ElasticException {
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
        for (AliasChange.Remove one : taken) {
            Anchor anchor = Anchor.of(one.alias());
            if (!there.containsKey(anchor.index()) && !isAnchoredAgain(one, anchor, past)) {
                return false;
            }
        }
        taken.forEach(one -> past.add(Anchor.of(one.alias()).mark()));
        List<Anchor> made = make(changes, past, !taken.isEmpty());
        boolean isDone = cluster.change(together(changes, taken, past, made));
        if (!isDone) {
            // Without it the call cannot be carried out when it comes again.
            for (Anchor anchor : made) {
                cluster.delete(anchor.index());
            }
        }
        return isDone;
    }

    /// @param past the marks of the anchors that are there
    /// @return false if the name is gone
    private boolean isAnchoredAgain(AliasChange.Remove one, Anchor anchor, Set<String> past) throws ElasticException {
        Optional<ElasticException.Refused> refusal = cluster.make(anchor.index(), one.alias(), mark(anchor, past));
        if (cluster.has(one.index(), one.alias())) {
            if (refusal.isPresent()) {
                throw refusal.get();
            }
            return true;
        }
        if (refusal.isEmpty()) {
            cluster.delete(anchor.index());
        }
        return false;
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

    private static List<AliasChange> together(
            List<AliasChange> changes, List<AliasChange.Remove> taken, Set<String> past, List<Anchor> made) {
        List<AliasChange> all = new ArrayList<>();
        taken.forEach(one ->
                all.add(new AliasChange.RemoveIndex(Anchor.of(one.alias()).index())));
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
    Optional<String> problem(String name) throws ElasticException {
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
