package io.shardstream.control.run.block;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.cluster.WriteBlock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Whether clients can write to an index when the run has lifted its own write block of it, as the servers say.
///
/// @param isThere whether it is the index that the run knows
/// @param why what keeps clients from writing, as a sentence; empty if nothing does
/// @param remedy what to do about it, as a sentence
public record WriteAccess(boolean isThere, String why, String remedy) {
    /// A primary that moves is away for a moment.
    private static final Duration SETTLING = Duration.ofSeconds(5);

    private static final WriteAccess OPEN = new WriteAccess(true, "", "");

    public static WriteAccess toSource(Sides sides) throws ElasticException {
        Optional<FoundIndex> found = sides.foundSource();
        if (found.isPresent() && found.get().uuid().equals(sides.sourceUuid())) {
            Optional<String> untold = sides.sourceBlock().untold();
            return untold.isPresent()
                    ? closed(found.get(), UntoldBlock.what(untold.get()), UntoldBlock.remedy(sides))
                    : of(found.get(), sides.sourceBlock().now(), sides.names().run());
        }
        String index = "'" + sides.sourceIndex() + "'";
        return new WriteAccess(
                false,
                found.isEmpty()
                        ? index + " is gone."
                        : index + " is not the index that this run copied: it was deleted and created again.",
                "'abort --run' gives the run up.");
    }

    /// Where nobody says how the source is.
    ///
    /// @param why as the end of a sentence
    public static WriteAccess unseen(String index, String why) {
        return new WriteAccess(
                true,
                "Whether clients can write to '" + index + "' could not be seen: " + FullStop.of(why),
                "Give 'abort' again when the source answers.");
    }

    /// Of a target that is gone it says nothing: whoever asks has looked.
    public static WriteAccess toTarget(Sides sides) throws ElasticException {
        Optional<FoundIndex> found = sides.foundTarget();
        return found.isEmpty()
                ? OPEN
                : of(found.get(), sides.targetBlock().now(), sides.names().run());
    }

    /// The same for the end of a request, when it has had some seconds.
    ///
    /// @return what keeps clients from writing and what to do about it, or that it cannot be seen, as
    ///     sentences; empty if nothing does
    public static String leftOfTarget(Sides sides, Steps steps) throws Exception {
        Optional<Boolean> isOpen = steps.soon(
                        SETTLING,
                        () -> steps.take(
                                "look whether clients can write to the target",
                                () -> toTarget(sides).isOpen()
                                        ? Optional.of(new Steps.Taken<>(true, "they can"))
                                        : Optional.empty()))
                .answer();
        if (isOpen.isPresent()) {
            return "";
        }
        Steps.Asked<WriteAccess> left = steps.soon(() -> steps.tried(() -> toTarget(sides)));
        return left.answer()
                .map(WriteAccess::sentence)
                .orElseGet(() -> "Whether clients can write to '" + sides.targetIndex() + "' could not be seen: "
                        + FullStop.of(left.why()));
    }

    /// To an index as its cluster holds it.
    ///
    /// @param own the run that asks
    static WriteAccess of(FoundIndex index, WriteBlock block, String own) {
        if (!index.trouble().isEmpty()) {
            return closed(index, index.trouble(), "Mend that, and clients can write again.");
        }
        if (block.isThere()) {
            List<String> runs = RunAliases.runsThatBlock(index.aliases());
            return closed(
                    index,
                    "it has a write block that somebody else has set"
                            + (runs.isEmpty() ? "" : " (it has a block alias of run " + FoundIndex.quoted(runs) + ")"),
                    runs.stream().allMatch(own::equals)
                            ? "Ask whoever set it, or lift it: " + unblocking(index.name(), block) + "."
                            : "Where that run was cut over, the index is its way back: leave the block, which only"
                                    + " 'rollback' of that run lifts. Else run 'abort' for that run, or ask whoever set"
                                    + " it.");
        }
        List<String> others = index.writeRefusingBlocks();
        return others.isEmpty()
                ? OPEN
                : closed(index, "it has the block " + FoundIndex.quoted(others), "Lift that block.");
    }

    private static WriteAccess closed(FoundIndex index, String why, String remedy) {
        return new WriteAccess(true, "Clients cannot write to '" + index.name() + "': " + FullStop.of(why), remedy);
    }

    /// A block that not all shards have confirmed is not lifted by its setting.
    private static String unblocking(String index, WriteBlock block) {
        return (block == WriteBlock.UNCONFIRMED ? "PUT /" + index + "/_block/write, then " : "")
                + WriteBlock.lifting(index);
    }

    public boolean isOpen() {
        return why.isEmpty();
    }

    /// What is the matter and what to do about it; empty if nothing is.
    public String sentence() {
        return isOpen() ? "" : why + " " + remedy;
    }
}
