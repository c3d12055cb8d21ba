package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.record.PrimaryNodes;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.limit.Pressure;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WriterLoopNodesTest {
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();

    private final LoopFixture writer = new LoopFixture(true);

    @Test
    void recordsGoToTheNodeOfTheirPrimary() {
        primaries("n0", "n1");
        writer.assign(0, 1).add(0, 1, 100).add(1, 1, 100).step();
        assertThat(sent()).containsExactly("n0 [0]", "n1 [1]");
    }

    @Test
    void lanesOfOneNodeShareABulk() {
        primaries("n0", "n0");
        writer.assign(0, 1).add(0, 1, 100).add(1, 1, 100).step();
        assertThat(sent()).containsExactly("n0 [0, 1]");
    }

    @Test
    void whereNothingIsKnownAnyNodeDoes() {
        primaries("", "n1");
        writer.assign(0, 1).add(0, 1, 100).add(1, 1, 100).step();
        assertThat(sent()).containsExactly(" [0]", "n1 [1]");
    }

    @Test
    void aNodeThatAnswersNothingHoldsUpOnlyItsOwnLanes() {
        primaries("n0", "n1");
        writer.assign(0, 1).add(0, 30, 1000).step();
        assertThat(writer.sent).hasSize(LoopFixture.BULKS);
        writer.add(1, 2, 100).step();
        assertThat(sent()).last().isEqualTo("n1 [1]");
    }

    @Test
    void aPrimaryThatHasMovedIsFollowed() {
        primaries("n0", "n0");
        writer.assign(0).add(0, 1, 100).step();
        writer.answerAll(APPLIED);
        primaries("n1", "n0");
        writer.add(0, 1, 100).step();
        assertThat(sent()).containsExactly("n1 [0]");
    }

    @Test
    void whatANodeRefusesIsRepeatedTenTimesASecondAtMost() {
        writer.assign(0, 1).add(0, 20, 1000).add(1, 20, 1000).step();
        int before = writer.allSent.size();
        for (int i = 0; i < 1000; i++) {
            while (!writer.sent.isEmpty()) {
                writer.answerWhole(new BulkAnswer.Again(Pressure.OVERLOAD, "429"));
            }
            writer.advance(Duration.ofMillis(10));
        }
        assertThat(writer.allSent.size() - before).isLessThanOrEqualTo(101);
    }

    private void primaries(String... names) {
        writer.say(PrimaryNodes.KEY, new PrimaryNodes(List.of(names)).encode());
        writer.second();
    }

    private List<String> sent() {
        return writer.sent.stream()
                .map(sent -> sent.node() + " "
                        + sent.bulk().lanes().stream().map(Lane::partition).collect(Collectors.toList()))
                .toList();
    }
}
