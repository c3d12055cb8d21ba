package io.shardstream.control.preflight.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.control.preflight.server.ShardFacts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// One lane, and a clock that only servers turn: 100 ms for a window that is read, 300 ms for one that is
/// written, and a second more for the first. A round is of two windows of ten documents.
class CopySampleTest {
    private static final long MILLI = 1_000_000;
    private static final List<ShardFacts> SHARDS = List.of(new ShardFacts(0, 100, 0, 20L << 20, 99));
    private static final Duration LONG = Duration.ofMinutes(1);

    private final AtomicLong now = new AtomicLong(7 * MILLI);

    @Test
    void readingAndWritingAreTimedApartWithoutTheFirstRound() throws ElasticException {
        SampleResult sample = sample(Optional.of(this::write), LONG, 1000);
        assertThat(sample.cost()).isEqualTo(new SampledCost(10_000, 30_000, 0));
        assertThat(sample.cost().documentsPerSecond()).isEqualTo(25);
    }

    @Test
    void itEndsAsSoonAsTheRateHasSettled() throws ElasticException {
        SampleResult sample = sample(Optional.of(this::write), LONG, 1000);
        assertThat(sample.settled()).isTrue();
        assertThat(sample.documents()).isEqualTo(80);
    }

    @Test
    void withoutWritingOnlyReadingCounts() throws ElasticException {
        SampleResult sample = sample(Optional.empty(), LONG, 1000);
        assertThat(sample.cost()).isEqualTo(new SampledCost(10_000, 0, 0));
        assertThat(sample.wrote()).isFalse();
    }

    @Test
    void theLargestDocumentIsNamed() throws ElasticException {
        SampleResult sample = sample(Optional.empty(), LONG, 1000);
        assertThat(sample.largestBytes()).isGreaterThan(90);
        assertThat(sample.largestId()).isEqualTo("id-" + (sample.largestBytes() - 3));
    }

    @Test
    void whatWasRefusedIsKept() throws ElasticException {
        RefusedDocument refusal =
                new RefusedDocument("document_parsing_exception", "failed to parse field [age]", "id-1");
        SampleResult sample = sample(Optional.of(hits -> List.of(refusal)), LONG, 10);
        assertThat(sample.refusals()).containsExactly(refusal);
    }

    @Test
    void noWindowIsBegunAfterTheTime() throws ElasticException {
        SampleResult sample = sample(Optional.empty(), Duration.ofMillis(1250), 1000);
        assertThat(sample.documents()).isEqualTo(30);
        assertThat(sample.settled()).isFalse();
    }

    @Test
    void noWindowIsBegunAfterEnoughDocuments() throws ElasticException {
        assertThat(sample(Optional.empty(), LONG, 5).documents()).isEqualTo(10);
    }

    @Test
    void noWindowIsBegunWhenItIsStopped() throws ElasticException {
        CopySample sample = new CopySample(
                this::read, Optional.empty(), new SampleLimits(LONG, 1000, 1), now::get, () -> now.get() > 8 * MILLI);
        assertThat(sample.take(new Windows(SHARDS)).documents()).isEqualTo(10);
    }

    @Test
    void aFailureIsToldAsItIs() {
        CopySample sample = new CopySample(
                window -> {
                    throw new ElasticException.Malformed("no JSON");
                },
                Optional.empty(),
                new SampleLimits(LONG, 1000, 2),
                now::get,
                () -> false);
        assertThatThrownBy(() -> sample.take(new Windows(SHARDS)))
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessage("no JSON");
    }

    private SampleResult sample(Optional<DocumentWriting> writing, Duration time, long documents)
            throws ElasticException {
        return new CopySample(this::read, writing, new SampleLimits(time, documents, 1), now::get, () -> false)
                .take(new Windows(SHARDS));
    }

    private List<Hit> read(SampleWindow window) {
        boolean isFirst = now.get() == 7 * MILLI;
        now.addAndGet((isFirst ? 1100 : 100) * MILLI);
        return LongStream.range(window.from(), window.to())
                .mapToObj(number -> new Hit(
                        Bytes.utf8("id-" + number), null, number, Bytes.utf8("{" + " ".repeat((int) number + 1) + "}")))
                .toList();
    }

    private List<RefusedDocument> write(List<Hit> hits) {
        now.addAndGet(300 * MILLI);
        return List.of();
    }
}
