package io.shardstream.cli.steer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.shardstream.cli.exit.Stop;
import io.shardstream.common.loop.BlockedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShowingTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final Stop stop = new Stop();
    private final Showing showing = new Showing(stop);
    private final CountDownLatch read = new CountDownLatch(1);
    private final List<String> shown = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        read.countDown();
        showing.close();
    }

    @Test
    void whatIsReadIsThereWhenTheNextThingIsDone() {
        for (int line = 0; line < 100; line++) {
            showing.show(() -> shown.add("shown"));
            shown.add("other");
        }
        showing.showLast(() -> shown.add("last"));
        assertThat(shown).hasSize(201).endsWith("shown", "other", "last").startsWith("shown", "other", "shown");
    }

    @Test
    void whoeverControlsTheRunDoesNotWaitForSomebodyWhoReadsNothing() {
        assertTimeoutPreemptively(LONG, () -> {
            for (int line = 0; line < 100; line++) {
                showing.show(this::showUnread);
            }
        });
        assertThat(shown).isEmpty();
    }

    @Test
    void theAnswerIsNotWaitedForByAProcessThatIsToldToStop() {
        showing.show(this::showUnread);
        stop.ask();
        assertTimeoutPreemptively(LONG, () -> showing.showLast(() -> shown.add("answer")));
        assertThat(shown).isEmpty();
    }

    @Test
    void aProcessThatIsToldToStopShowsTheAnswerToWhoeverReads() {
        stop.ask();
        showing.showLast(() -> {
            assertThat(new Stop().askedWithin(Duration.ofMillis(50))).isFalse();
            shown.add("answer");
        });
        assertThat(shown).containsExactly("answer");
    }

    @Test
    void theAnswerIsShownHoweverLateItIsRead() {
        showing.show(this::showUnread);
        showing.show(() -> shown.add("in a later one"));
        Thread.ofPlatform().daemon().start(read::countDown);
        showing.showLast(() -> shown.add("answer"));
        assertThat(shown).containsExactly("read", "answer");
    }

    @Test
    void whatCannotBeMadeOfTheRecordsEndsTheCommand() {
        assertThatThrownBy(() -> showing.show(() -> {
                    throw new BlockedException("Look.");
                }))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(BlockedException.class);
    }

    private void showUnread() {
        try {
            read.await();
            shown.add("read");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
