package io.shardstream.reader.shard;

import static io.shardstream.reader.shard.ReaderHarness.refused;
import static io.shardstream.reader.shard.ReaderHarness.upTo;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.reader.window.DocumentTally;
import java.io.IOException;
import java.time.Duration;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// How much a search asks for, and documents that are too many, too large or cannot be returned.
class ReaderSearchesTest {
    private static final Duration A_WHILE = Duration.ofSeconds(3);
    private final ReaderHarness harness = new ReaderHarness();
    private final FakeSource source = harness.source;

    @Test
    void aSearchAfterManyNumbersWithoutDocumentsBringsNoMoreThanFit() {
        source.storedBytes = 100;
        source.index(20_000);
        source.documents.clear();
        source.indexLarge(400, 100);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.done()).isEqualTo(20_399);
        assertThat(harness.numbers()).hasSize(400);
        assertThat(source.mostBrought).isLessThanOrEqualTo(40);
        assertThat(source.brought).isLessThan(600);
    }

    @Test
    void aSearchThatFailedIsNotAskedOfTheNextCopyAsItWas() {
        source.index(5000);
        source.failsAbove = 300;
        ShardReader reader = harness.reader();

        harness.pass(reader, A_WHILE);

        assertThat(source.failures).isEqualTo(1);
        int failed = source.asked.indexOf(
                source.asked.stream().filter(wanted -> wanted > 300).findFirst().orElseThrow());
        assertThat(source.asked.subList(failed + 2, failed + 4)).allMatch(wanted -> wanted <= 16);
        assertThat(harness.done()).isEqualTo(4999);
    }

    /// C-38.
    @Test
    void whereAnswersAreTooLateFewerDocumentsAreAskedForFromThenOn() {
        source.index(5000);
        source.lateAbove = 50;

        harness.pass(harness.reader(), Duration.ofSeconds(20));

        assertThat(harness.done()).isEqualTo(4999);
        assertThat(source.late).isBetween(1, 6);
    }

    @Test
    void aShardThatIsTakenOverAgainIsNotAskedHowLargeItsDocumentsAre() {
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(source.sizesAsked).isEqualTo(1);
        source.index(10);
        harness.slices.getLast().commitTransactionException = new TimeoutException("too slow");
        harness.pass(reader, Duration.ofSeconds(10));

        assertThat(harness.slices).hasSizeGreaterThan(1);
        assertThat(harness.done()).isEqualTo(19);
        assertThat(source.sizesAsked).isEqualTo(1);
    }

    @Test
    void anAnswerThatStaysLateIsToldWithTheKeyTheTimeAndTheNode() {
        source.index(10);
        source.lateAbove = 0;
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofMinutes(1));

        assertThat(harness.counter.refusals().lasting())
                .contains("The source does not return the document with the number 0 of index[3], asked for alone"
                        + " (source node fake did not answer POST /i/_search within source.request-timeout (1s)): raise"
                        + " it, or find out what the node is busy with; reading goes on by itself then.");

        source.lateAbove = Integer.MAX_VALUE;
        harness.pass(reader, Duration.ofSeconds(12));
        assertThat(harness.done()).isEqualTo(9);
        assertThat(harness.counter.refusals().lasting()).isEmpty();
    }

    @Test
    void aNodeThatIsLateOnceIsNotToldAndOneThatStaysSoIs() {
        source.index(10);
        source.failure = ElasticException.Unreachable.late("source node n is late", new IOException(), A_WHILE);
        ShardReader reader = harness.reader();
        harness.settle(reader);
        harness.clock.advance(Duration.ofSeconds(20));
        assertThat(harness.counter.refusals().lasting()).isEmpty();

        harness.pass(reader, Duration.ofMinutes(1));

        assertThat(harness.counter.refusals().lasting())
                .contains("The source node n is late: raise it, or find out what the node is busy with. Documents are"
                        + " asked for fewer at a time until then, and reading goes on by itself.");
    }

    /// C-17.
    @Test
    void aDocumentThatTripsABreakerAloneIsNamedAndThoseBeforeItAreRead() {
        assertNamed(
                refused(429, "circuit_breaking_exception"),
                "(http://node answered GET /_search with 429 circuit_breaking_exception: no): raise the limit that it"
                        + " names, or give the node more memory");
    }

    @Test
    void aDocumentAtWhichTheNodeClosesTheConnectionIsNamedAndThoseBeforeItAreRead() {
        assertNamed(
                ElasticException.Unreachable.cutOff("source node n closed the connection", new IOException()),
                "(source node n closed the connection): see in that node's log what it fails at; if it is this"
                        + " document, replace or delete it");
    }

    /// @param answer to each search that would bring the document
    private void assertNamed(ElasticException answer, String why) {
        source.index(1000);
        source.tooMuchAt = 700;
        source.tooMuch = answer;
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofMinutes(2));

        assertThat(harness.done()).isEqualTo(699);
        assertThat(harness.counter.refusals().lasting())
                .contains("The source does not return the document with the number 700 of index[3], asked for alone "
                        + why + "; reading goes on by itself then.");

        source.tooMuch = null;
        harness.pass(reader, Duration.ofSeconds(20));
        assertThat(harness.done()).isEqualTo(999);
    }

    @Test
    void aShardWithManyDocumentsUnderEachNumberIsReadHardlyMoreThanOnce() {
        source.equal = 40;
        source.storedBytes = 5;
        source.index(400);

        harness.pass(harness.reader(), Duration.ofSeconds(10));

        assertThat(harness.done()).isEqualTo(399);
        assertThat(harness.numbers()).hasSize(16_000);
        assertThat(source.brought).isLessThan(20_000);
    }

    @Test
    void moreDocumentsUnderOneNumberThanASearchMayBringAreReadAlone() {
        source.equal = 1000;
        source.storedBytes = 10_000;
        source.index(3);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.done()).isEqualTo(2);
        assertThat(harness.numbers()).hasSize(3000);
    }

    /// They are not held all at once.
    @Test
    void whatIsReadAloneAndIsMuchIsPublishedInParts() {
        source.equal = 1000;
        source.aloneAtOnce = 300;
        source.storedBytes = 10_000;
        source.index(3);

        harness.pass(harness.reader(), A_WHILE);

        assertThat(source.parts).isEqualTo(12);
        assertThat(harness.done()).isEqualTo(2);
        assertThat(harness.numbers()).hasSize(3000);
        assertThat(harness.checkpoints().getLast().docs()).isEqualTo(3000);
        assertThat(harness.published.docs()).isEqualTo(3000);
    }

    @Test
    void nextToAPartThatKafkaHasNotTakenNothingIsReadAlone() {
        source.equal = 1000;
        source.aloneAtOnce = 300;
        source.storedBytes = 10_000;
        source.index(3);
        harness.acknowledge = false;
        ShardReader reader = harness.reader();

        harness.pass(reader, A_WHILE);

        assertThat(source.parts).isEqualTo(1);
        assertThat(harness.done()).isEqualTo(-1);
        harness.acknowledge = true;
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(2);
    }

    @Test
    void aResponseThatIsTooLargeIsReadInNarrowerWindows() {
        source.index(400);
        source.documents.replaceAll((number, document) -> "x".repeat(900));

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(399));
        assertThat(source.searches).anyMatch(window -> window.span() == 16).anyMatch(window -> window.span() == 4);
    }

    @Test
    void aDocumentThatBreaksThePageIsReadAlone() {
        source.index(400);
        source.unreadable = 77;

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrderElementsOf(upTo(399));
        assertThat(harness.done()).isEqualTo(399);
    }

    @Test
    void aDocumentThatTheSourceCannotReturnIsRejectedAndTheOthersAreRead() {
        source.index(400);
        source.unreturnable = 77;

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers())
                .hasSize(399)
                .doesNotContain(77L)
                .isSubsetOf(upTo(399))
                .doesNotHaveDuplicates();
        assertThat(harness.docs.getFirst().history())
                .filteredOn(record -> record.topic().endsWith("rejects"))
                .singleElement()
                .satisfies(record -> {
                    assertThat(ReaderHarness.numberOf(record)).isEqualTo(77);
                    assertThat(record.headers().lastHeader("type").value())
                            .asString()
                            .isEqualTo(Reject.UNREADABLE_IN_SOURCE);
                });
        assertThat(harness.done()).isEqualTo(399);
    }

    @Test
    void aDocumentThatIsTooLargeToPublishIsRejected() {
        source.index(3);
        source.documents.put(1L, "x".repeat(1001));

        harness.pass(harness.reader(), A_WHILE);

        assertThat(harness.numbers()).containsExactlyInAnyOrder(0L, 2L);
        assertThat(harness.docs.getFirst().history())
                .filteredOn(record -> record.topic().endsWith("rejects"))
                .singleElement()
                .satisfies(record -> assertThat(ReaderHarness.numberOf(record)).isEqualTo(1));
        assertThat(harness.done()).isEqualTo(2);
        assertThat(harness.published).isEqualTo(new DocumentTally(3, 14));
    }
}
