package io.shardstream.reader.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.reader.window.DocumentTally;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class DocsBacklogTest {
    private static final long LIMIT = 1000;

    private final Deque<CompletableFuture<List<Long>>> asked = new ArrayDeque<>();
    private Instant now = Instant.EPOCH;
    private long written;
    private final DocsBacklog backlog = backlog(false);

    private DocsBacklog backlog(boolean isContinuous) {
        return new DocsBacklog(
                LIMIT,
                isContinuous,
                () -> {
                    asked.add(new CompletableFuture<>());
                    return asked.getLast();
                },
                () -> now);
    }

    /// Kafka is asked, and says that so many records wait.
    private static void look(DocsBacklogTest test, DocsBacklog backlog, Long... records) {
        test.now = test.now.plusSeconds(2);
        backlog.step();
        test.asked.removeLast().complete(List.of(records));
        backlog.step();
    }

    private void look(Long... records) {
        look(this, backlog, records);
    }

    @Test
    void readingIsHeldBackWhenAllLanesTogetherHaveReachedTheLimit() {
        backlog.found(new DocumentTally(10, 1000));
        look(4L, 5L);
        assertThat(backlog.hasRoom()).isTrue();
        look(4L, 6L);
        assertThat(backlog.hasRoom()).isFalse();
    }

    @Test
    void whereNobodySaysHowMuchMayWaitItIsFiveMinutesOfWriting() {
        long mib = 1 << 20;
        DocsBacklog following = new DocsBacklog(
                new BacklogLimit(OptionalLong.empty(), OptionalLong.empty()),
                false,
                () -> {
                    asked.add(new CompletableFuture<>());
                    return asked.getLast();
                },
                () -> written,
                () -> now);
        following.found(new DocumentTally(1, mib));
        look(this, following, 255L);
        assertThat(following.hasRoom()).isTrue();
        look(this, following, 256L);
        assertThat(following.hasRoom()).isFalse();
        // Two records of a mebibyte a second: 600 MiB.
        for (int i = 0; i < 40; i++) {
            written += 4;
            look(this, following, 590L);
        }
        assertThat(following.hasRoom()).isFalse();
        written += 4;
        look(this, following, 299L);
        assertThat(following.hasRoom()).isTrue();
        written += 4;
        look(this, following, 590L);
        assertThat(following.hasRoom()).isTrue();
        written += 4;
        look(this, following, 610L);
        assertThat(following.hasRoom()).isFalse();
    }

    @Test
    void oneLaneThatIsFullHoldsReadingBack() {
        backlog.found(new DocumentTally(10, 1000));
        look(0L, 10L, 0L);
        assertThat(backlog.hasRoom()).isFalse();
    }

    @Test
    void itGoesOnWhenHalfOfItIsWrittenAndNotBefore() {
        backlog.found(new DocumentTally(10, 1000));
        look(10L);
        look(6L);
        assertThat(backlog.hasRoom()).isFalse();
        look(5L);
        assertThat(backlog.hasRoom()).isTrue();
        look(9L);
        assertThat(backlog.hasRoom()).isTrue();
    }

    @Test
    void whatMustNotRestGoesOnAsSoonAsThereIsRoom() {
        DocsBacklog continuous = backlog(true);
        continuous.found(new DocumentTally(10, 1000));
        look(this, continuous, 10L);
        assertThat(continuous.hasRoom()).isFalse();
        look(this, continuous, 9L);
        assertThat(continuous.hasRoom()).isTrue();
    }

    @Test
    void whatIsPublishedBetweenTwoLooksCounts() {
        look(0L);
        backlog.published(new DocumentTally(10, 1000));
        backlog.step();
        assertThat(backlog.hasRoom()).isFalse();
    }

    @Test
    void whatWasPublishedBeforeTheQuestionIsInItsAnswerAndNotCountedTwice() {
        backlog.published(new DocumentTally(6, 600));
        look(6L);
        assertThat(backlog.hasRoom()).isTrue();
    }

    @Test
    void whatIsPublishedWhileTheQuestionIsUnderWayCounts() {
        backlog.found(new DocumentTally(1, 100));
        backlog.step();
        backlog.published(new DocumentTally(6, 600));
        asked.getLast().complete(List.of(4L));
        backlog.step();
        assertThat(backlog.hasRoom()).isFalse();
    }

    @Test
    void nobodyWaitsForAnAnswerAndOnlyOneQuestionIsUnderWay() {
        for (int i = 0; i < 10; i++) {
            backlog.step();
            now = now.plus(Duration.ofSeconds(1));
        }
        assertThat(asked).hasSize(1);
        assertThat(backlog.hasRoom()).isTrue();
    }

    @Test
    void kafkaIsAskedOnceASecond() {
        for (int i = 0; i < 30; i++) {
            backlog.step();
            asked.getLast().complete(List.of(0L));
            now = now.plus(Duration.ofMillis(100));
        }
        assertThat(asked).hasSize(3);
    }

    @Test
    void whileKafkaDoesNotAnswerTheLastAnswerStandsAndItIsAskedAgain() {
        backlog.found(new DocumentTally(1, 100));
        look(10L);
        now = now.plusSeconds(2);
        backlog.step();
        asked.removeLast().completeExceptionally(new TimeoutException("no answer"));
        backlog.step();
        assertThat(backlog.hasRoom()).isFalse();
        look(2L);
        assertThat(backlog.hasRoom()).isTrue();
    }

    @Test
    void whoMayNotAskHasNoLimitHoweverMuchIsPublished() {
        for (int i = 0; i < 5; i++) {
            backlog.published(new DocumentTally(10, 1000));
            backlog.step();
            asked.removeLast()
                    .completeExceptionally(new CompletionException(new GroupAuthorizationException("writers")));
            backlog.step();
            assertThat(backlog.hasRoom()).isTrue();
            now = now.plusSeconds(1);
        }
    }

    @Test
    void aLimitOfNothingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DocsBacklog(0, false, CompletableFuture::new, () -> now))
                .withMessageContaining("got 0");
    }
}
