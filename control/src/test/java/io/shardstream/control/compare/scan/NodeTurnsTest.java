package io.shardstream.control.compare.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.shard.CopyLocation;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NodeTurnsTest {
    private final NodeTurns turns = new NodeTurns(2);

    @Test
    void aNodeIsAskedByOneAtATimeAndOthersMeanwhile() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        Thread same;
        try (NodeTurns.Turn _ = turns.at(new CopyLocation("n1", 2))) {
            same = begin(new CopyLocation("n1", 1), said);
            begin(new CopyLocation("n2", 1), said).join();
            while (same.isAlive() && same.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            said.add("end of n1");
        }
        same.join();

        assertThat(said).containsExactly("n2", "end of n1", "n1");
    }

    @Test
    void noMoreNodesAreAskedAtATimeThanAreWanted() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        Thread third;
        try (NodeTurns.Turn _ = turns.at(new CopyLocation("n1", 1));
                NodeTurns.Turn _ = turns.at(new CopyLocation("n2", 1))) {
            third = begin(new CopyLocation("n3", 1), said);
            while (third.isAlive() && third.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            said.add("end of both");
        }
        third.join();

        assertThat(said).containsExactly("end of both", "n3");
    }

    private Thread begin(CopyLocation place, List<String> said) {
        return Thread.ofPlatform().start(() -> {
            try (NodeTurns.Turn _ = turns.at(place)) {
                said.add(place.node());
            } catch (InterruptedException e) {
                said.add("interrupted");
            }
        });
    }
}
