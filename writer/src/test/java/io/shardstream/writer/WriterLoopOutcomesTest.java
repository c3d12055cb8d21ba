package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.log.About;
import io.shardstream.common.log.Warning;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.answer.StopCause;
import io.shardstream.writer.lane.Entry;
import io.shardstream.writer.limit.Pressure;
import io.shardstream.writer.send.Bulk;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What becomes of each record, and what is sent again.
class WriterLoopOutcomesTest {
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();
    private static final ItemAnswer SUPERSEDED = new ItemAnswer.Superseded();
    private static final ItemAnswer AGAIN = new ItemAnswer.Again("429 busy");
    private static final ItemAnswer REFUSED = new ItemAnswer.Refused("mapper_parsing_exception", "not a number");
    private static final ItemAnswer RACE = new ItemAnswer.Refused(
            "illegal_argument_exception", "mapper [n] cannot be changed from type [long] to [float]");
    private static final Duration LONG = Duration.ofSeconds(31);

    private final LoopFixture writer = new LoopFixture(true);

    @Test
    void eachRecordIsCountedOnceByWhatBecameOfIt() {
        writer.assign(0).add(0, 3, 100).step();
        writer.answer(APPLIED, SUPERSEDED, REFUSED);
        writer.second();
        assertThat(writer.outcomes()).containsExactly(new Outcome(0, 0, 3, 1, 1, 1, 300, 7, "node-1"));
        assertThat(writer.committed(0)).isEqualTo(3);
        assertThat(writer.done()).isEqualTo(new WriterProgress(1, 1, 1, 300));
    }

    @Test
    void whatIsDoneIsCommittedSoonAfterTheLastOfIt() {
        writer.assign(0).add(0, 3, 100).step();
        writer.second();
        writer.answer(APPLIED);
        writer.advance(Duration.ofMillis(99));
        assertThat(writer.committed(0)).isEqualTo(-1);
        writer.advance(Duration.ofMillis(1));
        assertThat(writer.committed(0)).isEqualTo(3);
    }

    @Test
    void whoAlwaysHasWorkCommitsOnceASecond() {
        writer.assign(0).add(0, 1, 100).step();
        writer.second();
        for (int time = 1; time < 20; time++) {
            writer.answer(APPLIED);
            writer.add(0, 1, 100).advance(Duration.ofMillis(50));
            assertThat(writer.committed(0)).isEqualTo(-1);
        }
        writer.answer(APPLIED);
        writer.add(0, 1, 100).advance(Duration.ofMillis(50));
        assertThat(writer.committed(0)).isEqualTo(20);
    }

    @Test
    void aRefusedDocumentIsStoredWithItsBytesReasonAndOffset() {
        writer.assign(0).add(0, 2, 100).step();
        Bulk bulk = writer.answer(APPLIED, REFUSED);
        DocRecord document = bulk.entries().getLast().document();
        assertThat(writer.rejects())
                .containsExactly(new Reject(document, "mapper_parsing_exception", "not a number", 1));
    }

    @Test
    void noMoreBulksAreUnderWayThanAllowed() {
        writer.assign(0, 1).add(0, 30, 1000).add(1, 30, 1000).step();
        assertThat(writer.sent).hasSize(LoopFixture.BULKS);
        writer.answer(APPLIED);
        assertThat(writer.sent).hasSize(LoopFixture.BULKS);
    }

