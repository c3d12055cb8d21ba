package io.shardstream.control.cutover;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// An index as the cluster's elected master holds it.
///
/// @param name its own name
/// @param uuid tells it from one of the same name that was made later
/// @param isOpen whether it is not closed
/// @param shards number of primary shards
/// @param withoutPrimary numbers of those that have no started primary
/// @param aliases names of all its aliases
/// @param otherBlocks what the blocks are called that it has beside a write block, such as `index read-only (api)`
public record FoundIndex(
        String name,
        String uuid,
        boolean isOpen,
        int shards,
        List<Integer> withoutPrimary,
        Set<String> aliases,
        List<String> otherBlocks) {
    public FoundIndex {
        withoutPrimary = List.copyOf(withoutPrimary);
        aliases = Set.copyOf(aliases);
        otherBlocks = List.copyOf(otherBlocks);
    }

    /// Why nobody can write to it or count its operations, as the end of a sentence; empty if nothing is in the way.
    String trouble() {
        if (!isOpen) {
            return "it is closed";
        }
        return withoutPrimary.isEmpty() ? "" : withoutPrimary.size() + " of " + shards + " shards have no primary";
    }

    /// Those of the other blocks that refuse writes: one of reads or of metadata does not (Elasticsearch:
    /// `IndexMetadata.INDEX_READ_BLOCK`, `INDEX_METADATA_BLOCK`).
    List<String> writeRefusingBlocks() {
        return otherBlocks.stream()
                .filter(block -> !block.equals("index read (api)") && !block.equals("index metadata (api)"))
                .toList();
    }

    /// The indices' names in quotation marks, for sentences.
    static String names(Collection<FoundIndex> indices) {
        return quoted(indices.stream().map(FoundIndex::name).toList());
    }

    /// Names in quotation marks, in alphabetical order, for sentences.
    static String quoted(Collection<String> names) {
        return "'" + String.join("', '", new TreeSet<>(names)) + "'";
    }
}
