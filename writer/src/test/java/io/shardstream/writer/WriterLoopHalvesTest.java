package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.log.Warning;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.answer.StopCause;
import io.shardstream.writer.limit.Pressure;
import io.shardstream.writer.send.Bulk;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Bulks that go in halves until what spoils them is found, and documents that are rejected for it.
class WriterLoopHalvesTest {
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();
    private static final ItemAnswer FAILED = new ItemAnswer.Failed("index_out_of_bounds_exception", "No group 3");
    private static final Duration LONG = Duration.ofSeconds(31);

    private final LoopFixture writer = new LoopFixture(true);

    /// C-130: a target or a proxy that needs longer for more than two of them than anybody waits. C-18: a
    /// queue that is full for as many, in words that say so and no more.
    @ParameterizedTest
    @EnumSource(
            value = Pressure.class,
            names = {"UNANSWERED", "OVERLOAD", "MEMORY"})
    void aBulkThatComesBackWholeAgainAndAgainGoesInHalvesUntilTheyAreTaken(Pressure pressure) {
        writer.assign(0).add(0, 32, 10).step();
        for (int second = 0; second < 600; second++) {
            while (!writer.sent.isEmpty()) {
                if (writer.sent.getFirst().bulk().entries().size() > 2) {
                    writer.answerWhole(new BulkAnswer.Again(pressure, "not now"));
                } else {
                    writer.answer(APPLIED);
                }
            }
            writer.second();
        }
        assertThat(writer.committed(0)).isEqualTo(32);
        assertThat(writer.rejects()).isEmpty();
    }

    @Test
    void recordsOfALaneThatANodeRefusesAgainAndAgainGoInHalvesAndABlockHalvesNothing() {
        writer.assign(0).add(0, 4, 10).step();
        for (int attempt = 0; attempt < 5; attempt++) {
            writer.answerAll(new ItemAnswer.Again(Pressure.BLOCK, "403"));
            writer.advance(LONG);
        }
        assertThat(writer.allSent).allMatch(bulk -> bulk.entries().size() == 4);
        writer.answerAll(new ItemAnswer.Again(Pressure.OVERLOAD, "429"));
        writer.advance(LONG);
        writer.advance(LONG);
        assertThat(writer.sent)
                .isNotEmpty()
                .allMatch(sent -> sent.bulk().entries().size() == 2);
    }

    /// Of which a proxy gives no other answer than its page, or at which a node dies.
    @Test
    void aDocumentThatNeverGetsAnAnswerIsNamedAndKeepsNoOtherFromBeingWritten() {
        writer.assign(0).add(0, 40, 10).step();
        for (int second = 0; second < 1200; second++) {
            while (!writer.sent.isEmpty()) {
                if (LoopFixture.ids(writer.sent.getFirst().bulk()).contains("0-17")) {
                    writer.answerWhole(new BulkAnswer.Again("did not answer within target.request-timeout (1s)"));
                } else {
                    writer.answer(APPLIED);
                }
            }
            writer.second();
        }
        assertThat(writer.done().applied()).isEqualTo(39);
        assertThat(writer.committed(0)).isEqualTo(17);
        assertThat(writer.logged)
                .extracting(Warning::sentence)
                .anyMatch(line ->
                        line.startsWith("Lane 0: the document at offset 17 is sent again, although it is alone in its")
                                && line.contains("target.request-timeout (1s)"));
    }

    /// 16 MiB of indexing pressure refuse a bulk of 15.9 MiB for ever, in words that speak of a busy node.
    @Test
    void aBulkThatIsRefusedAgainForWantOfMemoryGoesInHalves() {
        BulkAnswer busy = new BulkAnswer.Again(Pressure.MEMORY, "429");
        writer.assign(0).add(0, 4, 100).step();
        writer.answerWhole(busy);
        writer.advance(LONG);
        assertThat(LoopFixture.ids(writer.answerWhole(busy))).containsExactly("0-0", "0-1", "0-2", "0-3");
        writer.advance(LONG);
        writer.advance(LONG);
        assertThat(List.of(LoopFixture.ids(writer.answer(APPLIED)), LoopFixture.ids(writer.answer(APPLIED))))
                .containsExactlyInAnyOrder(List.of("0-0", "0-1"), List.of("0-2", "0-3"));
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(4);
        assertThat(writer.rejects()).isEmpty();
    }

