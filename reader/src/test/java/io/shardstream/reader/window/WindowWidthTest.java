package io.shardstream.reader.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.shard.page.PageSize;
import org.junit.jupiter.api.Test;

class WindowWidthTest {
    private static final long WANTED = 1000;
    private static final PageSize.Bounds BOUNDS = new PageSize.Bounds(20, 10_000, WANTED);
    private final WindowWidth width = new WindowWidth(100, new PageSize(100, 0, 0, BOUNDS, PageSize.Ceiling.NONE));

    @Test
    void theNextWindowHoldsAsManyNumbersAsFitAtTheDensityLastSeen() {
        assertThat(width.after(100, 100, 800, 8).span()).isEqualTo(125);
        assertThat(width.after(100, 50, 400, 8).span()).isEqualTo(200);
    }

    @Test
    void aWindowIsAtMostTwiceAsWideAsTheOneBefore() {
        assertThat(width.after(100, 100, 100, 1).span()).isEqualTo(200);
    }

    @Test
    void anEmptyWindowDoublesTheWidthAndLetsTheNextOneBringFew() {
        WindowWidth next = width.after(100, 0, 0, 0);
        assertThat(next.span()).isEqualTo(200);
        assertThat(next.hits(new Window(0, 200))).isEqualTo(40);
    }

    @Test
    void manyEmptyWindowsSpanMoreNumbersThanASearchMayReturn() {
        WindowWidth next = width;
        for (int i = 0; i < 20; i++) {
            next = next.after(next.span(), 0, 0, 0);
        }
        assertThat(next.span()).isEqualTo(WindowWidth.WIDEST);
    }

    @Test
    void weightNarrowsAtOnce() {
        assertThat(width.after(100, 100, 50_000, 500).span()).isEqualTo(2);
    }

    @Test
    void aShortWindowOfLittleBytesChangesNothing() {
        assertThat(width.after(3, 3, 10, 3)).extracting(WindowWidth::span).isEqualTo(100L);
    }

    @Test
    void aShortWindowOfManyBytesNarrows() {
        assertThat(width.after(3, 3, 1500, 500).span()).isEqualTo(2);
    }

    @Test
    void aTooLargeResponseHalvesTheWindow() {
        WindowWidth next = width.afterTooLarge(100);
        assertThat(next.span()).isEqualTo(50);
        assertThat(next.page().documents()).isEqualTo(50);
    }

    @Test
    void aTooLargeResponseOfAnEarlierWiderWindowDoesNotWiden() {
        assertThat(width.afterTooLarge(800).span()).isEqualTo(100);
    }

    @Test
    void aWindowWithMoreDocumentsThanItsSearchMightBringIsDividedByHowManyThereAre() {
        WindowWidth next = width.afterTooMany(100, 4000);
        assertThat(next.span()).isEqualTo(2);
        assertThat(next.parts(new Window(0, 100), 4000)).isEqualTo(54);
        assertThat(next.parts(new Window(0, 2), 4000)).isEqualTo(2);
    }

    @Test
    void afterAFailureAQuestionBringsFewDocuments() {
        WindowWidth next = width.afterFailure();
        assertThat(next.span()).isEqualTo(8);
        assertThat(next.hits(new Window(0, 8))).isEqualTo(16);
        assertThat(next.afterFailure().afterFailure().afterFailure().span()).isEqualTo(1);
    }

    @Test
    void aQuestionForOneDocumentThatIsTooMuchIsAskedForFewerNumbers() {
        WindowWidth next = new WindowWidth(5, new PageSize(1, 5, 5, BOUNDS, PageSize.Ceiling.NONE)).afterTooMuch(1);
        assertThat(next.span()).isEqualTo(2);
        assertThat(next.page().documents()).isEqualTo(1);
    }

    @Test
    void documentsThatShareANumberMayComeTogetherAsFarAsTheyFit() {
        WindowWidth small = new WindowWidth(1, new PageSize(10, 5, 5, BOUNDS, PageSize.Ceiling.NONE));
        assertThat(small.hits(new Window(0, 1))).isEqualTo(400);
        assertThat(small.hits(new Window(0, 2))).isEqualTo(20);
    }

    @Test
    void aWindowHoldsAtLeastOneNumber() {
        assertThat(width.afterTooLarge(1).span()).isEqualTo(1);
    }

    @Test
    void anIndexThatAllowsFewerNarrows() {
        assertThat(width.within(50).hits(new Window(0, 100))).isEqualTo(50);
    }
}
