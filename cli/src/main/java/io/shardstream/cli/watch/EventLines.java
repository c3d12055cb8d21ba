package io.shardstream.cli.watch;

import io.shardstream.common.contract.record.Event;
import java.util.List;

/// What happened last, the newest last.
final class EventLines {
    private EventLines() {}

    static List<Line> of(List<Event> events, Times times, int height) {
        return events.stream()
                .skip(Math.max(0, events.size() - height))
                .map(event -> Line.of(times.of(event.at()), Style.FAINT).and("  " + event.sentence(), style(event)))
                .toList();
    }

    private static Style style(Event event) {
        return switch (event.kind()) {
            case BLOCK -> Style.BAD;
            case BOTTLENECK -> Style.SLOW;
            case PHASE, STEP, VERIFIED -> Style.STRONG;
            case CONTROL, MEMBERS, PAUSE, THROTTLE, RELOCATION -> Style.PLAIN;
        };
    }
}