    /// C-134: a firewall for web applications that finds an attack in one document, as the sender tells it of
    /// a bulk that holds no other.
    @Test
    void aDocumentThatIsNotLetThroughToTheTargetIsFoundByHalvingAndRejected() {
        writer.assign(0).add(0, 40, 10).step();
        for (int second = 0; second < 1200 && writer.rejects().isEmpty(); second++) {
            while (!writer.sent.isEmpty()) {
                Bulk bulk = writer.sent.getFirst().bulk();
                if (!LoopFixture.ids(bulk).contains("0-17")) {
                    writer.answer(APPLIED);
                } else if (bulk.entries().size() > 1) {
                    writer.answerWhole(new BulkAnswer.Stop(StopCause.NOT_THE_TARGET, "403: <html>"));
                } else {
                    writer.answerWhole(new BulkAnswer.Failed("document_refused_on_the_way", "why", "403: <html>"));
                }
            }
            writer.second();
        }
        writer.second();
        assertThat(writer.rejects())
                .extracting(Reject::docsOffset, Reject::type, Reject::reason)
                .containsExactly(tuple(17L, "document_refused_on_the_way", "why"));
        assertThat(writer.committed(0)).isEqualTo(40);
    }

    /// C-134: an analyzer of the target that cannot take one document apart.
    @Test
    void aDocumentAtWhichTheTargetAlwaysFailsIsRejectedOnceOthersOfItsLanePassed() {
        writer.assign(0).add(0, 3, 100).step();
        writer.answer(APPLIED, FAILED, APPLIED);
        Duration waited = Duration.ZERO;
        int alone = 0;
        while (writer.rejects().isEmpty()) {
            if (writer.sent.isEmpty()) {
                writer.second();
                waited = waited.plusSeconds(1);
            } else {
                assertThat(LoopFixture.ids(writer.answer(FAILED))).containsExactly("0-1");
                alone += waited.compareTo(Duration.ofSeconds(30)) < 0 ? 0 : 1;
            }
            assertThat(waited).isLessThan(Duration.ofMinutes(2));
        }
        assertThat(waited).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
        assertThat(alone).as("failures since it is to blame").isEqualTo(2);
        assertThat(writer.rejects())
                .extracting(Reject::docsOffset, Reject::type, Reject::reason)
                .containsExactly(tuple(1L, "index_out_of_bounds_exception", "No group 3"));
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(3);
    }

    @Test
    void ofDocumentsAtWhichTheTargetFailsAndNoneThatItTakesOnlyTheFirstIsRejectedAndOnlyAfterFiveMinutes() {
        writer.assign(0).add(0, 3, 100).step();
        Duration waited = Duration.ZERO;
        while (writer.rejects().isEmpty()) {
            if (writer.sent.isEmpty()) {
                writer.second();
                waited = waited.plusSeconds(1);
            } else {
                writer.answer(FAILED);
            }
            assertThat(waited).isLessThan(Duration.ofMinutes(7));
        }
        assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMinutes(5));
        assertThat(writer.rejects()).extracting(Reject::docsOffset).containsExactly(0L);

