package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.Event.Kind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A part waits for a person, or does no longer.
final class BlockEvents implements EventDetector {
    @Override
    public Stream<Event> between(RunView before, RunView now) {
        List<Blocked> was = before.standing().blocked();
        List<Blocked> is = now.standing().blocked();
        Set<String> waiting = is.stream().map(Blocked::part).collect(Collectors.toSet());
        return Stream.concat(
                        is.stream()
                                .filter(one -> !was.contains(one))
                                .map(one -> one.part() + " waits for a person: " + one.reason()),
                        was.stream()
                                .filter(one -> !waiting.contains(one.part()))
                                .map(one -> one.part() + " does not wait for a person any more"))
                .map(sentence -> new Event(now.at(), Kind.BLOCK, sentence));
    }
}
