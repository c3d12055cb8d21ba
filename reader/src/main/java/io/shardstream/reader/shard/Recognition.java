package io.shardstream.reader.shard;

import io.shardstream.common.contract.record.Witness;
import io.shardstream.common.contract.record.Witnesses;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.common.shard.RefreshWait;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.source.Unread;
import io.shardstream.reader.source.WindowAnswer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// Recognizes the history of a shard by documents that were read in it, whoever read them. A copy is asked
/// for them when it is looked at for the first time, and after each failure: a node that was away may be back
/// with an older state of its disk. Where nothing is new it is not refreshed, and its searches may not show yet
/// what it has: then it is asked anew as soon as its numbers are others, until a refresh has come before.
final class Recognition {
    /// The copy that has the history that was read.
    private @Nullable CopyIdentity known;
    /// What a copy said when it was asked, and has shown no other document.
    private @Nullable CopyNumbers asked;

    /// What a look at a copy has shown.
    ///
    /// @param visible numbers whose global checkpoint is visible, empty if they may be a little later
    /// @param isOther whether the copy has another history than the one that was read
    /// @param isAsked whether it was asked for all that was to be asked, and could show all of it
    record Seen(Optional<CopyNumbers> visible, boolean isOther, boolean isAsked) {}

    /// A look at a copy, for any thread. Blocks.
    Callable<Seen> look(RefreshWait reveal, PrimaryCopy copy, Witnesses witnesses) {
        boolean isKnown = copy.identity().equals(known);
        @Nullable CopyNumbers before = asked;
        return () -> {
            Optional<CopyNumbers> visible = reveal.look();
            if (visible.isEmpty() || isKnown) {
                return new Seen(visible, false, isKnown);
            }
            if (!reveal.hasRefreshed() && visible.get().equals(before)) {
                return new Seen(visible, false, false);
            }
            List<Long> numbers = witnesses.numbers(visible.get().globalCheckpoint());
            boolean isOther = !numbers.isEmpty() && isOther(copy, numbers, witnesses);
            if (isOther && !copy.numbers().identity().equals(copy.identity())) {
                throw new NotPrimaryException("The copy on " + copy.where() + " has become another one");
            }
            return new Seen(
                    visible,
                    isOther,
                    reveal.hasRefreshed() && numbers.size() == witnesses.all().size());
        };
    }

    private static boolean isOther(PrimaryCopy copy, List<Long> numbers, Witnesses witnesses) throws ElasticException {
        String index = copy.identity().indexUuid();
        return copy.named(numbers).stream()
                .anyMatch(hit -> witnesses.contradict(Witness.of(index, hit.seqNo(), hit.id())));
    }

    /// Whether the history may be the one that was read.
    boolean passes(Seen seen) {
        if (!seen.isOther()) {
            asked = seen.visible().orElse(asked);
        }
        if (seen.isAsked() && !seen.isOther()) {
            known = seen.visible().map(CopyNumbers::identity).orElse(known);
        }
        return !seen.isOther();
    }

    /// Something has happened after which no copy is known.
    void forget() {
        known = null;
        asked = null;
    }

    /// The document with the highest number of all that a window holds; null if there is none that has its
    /// number alone, as in an index that was shrunk: another one of that number is none of another history.
    static @Nullable Witness highest(String indexUuid, WindowAnswer.Whole whole) {
        @Nullable Hit highest = null;
        boolean isAlone = true;
        for (Hit hit : whole.hits()) {
            if (highest == null || hit.seqNo() >= highest.seqNo()) {
                isAlone = highest == null || hit.seqNo() > highest.seqNo();
                highest = hit;
            }
        }
        if (highest == null || !isAlone) {
            return null;
        }
        for (Unread unread : whole.unread()) {
            if (unread.name().seqNo() == highest.seqNo()) {
                return null;
            }
        }
        return Witness.of(indexUuid, highest.seqNo(), highest.id());
    }
}