        for (int second = 0; second < 60; second++) {
            while (!writer.sent.isEmpty()) {
                writer.answer(APPLIED);
            }
            writer.second();
        }
        assertThat(writer.rejects()).hasSize(1);
        assertThat(writer.committed(0)).isEqualTo(3);
    }

    @Test
    void aDocumentAtWhichTheTargetFailsWithTheWholeRequestIsFoundByHalving() {
        writer.assign(0).add(0, 7, 10).step();
        for (int step = 0; step < 900 && writer.done().rejected() == 0; step++) {
            if (writer.sent.isEmpty()) {
                writer.second();
            } else if (LoopFixture.ids(writer.sent.getFirst().bulk()).contains("0-4")) {
                writer.answerWhole(new BulkAnswer.Failed("null_pointer_exception", "why", "500"));
            } else {
                writer.answer(APPLIED);
            }
        }
        for (int second = 0; second < 60; second++) {
            writer.answerAll(APPLIED);
            writer.second();
        }
        assertThat(writer.rejects()).extracting(Reject::docsOffset).containsExactly(4L);
        assertThat(writer.done().applied()).isEqualTo(6);
        assertThat(writer.committed(0)).isEqualTo(7);
    }

    @Test
    void aBulkThatIsTooLargeGoesInHalvesAtOnceAndLaterBulksAreSmaller() {
        writer.assign(0).add(0, 20, 300).step();
        Bulk whole = writer.answerWhole(new BulkAnswer.TooLarge("413", true));
        assertThat(writer.sent).hasSize(2);
        assertThat(writer.sent.stream()
                        .flatMap(sent -> sent.bulk().entries().stream())
                        .toList())
                .containsAll(whole.entries().subList(0, whole.entries().size() / 2));
        writer.answerAll(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(20);
        assertThat(writer.rejects()).isEmpty();
    }

    @Test
    void aDocumentThatIsTooLargeAloneIsRejected() {
        writer.assign(0).add(0, 1, 50_000).add(0, 1, 10).step();
        Bulk alone = writer.answerWhole(new BulkAnswer.TooLarge("413", true));
        assertThat(alone.entries()).hasSize(1);
        assertThat(writer.rejects()).extracting(Reject::type).containsExactly(Reject.TOO_LARGE);
        writer.answerAll(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(2);
    }

    /// A limit of something in front of the target, for a minute or for good.
    @Test
    void aDocumentOfWhichNotTheTargetSaysThatItIsTooLargeIsRejectedOnlyAfterAWhile() {
        writer.assign(0).add(0, 1, 50_000).step();
        writer.answerWhole(new BulkAnswer.TooLarge("413", false));
        for (int second = 0; second < 29; second++) {
            writer.refuseAll(new BulkAnswer.TooLarge("413", false));
            writer.second();
        }
        assertThat(writer.rejects()).isEmpty();
        for (int second = 0; second < 300 && writer.rejects().isEmpty(); second++) {
            writer.refuseAll(new BulkAnswer.TooLarge("413", false));
            writer.second();
        }
        assertThat(writer.rejects()).extracting(Reject::type).containsExactly(Reject.TOO_LARGE);
    }

    @Test
    void whatSpoilsEveryRequestForAMinuteMakesNoRejects() {
        writer.assign(0, 1).add(0, 1, 10).step();
        writer.answer(APPLIED);
        writer.add(0, 7, 10).add(1, 5, 10).step();
        for (int second = 0; second < 60; second++) {
            writer.refuseAll(new BulkAnswer.BadRequest("parse_exception", "request body is required"));
            writer.second();
        }
        for (int second = 0; second < 60; second++) {
            writer.answerAll(APPLIED);
            writer.second();
        }
        assertThat(writer.rejects()).isEmpty();
        assertThat(writer.committed(0)).isEqualTo(8);
        assertThat(writer.committed(1)).isEqualTo(5);
    }

    @Test
    void aShareOfABulkThatIsTooLargeForItsNodeGoesInHalvesAndThenAlone() {
        writer.assign(0).add(0, 3, 100).step();
        ItemAnswer tooLarge = new ItemAnswer.TooLarge("operation_bytes");
        writer.answer(tooLarge, APPLIED, tooLarge);
        assertThat(writer.rejects()).isEmpty();
        writer.answer(tooLarge);
        writer.answer(APPLIED);
        writer.second();
        assertThat(writer.rejects()).extracting(Reject::docsOffset).containsExactly(0L);
        assertThat(writer.committed(0)).isEqualTo(3);
    }

    @Test
    void aDocumentThatSpoilsAWholeBulkIsFoundByHalvingAndOthersAreWritten() {
        writer.assign(0).add(0, 1, 10).step();
        writer.answer(APPLIED);
        writer.add(0, 7, 10).step();
        for (int step = 0; step < 3000 && writer.rejects().isEmpty(); step++) {
            if (writer.sent.isEmpty()) {
                // Halves are as far apart as repetitions.
                writer.advance(Duration.ofMillis(100));
            } else if (LoopFixture.ids(writer.sent.getFirst().bulk()).contains("0-4")) {
                writer.answerWhole(new BulkAnswer.BadRequest("x_content_parse_exception", "unexpected"));
            } else {
                writer.answer(APPLIED);
            }
        }
        writer.second();
        assertThat(writer.rejects()).extracting(Reject::docsOffset).containsExactly(4L);
        assertThat(writer.done().applied()).isEqualTo(7);
        assertThat(writer.committed(0)).isEqualTo(8);
    }
}
