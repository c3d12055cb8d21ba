package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import java.util.List;
import java.util.Optional;

/// Whether clients can write to the source when the run has lifted its own write block, as the servers say.
///
/// @param isThere whether it is the index that the run copied
/// @param why what keeps clients from writing, as a sentence; empty if nothing does
/// @param remedy what to do about it, as a sentence
record SourceAccess(boolean isThere, String why, String remedy) {
    private static final SourceAccess OPEN = new SourceAccess(true, "", "");

    static SourceAccess of(Sides sides) throws ElasticException {
        String index = sides.sourceIndex();
        Optional<FoundIndex> found = sides.foundSource();
        if (found.isEmpty()) {
            return new SourceAccess(false, "'" + index + "' is gone.", "'abort --run' gives the run up.");
        }
        if (!found.get().uuid().equals(sides.sourceUuid())) {
            return new SourceAccess(
                    false,
                    "'" + index + "' is not the index that this run copied: it was deleted and created again.",
                    "'abort --run' gives the run up.");
        }
        return of(found.get(), sides.sourceBlock().now());
    }

    private static SourceAccess of(FoundIndex index, WriteBlock block) {
        if (!index.trouble().isEmpty()) {
            return closed(index, index.trouble(), "Mend that, and clients can write again.");
        }
        if (block.isThere()) {
            List<String> runs = RunAliases.runsThatBlock(index.aliases());
            return closed(
                    index,
                    "it has a write block that somebody else has set"
                            + (runs.isEmpty() ? "" : " (it has a block alias of run " + FoundIndex.quoted(runs) + ")"),
                    "Ask whoever set it, or lift it: " + unblocking(index.name(), block) + ".");
        }
        List<String> others = index.writeRefusingBlocks();
        return others.isEmpty()
                ? OPEN
                : closed(index, "it has the block " + FoundIndex.quoted(others), "Lift that block.");
    }

    private static SourceAccess closed(FoundIndex index, String why, String remedy) {
        return new SourceAccess(true, "Clients cannot write to '" + index.name() + "': " + why + ".", remedy);
    }

    /// A block that not all shards have confirmed is not lifted by its setting.
    private static String unblocking(String index, WriteBlock block) {
        return (block == WriteBlock.UNCONFIRMED ? "PUT /" + index + "/_block/write, then " : "") + "PUT /" + index
                + "/_settings {\"index.blocks.write\": null}";
    }

    boolean isOpen() {
        return why.isEmpty();
    }

    /// What is the matter and what to do about it; empty if nothing is.
    String sentence() {
        return isOpen() ? "" : why + " " + remedy;
    }
}
