package io.shardstream.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.cli.exit.Stop;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.PlanChangedException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class WaitingTest {
    private final Stop stop = new Stop();
    private final CompletableFuture<Void> wanted = new CompletableFuture<>();
    private final CompletableFuture<Void> reader = new CompletableFuture<>();
    private final CompletableFuture<Void> writer = new CompletableFuture<>();

    @Test
    void whatIsWaitedForEndsTheWaiting() {
        wanted.complete(null);
        assertThat(waits()).isTrue();
    }

    @Test
    void beingToldToStopEndsIt() {
        stop.ask();
        assertThat(waits()).isFalse();
    }

    @Test
    void aPartThatIsBlockedEndsItWithItsOwnSentence() {
        writer.completeExceptionally(new BlockedException("Look."));
        assertThatThrownBy(this::waits).isInstanceOf(BlockedException.class).hasMessage("Look.");
    }

    @Test
    void aPartThatHasToBeginAnewSaysSoItself() {
        reader.completeExceptionally(new PlanChangedException("cities"));
        assertThatThrownBy(this::waits)
                .isInstanceOf(PlanChangedException.class)
                .hasMessage("Run cities reads everything again into new topics, as 'resume --read-again' was asked to");
    }

    @Test
    void aPartThatBreaksEndsItWithWhatBroke() {
        reader.completeExceptionally(new IllegalStateException("odd"));
        assertThatThrownBy(this::waits)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    private boolean waits() {
        return Waiting.until(wanted, List.of(reader, writer), stop);
    }
}
