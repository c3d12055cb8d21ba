package io.shardstream.control.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.primary.Place;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NodeTurnsTest {
    private final NodeTurns turns = new NodeTurns();

    @Test
    void aNodeIsAskedByOneAtATimeAndOthersMeanwhile() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        Thread same;
        try (NodeTurns.Turn _ = turns.at(new Place("n1", 2))) {
            same = begin(new Place("n1", 1), said);
            begin(new Place("n2", 1), said).join();
            while (same.isAlive() && same.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            said.add("end of n1");
        }
        same.join();

        assertThat(said).containsExactly("n2", "end of n1", "n1");
    }

    private Thread begin(Place place, List<String> said) {
        return Thread.ofPlatform().start(() -> {
            try (NodeTurns.Turn _ = turns.at(place)) {
                said.add(place.node());
            } catch (InterruptedException e) {
                said.add("interrupted");
            }
        });
    }
}
