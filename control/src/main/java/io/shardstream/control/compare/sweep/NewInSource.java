package io.shardstream.control.compare.sweep;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.Visible;
import java.util.Optional;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// What became of a source shard since the baseline: numbers that came, which are read, and numbers that
/// vanished, which are counted.
///
/// @param before as it was
/// @param newer live numbers above its checkpoint, up to the one of now
/// @param isDistinct whether no two documents share a number among the newer ones
/// @param vanished what counting has found
/// @param visible the copy that said so, and its checkpoint
public record NewInSource(
        SourceNumbers before,
        Roaring64Bitmap newer,
        boolean isDistinct,
        VanishedNumbers.Found vanished,
        Visible visible) {
    /// To be asked settled.
    ///
    /// @param most numbers that may have vanished, else nothing is known
    public static NewInSource read(ScannedCopy copy, Visible visible, SourceNumbers before, int most)
            throws ElasticException, NotPrimaryException {
        Roaring64Bitmap newer = new Roaring64Bitmap();
        long[] documents = {0};
        if (before.upTo() < visible.checkpoint()) {
            copy.forEachLive(before.upTo(), visible.checkpoint(), (seqNo, _) -> {
                newer.addLong(seqNo);
                documents[0]++;
            });
        }
        return new NewInSource(
                before,
                newer,
                newer.getLongCardinality() == documents[0],
                new VanishedNumbers(copy, before, most).find(),
                visible);
    }

    /// Nothing: the shard is as it was.
    static NewInSource none(SourceNumbers before, Visible visible) {
        return new NewInSource(
                before,
                new Roaring64Bitmap(),
                true,
                new VanishedNumbers.Found.Vanished(new Roaring64Bitmap(), before.size()),
                visible);
    }

    /// Nothing, where that is known without a question: nobody has written to the shard since.
    ///
    /// @param now settled numbers
    static Optional<NewInSource> unwritten(SourceNumbers before, CopyNumbers now) {
        return before.shownBy(now).map(shown -> none(before, shown));
    }

    /// What is live of the shard now, if it is known what has vanished.
    public SourceNumbers moved() {
        return before.movedTo(visible, gone(), newer, isAddingUp());
    }

    /// Numbers that have vanished; none if that is not known.
    public Roaring64Bitmap gone() {
        return switch (vanished) {
            case VanishedNumbers.Found.Vanished(Roaring64Bitmap numbers, long _) -> numbers;
            case VanishedNumbers.Found.Unknown _ -> new Roaring64Bitmap();
        };
    }

    /// Whether a document has this number now.
    public boolean keeps(long seqNo) {
        return newer.contains(seqNo) || (before.contains(seqNo) && !gone().contains(seqNo));
    }

    /// Why nothing follows from this; empty if something does.
    public String problem() {
        if (vanished instanceof VanishedNumbers.Found.Unknown(String why)) {
            return "source shard " + before.shard() + " cannot be counted: " + why;
        }
        return isDistinct ? "" : "documents of the source share sequence numbers, as in an index that was shrunk";
    }

    /// The same of a shard to which nobody writes: what vanished is all that is missing.
    ///
    /// @return a part of a sentence for people; empty if it adds up
    public String problemAtRest() {
        return vanished instanceof VanishedNumbers.Found.Vanished && !isAddingUp()
                ? "the counts of source shard " + before.shard() + " do not add up"
                : problem();
    }

    /// Whether the servers have counted as many documents up to the baseline's checkpoint as are left of its
    /// numbers.
    boolean isAddingUp() {
        return vanished instanceof VanishedNumbers.Found.Vanished(Roaring64Bitmap numbers, long left)
                && before.size() - numbers.getLongCardinality() == left;
    }

    /// Documents of a shard to which nobody writes.
    public long documents() {
        return before.size() - gone().getLongCardinality() + newer.getLongCardinality();
    }
}
