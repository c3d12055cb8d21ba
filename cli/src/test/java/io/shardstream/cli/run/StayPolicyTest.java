package io.shardstream.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.RunEndedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StayPolicyTest {
    private final Stop stop = new Stop();
    private final CountDownLatch finished = new CountDownLatch(1);

    @ParameterizedTest
    @ValueSource(ints = {ExitCodes.DONE, ExitCodes.REJECTED})
    void whoStaysIsFinishedAndEndsWellWhenToldToStop(int code) throws Exception {
        CompletableFuture<Integer> end = CompletableFuture.supplyAsync(() -> staying(() -> code));
        finished.await();
        assertThat(end).isNotDone();

        stop.ask();

        assertThat(end.get()).isEqualTo(ExitCodes.DONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {ExitCodes.FAILED, ExitCodes.BLOCKED, ExitCodes.STOPPED})
    void whatIsNotCompleteEnds(int code) {
        assertThat(staying(() -> code)).isEqualTo(code);
        assertThat(finished.getCount()).isOne();
    }

    /// Whoever starts it again and again may do so right after `clean`, and begins the run anew.
    @Test
    void whoHasWorkedForARunThatIsGivenUpStaysAndSaysSoInTheEnd() throws Exception {
        CompletableFuture<Integer> end = CompletableFuture.supplyAsync(() -> staying(() -> {
            throw new CompletionException(givenUp());
        }));
        finished.await();
        assertThat(end).isNotDone();

        assertThat(stop.end()).hasValue(ExitCodes.FAILED);
        stop.ask();

        assertThat(end.get()).isEqualTo(ExitCodes.FAILED);
    }

    @Test
    void whoIsStartedForARunThatWasGivenUpIsRefused() {
        RunEndedException givenUp = givenUp();
        assertThatThrownBy(() -> staying(() -> {
                    throw givenUp;
                }))
                .isSameAs(givenUp);
        assertThatThrownBy(() -> StayPolicy.no(stop)
                        .after(
                                () -> {
                                    throw new CompletionException(givenUp());
                                },
                                finished::countDown,
                                () -> true))
                .hasCause(givenUp());
        assertThat(finished.getCount()).isOne();
    }

    private int staying(RestartLoop.Work work) {
        try {
            return new StayPolicy(true, stop).after(work, finished::countDown, () -> true);
        } catch (ElasticException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void unlessWantedNobodyStays() throws Exception {
        assertThat(StayPolicy.no(stop).after(() -> ExitCodes.REJECTED, finished::countDown, () -> true))
                .isEqualTo(ExitCodes.REJECTED);
        assertThat(finished.getCount()).isOne();
    }

    private static RunEndedException givenUp() {
        return new RunEndedException("Run cities is aborted", false);
    }
}
