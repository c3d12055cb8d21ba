package io.shardstream.control.compare.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.control.compare.scan.Visible;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// What need not be asked of a shard to which nobody has written since the baseline.
class UnwrittenShardTest {
    private static final CopyIdentity PRIMARY = new CopyIdentity(1, "a1", "u", "h");
    private static final Visible SHOWN = new Visible(PRIMARY, 2, 2);
    private static final Roaring64Bitmap NOTHING = new Roaring64Bitmap();

    @Test
    void aSourceShardThatWasCountedIsWhatItWas() {
        SourceNumbers counted = numbers(2).movedTo(SHOWN, NOTHING, NOTHING, true);

        NewInSource found = NewInSource.unwritten(counted, now(PRIMARY, 2, 2)).orElseThrow();

        assertThat(found.documents()).isEqualTo(3);
        assertThat(found.problemAtRest()).isEmpty();
        assertThat(found.visible()).isEqualTo(SHOWN);
    }

    @Test
    void aCopyThatHasTakenOverInTheSameTermIsNotSaidToShowWhatTheOtherOneShowed() {
        SourceNumbers counted = numbers(2).movedTo(SHOWN, NOTHING, NOTHING, true);

        assertThat(NewInSource.unwritten(counted, now(new CopyIdentity(1, "a2", "u", "h"), 2, 2))
                        .orElseThrow()
                        .visible())
                .isEqualTo(SHOWN);
    }

    @Test
    void oneThatServersHaveNotCountedIsAsked() {
        assertThat(NewInSource.unwritten(numbers(2), now(PRIMARY, 2, 2))).isEmpty();
        assertThat(NewInSource.unwritten(numbers(2).movedTo(SHOWN, NOTHING, NOTHING, false), now(PRIMARY, 2, 2)))
                .isEmpty();
    }

    @Test
    void oneThatHasTakenAnOperationIsAsked() {
        SourceNumbers counted = numbers(2).movedTo(SHOWN, NOTHING, NOTHING, true);

        assertThat(NewInSource.unwritten(counted, now(PRIMARY, 3, 3))).isEmpty();
        assertThat(NewInSource.unwritten(counted, now(PRIMARY, 2, 3))).isEmpty();
        assertThat(NewInSource.unwritten(counted, now(PRIMARY, 1, 1))).isEmpty();
    }

    @Test
    void oneOfAnotherTermOrHistoryIsAsked() {
        SourceNumbers counted = numbers(2).movedTo(SHOWN, NOTHING, NOTHING, true);

        assertThat(NewInSource.unwritten(counted, now(new CopyIdentity(2, "a1", "u", "h"), 2, 2)))
                .isEmpty();
        assertThat(NewInSource.unwritten(counted, now(new CopyIdentity(1, "a1", "u", "other"), 2, 2)))
                .isEmpty();
    }

    @Test
    void countsThatDoNotAddUpAreNoReasonNotToAsk() {
        NewInSource counted = new NewInSource(
                numbers(2), NOTHING, true, new VanishedNumbers.Found.Vanished(NOTHING, 2), new Visible(PRIMARY, 2, 2));

        assertThat(NewInSource.unwritten(counted.moved(), now(PRIMARY, 2, 2))).isEmpty();
    }

    @Test
    void aTargetShardShowsItsMarkAsLongAsNobodyWrites() {
        Baseline.Mark mark = Baseline.Mark.of(new Visible(PRIMARY, 2, 2));

        assertThat(mark.shownBy(now(PRIMARY, 2, 2))).contains(new Visible(PRIMARY, 2, 2));
        assertThat(mark.shownBy(now(PRIMARY, 3, 3))).isEmpty();
        assertThat(mark.shownBy(now(PRIMARY, 2, 3))).isEmpty();
        assertThat(mark.shownBy(now(new CopyIdentity(2, "a1", "u", "h"), 2, 2))).isEmpty();
    }

    private static SourceNumbers numbers(long upTo) {
        return new SourceNumbers(0, 1, upTo, upTo, PRIMARY, Roaring64Bitmap.bitmapOf(0, 1, 2));
    }

    private static CopyNumbers now(CopyIdentity identity, long checkpoint, long highest) {
        return new CopyNumbers(identity, checkpoint, highest, 0);
    }
}
