package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.Event.Kind;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A primary is on another node. One of which nothing was known before has not moved.
final class Relocations implements EventDetector {
    @Override
    public Stream<Event> between(RunView before, RunView now) {
        return Stream.concat(
                        moved(
                                "source shard ",
                                before.shards().stream().map(ShardView::node).toList(),
                                now.shards().stream().map(ShardView::node).toList()),
                        moved(
                                "lane ",
                                before.lanes().stream().map(LaneView::node).toList(),
                                now.lanes().stream().map(LaneView::node).toList()))
                .map(sentence -> new Event(now.at(), Kind.RELOCATION, sentence));
    }

    /// @param from nodes by number of what is there
    private static Stream<String> moved(String what, List<String> from, List<String> to) {
        return IntStream.range(0, Math.min(from.size(), to.size()))
                .filter(i -> !from.get(i).isEmpty() && !from.get(i).equals(to.get(i)))
                .mapToObj(i -> moved(what + i, from.get(i), to.get(i)));
    }

    private static String moved(String what, String from, String to) {
        return to.isEmpty()
                ? "the primary of " + what + ", on " + from + " before, is nowhere"
                : "the primary of " + what + " is on " + to + " now, before it was on " + from;
    }
}
