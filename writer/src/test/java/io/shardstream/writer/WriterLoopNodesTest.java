package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.Side;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.limit.Pressure;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    void whatANodeWasToBeSentAgainFollowsItsPrimary() {
        primaries("n0", "n0");
        writer.assign(0, 1).add(0, 1, 100).add(1, 1, 100).step();
        writer.answerWhole(new BulkAnswer.Again("no answer"));
        primaries("n1", "n0");
        writer.advance(Duration.ofMinutes(1));
        assertThat(sent()).containsExactlyInAnyOrder("n0 [1]", "n1 [0]");
        writer.answerAll(APPLIED);
        writer.add(0, 1, 100).step();
        assertThat(sent()).containsExactly("n1 [0]");
    }

    @Test
    void whatComesBackFromANodeAfterItsPrimaryHasMovedIsSentToTheNewOne() {
        primaries("n0", "n1");
        writer.assign(0).add(0, 1, 100).step();
        primaries("n1", "n1");
        writer.answerWhole(new BulkAnswer.Again("no answer"));
        writer.advance(Duration.ofMinutes(1));
        assertThat(sent()).containsExactly("n1 [0]");
    }

    @Test
    void whatANodeRefusesIsRepeatedTenTimesASecondAtMost() {
        withOneRecordInEachOf(100);
        refuseAll();
        int before = writer.allSent.size();
        for (int i = 0; i < 1000; i++) {
            writer.advance(Duration.ofMillis(10));
            refuseAll();
        }
        assertThat(writer.allSent.size() - before).isBetween(90, 101);
    }

    @Test
    void aShardThatDoesNotAnswerInsideOfTheClusterIsNoFaultOfTheNodeThatWasAsked() {
        writer.assign(0).add(0, 2, 100).step();
        writer.answer(new ItemAnswer.Again(Pressure.UNANSWERED, "503"), new ItemAnswer.Again(Pressure.OVERLOAD, "429"));
        assertThat(writer.refusals).containsExactly(Pressure.OVERLOAD);
    }

    @Test
    void aLaneThatANodeRefusesIsHalvedBesideOneWhoseShardDoesNotAnswer() {
        writer.assign(0, 1).add(0, 2, 100).add(1, 2, 100).step();
        for (int i = 0; i < 3; i++) {
            while (!writer.sent.isEmpty()) {
                writer.answer(writer.sent.getFirst().bulk().entries().stream()
                        .<ItemAnswer>map(entry -> entry.lane().partition() == 0
                                ? new ItemAnswer.Again(Pressure.UNANSWERED, "503")
                                : new ItemAnswer.Again(Pressure.MEMORY, "429"))
                        .toArray(ItemAnswer[]::new));
            }
            writer.advance(Duration.ofSeconds(60));
        }
        assertThat(writer.allSent)
                .anyMatch(bulk -> bulk.lanes().size() == 1
                        && bulk.entries().getFirst().lane().partition() == 1
                        && bulk.entries().size() == 1);
        assertThat(writer.allSent)
                .noneMatch(bulk -> bulk.lanes().size() == 1
                        && bulk.entries().getFirst().lane().partition() == 0
                        && bulk.entries().size() == 1);
    }

    @Test
    void whatWaitsIsSentAsSoonAsANodeTakesSomethingAgain() {
        writer.assign(0, 1).add(0, 1, 4000).step();
        for (int i = 0; i < 10; i++) {
            refuseAll();
            writer.advance(Duration.ofSeconds(60));
        }
        writer.add(1, 1, 4000).step();
        assertThat(sent()).containsExactly(" [0]", " [1]");
        writer.answerWhole(new BulkAnswer.Again(Pressure.OVERLOAD, "429"));
        writer.advance(Duration.ofSeconds(1));
        assertThat(sent()).containsExactly(" [1]");
        writer.answerWhole(new BulkAnswer.Again(Pressure.OVERLOAD, "429"));
        writer.advance(Duration.ofSeconds(1));
        assertThat(sent()).containsExactly(" [1]");
        writer.answer(APPLIED);
        writer.advance(Duration.ofSeconds(1));
        assertThat(sent()).containsExactly(" [0]");
    }

    private void refuseAll() {
        while (!writer.sent.isEmpty()) {
            writer.answerWhole(new BulkAnswer.Again(Pressure.OVERLOAD, "429"));
        }
    }

    private void withOneRecordInEachOf(int lanes) {
        Integer[] all = IntStream.range(0, lanes).boxed().toArray(Integer[]::new);
        writer.consumer.updateBeginningOffsets(Stream.of(all).collect(Collectors.toMap(LoopFixture::lane, _ -> 0L)));
        writer.assign(all);
        Stream.of(all).forEach(lane -> writer.add(lane, 1, 4000));
        writer.step();
    }

    private void primaries(String... names) {
        writer.say(PrimaryNodes.key(Side.TARGET), new PrimaryNodes(List.of(names)).encode());
        writer.second();
    }

    private List<String> sent() {
        return writer.sent.stream()
                .map(sent -> sent.node() + " "
                        + sent.bulk().lanes().stream().map(Lane::partition).collect(Collectors.toList()))
                .toList();
    }
}