    @Test
    void onlyTheItemsThatWereNotTakenAreSentAgainAndWithTheSameVersions() {
        writer.assign(0).add(0, 3, 100).step();
        Bulk first = writer.answer(APPLIED, AGAIN, AGAIN);
        assertThat(writer.sent).isEmpty();
        writer.advance(LONG);
        assertThat(writer.sent.getFirst().bulk().entries())
                .isEqualTo(first.entries().subList(1, 3));
        writer.answer(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(3);
    }

    @Test
    void aLaneWhoseRecordsAreSentAgainWaitsWhileOthersGoOn() {
        writer.assign(0, 1).add(0, 3, 1000).step();
        writer.add(1, 3, 1000).step();
        assertThat(LoopFixture.ids(writer.sent.getFirst().bulk())).containsOnly("0-0", "0-1", "0-2");
        writer.answer(AGAIN);
        writer.add(0, 3, 1000).add(1, 3, 1000).step();
        while (!writer.sent.isEmpty()) {
            assertThat(LoopFixture.ids(writer.answer(APPLIED))).allMatch(id -> id.startsWith("1-"));
        }
        writer.advance(LONG);
        assertThat(LoopFixture.ids(writer.answer(APPLIED))).containsExactly("0-0", "0-1", "0-2");
        assertThat(LoopFixture.ids(writer.answer(APPLIED))).containsExactly("0-3", "0-4", "0-5");
    }

    @Test
    void anUnansweredBulkIsSentAgainForAsLongAsItTakes() {
        writer.assign(0).add(0, 3, 100).step();
        List<Entry> entries = writer.sent.getFirst().bulk().entries();
        assertThat(writer.answerWhole(new BulkAnswer.Again("no answer")).entries())
                .isEqualTo(entries);
        assertThat(writer.sent).isEmpty();
        writer.advance(LONG);
        assertThat(writer.answerWhole(new BulkAnswer.Again("no answer")).entries())
                .isEqualTo(entries);
        writer.advance(LONG);
        assertThat(writer.sent.getFirst().bulk().entries()).isEqualTo(entries);
        for (int attempt = 0; attempt < 40; attempt++) {
            writer.refuseAll(new BulkAnswer.Again("no answer"));
            writer.advance(LONG);
            writer.advance(LONG);
        }
        writer.answerAll(APPLIED);
        writer.second();
        writer.answerAll(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(3);
        assertThat(writer.rejects()).isEmpty();
    }

    /// C-130: while it says nothing, bulks of one document each would help nobody, and be many when it is back.
    @Test
    void aNodeThatIsSilentForHoursIsNotSentEachDocumentAlone() {
        writer.assign(0, 1).add(0, 60, 10).add(1, 60, 10).step();
        writer.add(0, 60, 10).add(1, 60, 10).step();
        for (int i = 0; i < 500; i++) {
            writer.refuseAll(new BulkAnswer.Again("no answer"));
            writer.advance(Duration.ofSeconds(10));
        }
        int before = writer.allSent.size();
        for (int second = 0; second < 60; second++) {
            writer.answerAll(APPLIED);
            writer.second();
        }
        assertThat(writer.allSent.size() - before).isLessThan(40);
        assertThat(writer.committed(0)).isEqualTo(120);
        assertThat(writer.committed(1)).isEqualTo(120);
    }

    /// C-140: of a gateway, for a while.
    @Test
    void whatSomethingInFrontOfTheTargetAnswersIsSentAgainUntilTheTargetAnswers() {
        BulkAnswer page = new BulkAnswer.Stop(StopCause.NOT_THE_TARGET, "302: <html>");
        writer.assign(0).add(0, 2, 10).step();
        for (int again = 0; again < 40; again++) {
            writer.refuseAll(page);
            writer.advance(Duration.ofSeconds(30));
            writer.advance(Duration.ofSeconds(30));
        }
        writer.answerAll(APPLIED);
        writer.second();
        writer.answerAll(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(2);
        assertThat(writer.rejects()).isEmpty();
    }

    /// C-133: two shards have met a field for the first time at the same moment, one with a whole number.
    @Test
    void aDocumentThatWasRefusedForTheMappingOfAnotherShardIsSentOnceMore() {
        writer.assign(0).add(0, 3, 100).step();
        writer.answer(APPLIED, RACE, RACE);
        assertThat(writer.rejects()).isEmpty();
        writer.advance(Duration.ofMillis(200));
        assertThat(LoopFixture.ids(writer.sent.getFirst().bulk())).containsExactly("0-1", "0-2");
        writer.answer(APPLIED, RACE);
        writer.second();
        assertThat(writer.rejects()).extracting(Reject::docsOffset).containsExactly(2L);
        assertThat(writer.done().applied()).isEqualTo(2);
        assertThat(writer.committed(0)).isEqualTo(3);
    }

    @Test
    void aTargetThatFailsInAnotherWayEachTimeIsSentTheSameAgainForAsLongAsItTakes() {
        writer.assign(0).add(0, 1, 100).step();
        for (int attempt = 0; attempt < 40; attempt++) {
            writer.answer(new ItemAnswer.Failed(attempt % 2 == 0 ? "one" : "other", "why"));
            writer.advance(LONG);
        }
        assertThat(writer.rejects()).isEmpty();
    }

    @Test
    void whatABusyNodeRefusedIsNotHeldBackForLong() {
        writer.assign(0).add(0, 3, 100).step();
        for (int attempt = 0; attempt < 40; attempt++) {
            writer.answer(new ItemAnswer.Again(Pressure.OVERLOAD, "429"));
            writer.advance(Duration.ofSeconds(4));
            assertThat(writer.sent).hasSize(1);
        }
        assertThat(writer.rejects()).isEmpty();
    }

    @Test
    void noBulkIsHalvedWithoutEndWhileANodeIsBusy() {
        writer.assign(0).add(0, 60, 10).step();
        for (int i = 0; i < 500; i++) {
            writer.refuseAll(new BulkAnswer.Again(Pressure.MEMORY, "429"));
            writer.advance(LONG);
        }
        int before = writer.allSent.size();
        for (int second = 0; second < 60; second++) {
            writer.answerAll(APPLIED);
            writer.second();
        }
        assertThat(writer.allSent.size() - before).isLessThan(30);
        assertThat(writer.committed(0)).isEqualTo(60);
        assertThat(writer.rejects()).isEmpty();
    }

    @Test
    void whenTheTargetAnswersAgainNobodyWaitsForTheRestOfALongTime() {
        writer.assign(0, 1).add(0, 2, 3500).add(1, 2, 3500).step();
        assertThat(writer.sent).hasSize(2);
        for (int attempt = 0; attempt < 8; attempt++) {
            writer.answerWhole(new BulkAnswer.Again("no answer"));
            writer.answerWhole(new BulkAnswer.Again("no answer"));
            while (writer.sent.size() < 2) {
                writer.advance(Duration.ofMillis(50));
            }
        }
        writer.answerWhole(new BulkAnswer.Again("no answer"));
        writer.answer(APPLIED);
        writer.advance(Duration.ofMillis(200));
        assertThat(writer.sent).hasSize(2);
    }

    @Test
    void aServerThatUnderstandsNoRequestStopsTheWriterAndNoDocumentIsBlamed() {
        writer.assign(0).add(0, 2, 10).step();
        writer.answerWhole(new BulkAnswer.BadRequest("illegal_argument_exception", "secret document"));
        assertThatThrownBy(() ->
                        writer.answerWhole(new BulkAnswer.BadRequest("illegal_argument_exception", "secret document")))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("illegal_argument_exception")
                .hasMessageNotContaining("secret");
        assertThat(writer.rejects()).isEmpty();
    }

    @Test
    void whoIsNotLetInWaitsForAsLongAsItTakesAndGoesOnWriting() {
        writer.assign(0).add(0, 1, 10).step();
        for (int outage = 0; outage < 9; outage++) {
            writer.answerWhole(new BulkAnswer.Again("no answer"));
            writer.advance(LONG);
        }
        for (int again = 0; again < 9; again++) {
            writer.answerWhole(new BulkAnswer.Stop(StopCause.CREDENTIALS, "401"));
            writer.advance(LONG);
            writer.answerWhole(new BulkAnswer.Stop(StopCause.CERTIFICATE, "is not trusted"));
            writer.advance(LONG);
        }
        assertThat(writer.rejects()).isEmpty();
        writer.answer(APPLIED);

        writer.loop.close();
        assertThat(writer.committed(0)).isEqualTo(1);
    }

    @Test
    void whatIsNoDocumentsFaultStopsTheWriterAndCommitsNothingOfIt() {
        for (StopCause cause : EnumSet.complementOf(
                EnumSet.of(StopCause.CREDENTIALS, StopCause.CERTIFICATE, StopCause.NOT_THE_TARGET))) {
            LoopFixture stopped = new LoopFixture(true).assign(0).add(0, 2, 10);
            stopped.step();
            assertThatThrownBy(() -> {
                        stopped.answer(APPLIED, new ItemAnswer.Stop(cause, "said the server"));
                        for (int again = 0; again < 5; again++) {
                            stopped.advance(LONG);
                            stopped.answer(new ItemAnswer.Stop(cause, "said the server"));
                        }
                    })
                    .isInstanceOf(BlockedException.class)
                    .hasMessageContaining("said the server");
            stopped.loop.close();
            assertThat(stopped.rejects()).isEmpty();
            assertThat(stopped.committed(0)).isEqualTo(1);
        }
    }

    @Test
    void noPartOfADocumentIsLogged() {
        writer.assign(0).add(0, 3, 100).step();
        writer.answer(APPLIED, new ItemAnswer.Refused("mapper_parsing_exception", "preview: 'xxx'"), AGAIN);
        writer.advance(LONG);
        writer.answerWhole(new BulkAnswer.BadRequest("x_content_parse_exception", "at [Source: 'xxx']"));
        assertThat(writer.logged).isNotEmpty().noneMatch(line -> line.toString().contains("xxx"));
    }

    @Test
    void aLineSaysWhichLaneAndWhichNodeItIsAbout() {
        LoopFixture known = new LoopFixture(true);
        known.say(PrimaryNodes.key(Side.TARGET), new PrimaryNodes(List.of("n1", "n2")).encode());
        known.second();
        known.assign(1).add(1, 2, 10);
        known.step();
        known.answer(new ItemAnswer.Refused("mapper_parsing_exception", "why"), AGAIN);
        known.advance(LONG);
        known.answerWhole(new BulkAnswer.Again(Pressure.OVERLOAD, "429"));

        assertThat(known.logged)
                .extracting(Warning::about)
                .containsExactly(
                        About.lane(1).and(About.node("n2")), About.lane(1).and(About.node("n2")), About.node("n2"));
    }

    @Test
    void whatBreaksTheSenderBreaksTheLoop() {
        writer.assign(0).add(0, 2, 10).step();
        writer.sent.getFirst().failed().accept(new OutOfMemoryError("heap"));
        assertThatThrownBy(writer::step)
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("heap");
    }
}
