package io.shardstream.reader.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowWidthTest {
    private static final long WANTED = 1000;
    private final WindowWidth width = new WindowWidth(100, 10_000, WANTED);

    @Test
    void theNextWindowHoldsAsManyNumbersAsFitAtTheDensityLastSeen() {
        assertThat(width.after(100, 800).span()).isEqualTo(125);
    }

    @Test
    void aWindowIsAtMostTwiceAsWideAsTheOneBefore() {
        assertThat(width.after(100, 10).span()).isEqualTo(200);
    }

    @Test
    void anEmptyWindowDoublesTheWidth() {
        assertThat(width.after(100, 0).span()).isEqualTo(200);
    }

    @Test
    void densityNarrowsAtOnce() {
        assertThat(width.after(100, 50_000).span()).isEqualTo(2);
    }

    @Test
    void aWindowIsNeverWiderThanTheIndexAllows() {
        assertThat(new WindowWidth(9_000, 10_000, WANTED).after(9_000, 10).span())
                .isEqualTo(10_000);
    }

    @Test
    void aShortWindowOfLittleBytesChangesNothing() {
        assertThat(width.after(3, 10)).isEqualTo(width);
    }

    @Test
    void aShortWindowOfManyBytesNarrows() {
        assertThat(width.after(3, 1500).span()).isEqualTo(2);
    }

    @Test
    void aTooLargeResponseHalvesTheWindow() {
        assertThat(width.afterTooLarge(100).span()).isEqualTo(50);
    }

    @Test
    void aTooLargeResponseOfAnEarlierWiderWindowDoesNotWiden() {
        assertThat(width.afterTooLarge(800)).isEqualTo(width);
    }

    @Test
    void aWindowHoldsAtLeastOneNumber() {
        assertThat(width.afterTooLarge(1).span()).isEqualTo(1);
    }

    @Test
    void anIndexThatAllowsFewerNarrows() {
        assertThat(width.within(50).span()).isEqualTo(50);
    }
}
