package io.shardstream.control.index.server;

import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.state.finding.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/// The privileges that a run needs, by Elasticsearch's names for them
/// (`security-privileges` of its reference).
public final class RequiredPrivileges {
    /// Nothing of a run needs these; who has them may do anything.
    static final String ALL = "all";

    static final String WRITE = "write";
    private static final String MANAGE = "manage";

    private static final String WRITERS =
            "everything is written through the alias, which stands for the index; writers may have a user of their own";

    private RequiredPrivileges() {}

    /// @param refresh whether readers may refresh the source
    /// @param follow whether the run goes on to a cut-over
    public static List<Need> ofSource(String index, boolean refresh, boolean follow) {
        List<Need> needs = new ArrayList<>(List.of(
                new Need("", "monitor", Severity.BLOCKS, "readers ask each node where primaries are"),
                new Need(index, "read", Severity.BLOCKS, "documents are read by searches"),
                new Need(index, "view_index_metadata", Severity.BLOCKS, "its settings and mappings are copied"),
                new Need(index, "monitor", Severity.BLOCKS, "its statistics say what is settled")));
        if (refresh) {
            needs.add(new Need(
                    index,
                    "maintenance",
                    Severity.WARNS,
                    "a shard that nobody writes to is read only after a refresh; say source.refresh: false if it shall"
                            + " not be given"));
        }
        if (follow) {
            needs.add(new Need(index, MANAGE, Severity.WARNS, "a cut-over blocks its writes and moves its aliases"));
        }
        return needs;
    }

    /// What a cut-over needs that deletes the source index, beside [#ofSource(String, boolean, boolean)].
    public static List<Need> ofReplacing(String index, ReplaceIndex replace) {
        List<Need> needs = new ArrayList<>();
        if (replace.isWanted()) {
            needs.add(ofDeleting(index));
        }
        if (replace == ReplaceIndex.WITH_COPY) {
            needs.add(new Need(
                    index + "-before-*",
                    MANAGE,
                    Severity.WARNS,
                    "the cut-over makes a copy of the source of that name"));
        }
        return needs;
    }

    /// What a swap needs that deletes the source index.
    public static Need ofDeleting(String index) {
        return new Need(
                index, "delete_index", Severity.WARNS, "the cut-over deletes it (cutover.replace-index), by one call");
    }

    /// What a cut-over needs to block an index and lift the block.
    ///
    /// @param own what the names of the run's aliases look like
    public static List<Need> ofBlocking(String index, String own) {
        List<Need> needs = new ArrayList<>();
        needs.add(ofMoving(index));
        needs.addAll(ofOwnAliases(own));
        return List.copyOf(needs);
    }

    /// What a cut-over needs to change the aliases of an index.
    public static Need ofMoving(String index) {
        return new Need(index, MANAGE, Severity.WARNS, "a cut-over blocks its writes and changes its aliases");
    }

    /// @param own what the names of the run's aliases look like
    public static List<Need> ofOwnAliases(String own) {
        return List.of(new Need(
                own,
                MANAGE,
                Severity.WARNS,
                "a cut-over blocks an index through an alias of such a name, and takes it away"));
    }

    /// What a cut-over needs where the names of a block depend on small indices.
    ///
    /// @param indices what their names look like
    /// @param marks what the names of their aliases look like
    public static List<Need> ofAnchors(String indices, String marks) {
        return Stream.of(indices, marks)
                .map(name -> new Need(
                        name,
                        MANAGE,
                        Severity.WARNS,
                        "for each attempt to block the source, a cut-over makes a small hidden index of such a name"
                                + " and deletes it"))
                .toList();
    }

    /// What a swap needs on the target's cluster.
    ///
    /// @param aliases those of production
    public static List<Need> ofSwap(Collection<String> aliases) {
        return aliases.stream()
                .sorted()
                .map(alias ->
                        new Need(alias, MANAGE, Severity.WARNS, "a cut-over gives the target this alias of production"))
                .toList();
    }

    /// @param owner the run, whose aliases need privileges of their own
    public static List<Need> ofTarget(String index, TargetOwner owner) {
        String written = owner.writeAliases();
        return List.of(
                new Need("", "monitor", Severity.BLOCKS, "writers ask where primaries are"),
                new Need(index, MANAGE, Severity.BLOCKS, "it is created, and its settings and aliases are changed"),
                new Need(index, "read", Severity.BLOCKS, "it is compared with the source"),
                new Need(
                        owner.allAliases(),
                        MANAGE,
                        Severity.BLOCKS,
                        "the run makes aliases of such names and takes them away"),
                new Need(index, "index", Severity.WARNS, WRITERS),
                new Need(index, "delete", Severity.WARNS, WRITERS),
                new Need(written, "index", Severity.WARNS, WRITERS),
                new Need(written, "delete", Severity.WARNS, WRITERS));
    }
}
