package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.Event.Kind;
import io.shardstream.control.console.view.Bottleneck.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/// Something else makes the run as fast as it is, and stays: bottlenecks change with every lump of work. Of
/// what somebody has decided there are events of its own.
final class SteadyBottleneck implements EventDetector {
    private static final Duration STEADY = Duration.ofSeconds(10);

    private Bottleneck told = Bottleneck.NONE;
    private Bottleneck seen = Bottleneck.NONE;
    private Instant since = Instant.MIN;

    @Override
    public Stream<Event> between(RunView before, RunView now) {
        Bottleneck bottleneck = now.bottleneck();
        if (!isSame(bottleneck, seen)) {
            since = now.at();
        }
        seen = bottleneck;
        boolean isSteady = !now.at().isBefore(since.plus(STEADY));
        if (isSame(bottleneck, told) || bottleneck.stage() == Stage.RUN || !isSteady) {
            return Stream.empty();
        }
        told = bottleneck;
        String sentence = bottleneck.stage() == Stage.NONE ? "nothing is in the way any more" : bottleneck.sentence();
        return Stream.of(new Event(now.at(), Kind.BOTTLENECK, sentence));
    }

    /// Sentences may differ in figures.
    private static boolean isSame(Bottleneck one, Bottleneck other) {
        return one.stage() == other.stage() && one.node().equals(other.node());
    }
}
