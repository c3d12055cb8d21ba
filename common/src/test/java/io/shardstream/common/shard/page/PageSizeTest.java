package io.shardstream.common.shard.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageSizeTest {
    private static final long WANTED = 8_000_000;

    @Test
    void theFirstQuestionGoesByWhatDocumentsTakeOnTheDisk() {
        assertThat(PageSize.first(10_000, WANTED, 200_000).documents()).isEqualTo(10);
        assertThat(PageSize.first(10_000, WANTED, 90_000_000).documents()).isEqualTo(1);
        assertThat(PageSize.first(10_000, WANTED, 10).documents()).isEqualTo(16);
        assertThat(PageSize.first(10_000, WANTED, 0).documents()).isEqualTo(16);
        assertThat(PageSize.first(20, WANTED, 0).hits()).isEqualTo(20);
    }

    @Test
    void itDoublesAtMostAndGoesByTheMean() {
        PageSize first = PageSize.first(10_000, WANTED, 0);
        PageSize second = first.after(256, 256_000, 1000);
        assertThat(second.documents()).isEqualTo(512);
        assertThat(second.after(512, 5_120_000, 10_000).documents()).isEqualTo(800);
    }

    @Test
    void aLargeDocumentCountsForHalfAsMuchWithEachAnswer() {
        PageSize page = PageSize.first(10_000, WANTED, 0).after(256, 4_256_000, 4_000_000);
        assertThat(page.documents()).isEqualTo(4);
        for (int i = 0; i < 3; i++) {
            page = page.after(page.documents(), page.documents() * 1000L, 1000);
        }
        assertThat(page.documents()).isEqualTo(32);
    }

    @Test
    void whatFollowsAStretchWithoutDocumentsBeginsSmall() {
        PageSize page = PageSize.first(10_000, WANTED, 200_000);
        assertThat(page.after(4000, 4_000_000, 1000).documents()).isEqualTo(8000);
        assertThat(page.after(4000, 4_000_000, 1000).after(0, 0, 0).documents()).isEqualTo(10);
    }

    private static PageSize afterAnswers(PageSize page, int answers) {
        PageSize now = page;
        for (int i = 0; i < answers; i++) {
            now = now.after(now.documents(), now.documents() * 10L, 10);
        }
        return now;
    }

    /// C-38: it does not grow straight into the limit again.
    @Test
    void aQuestionThatWasTooMuchIsAskedForFewDocumentsAndThenForHalfAsMany() {
        PageSize page = PageSize.first(10_000, WANTED, 0).after(4000, 40_000, 10);
        PageSize next = page.afterTooMuch(1000);
        assertThat(next.documents()).isEqualTo(8);
        assertThat(afterAnswers(next, 20).documents()).isEqualTo(500);
        assertThat(next.within(20_000).ceiling().documents()).isEqualTo(500);
        assertThat(afterAnswers(next, 20).afterTooMuch(500).ceiling().documents())
                .isEqualTo(250);
        assertThat(next.afterTooMuch(1).afterTooMuch(1).documents()).isEqualTo(1);
    }

    @Test
    void afterManyAnswersMoreAreTriedAgain() {
        PageSize page =
                PageSize.first(10_000, WANTED, 0).after(4000, 40_000, 10).afterTooMuch(1000);
        assertThat(afterAnswers(page, 64).documents()).isEqualTo(500);
        assertThat(afterAnswers(page, 80).documents()).isEqualTo(750);
        // Answers that bring few documents say nothing of one that brings many.
        PageSize small = page;
        for (int i = 0; i < 1000; i++) {
            small = small.afterLess(3, 30, 10);
        }
        assertThat(small.ceiling().documents()).isEqualTo(500);
    }

    @Test
    void aQuestionThatFailedIsAskedForFewDocumentsAndAtLastForOne() {
        PageSize page = PageSize.first(10_000, WANTED, 0).after(4000, 4_000_000, 1000);
        assertThat(page.afterFailure().documents()).isEqualTo(8);
        assertThat(page.afterFailure().afterFailure().documents()).isEqualTo(4);
        assertThat(page.afterFailure()
                        .afterFailure()
                        .afterFailure()
                        .afterFailure()
                        .afterFailure()
                        .documents())
                .isEqualTo(1);
    }
}
