package io.shardstream.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.Stop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StayingTest {
    private final Stop stop = new Stop();
    private final CountDownLatch finished = new CountDownLatch(1);

    @ParameterizedTest
    @ValueSource(ints = {ExitCodes.DONE, ExitCodes.REJECTED})
    void whoStaysIsFinishedAndEndsWellWhenToldToStop(int code) throws Exception {
        CompletableFuture<Integer> end = CompletableFuture.supplyAsync(
                () -> new Staying(true, stop).after(code, finished::countDown, () -> true));
        finished.await();
        assertThat(end).isNotDone();

        stop.ask();

        assertThat(end.get()).isEqualTo(ExitCodes.DONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {ExitCodes.FAILED, ExitCodes.BLOCKED, ExitCodes.STOPPED})
    void whatIsNotCompleteEnds(int code) {
        assertThat(new Staying(true, stop).after(code, finished::countDown, () -> true))
                .isEqualTo(code);
        assertThat(finished.getCount()).isOne();
    }

    @Test
    void unlessWantedNobodyStays() {
        assertThat(Staying.no(stop).after(ExitCodes.REJECTED, finished::countDown, () -> true))
                .isEqualTo(ExitCodes.REJECTED);
        assertThat(finished.getCount()).isOne();
    }
}
