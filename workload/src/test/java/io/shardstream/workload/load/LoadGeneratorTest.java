package io.shardstream.workload.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoadGeneratorTest {
    private static final Result OK = new Result(OperationOutcome.OK, 200);
    private static final Result BLOCKED = new Result(OperationOutcome.FAILED, 403);

    private final LoadDocuments bodies = new LoadDocuments("t-", 1, 100);
    private final AtomicLong now = new AtomicLong(7_000_000_000L);
    private final LoadMemory memory = new LoadMemory();
    private final LoadCounts counts = new LoadCounts();
    private final FakeIndex index = new FakeIndex();

    private LoadGenerator generator(LoadSettings settings) {
        OperationsUnderWay underWay =
                new OperationsUnderWay(index, memory, LoadLog.none(bodies), counts, OperationListener.NONE, now::get);
        return new LoadGenerator(settings, memory, underWay, counts, now::get);
    }

    private void step(LoadGenerator generator, long millis) {
        now.addAndGet(Duration.ofMillis(millis).toNanos());
        generator.doWork();
    }

    @Test
    void producesAtTheSetRateAndEndsWhenAllIsAnswered() {
        LoadGenerator generator = generator(LoadSettings.of(100, Duration.ofSeconds(3)));
        generator.doWork();
        for (int i = 0; i < 40; i++) {
            step(generator, 100);
            index.answer(_ -> OK);
        }
        generator.doWork();

        assertThat(generator.isDone()).isTrue();
        LoadReport report = counts.report(memory);
        assertThat(report.count(OperationOutcome.OK)).isEqualTo(300);
        assertThat(report.withheld()).isZero();
        for (OperationKind kind : OperationKind.values()) {
            assertThat(report.count(kind, OperationOutcome.OK)).as(kind.label()).isPositive();
        }
        assertThat(index.documents).hasSize(report.live());
    }

    @Test
    void countsLatencyFromWhenAnOperationWasDueThoughNothingWasAnsweredOrSentInTime() {
        LoadGenerator generator = generator(LoadSettings.of(100, Duration.ofSeconds(2)));
        generator.doWork();
        step(generator, 2000);
        index.answer(_ -> OK);
        step(generator, 0);

        Latencies latencies = counts.report(memory).acknowledged();
        assertThat(latencies.count()).isEqualTo(200);
        assertThat(latencies.most()).isEqualTo(2_000_000);
        assertThat(latencies.quantile(0.5)).isBetween(990_000L, 1_150_000L);
    }

    @Test
    void sendsNoMoreThanMayBeUnderWayAndSaysSo() {
        LoadSettings settings = new LoadSettings(1000, Duration.ofSeconds(1), 0, LoadMix.STANDARD, 0.5, 5, 0.5, 50, 1);
        LoadGenerator generator = generator(settings);
        generator.doWork();
        step(generator, 1000);

        assertThat(index.requests.stream()
                        .mapToInt(one -> one.operations().size())
                        .sum())
                .isEqualTo(50);
        assertThat(counts.report(memory).withheld()).isEqualTo(950);
    }

    @Test
    void insertsTheDocumentsOfThePreparationFirst() {
        LoadSettings settings = LoadSettings.of(1000, Duration.ofMillis(20)).withPreparedDocuments(2300);
        LoadGenerator generator = generator(settings);
        while (!generator.isPrepared()) {
            step(generator, 10);
            index.answer(_ -> OK);
        }

        assertThat(index.documents).hasSize(2300);
        assertThat(memory.live()).isEqualTo(2300);
    }

    @Test
    void neverWritesADocumentAgainAfterAnUnknownOutcome() {
        LoadGenerator generator = generator(LoadSettings.of(1000, Duration.ofSeconds(5)));
        SplittableRandom random = new SplittableRandom(3);
        generator.doWork();
        for (int i = 0; i < 600; i++) {
            step(generator, 10);
            index.answer(operation -> answer(operation, random));
        }
        generator.doWork();

        assertThat(generator.isDone()).isTrue();
        LoadReport report = counts.report(memory);
        assertThat(report.count(OperationOutcome.UNKNOWN)).isGreaterThan(50);
        IndexVerdict verdict = index.judgedBy(memory, bodies);
        assertThat(verdict.samples()).isEmpty();
        assertThat(verdict.isClean()).isTrue();
        assertThat(verdict.doubtful()).isEqualTo(report.count(OperationOutcome.UNKNOWN));
    }

    /// Half of the unknown ones have happened.
    private Result answer(Operation operation, SplittableRandom random) {
        int drawn = random.nextInt(100);
        if (drawn < 2) {
            index.apply(operation);
        }
        return drawn < 4 ? Result.NO_ANSWER : drawn < 8 ? BLOCKED : OK;
    }

    @Test
    void saysHowLongWritesWereBlocked() {
        LoadGenerator generator = generator(LoadSettings.of(100, Duration.ofSeconds(10)));
        generator.doWork();
        for (int i = 0; i < 50; i++) {
            step(generator, 100);
            Result result = i >= 10 && i < 30 ? BLOCKED : OK;
            index.answer(_ -> result);
        }

        assertThat(counts.report(memory).blocked()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void someDocumentsAreWrittenFarMoreOftenThanOthers() {
        LoadSettings settings = LoadSettings.of(1000, Duration.ofSeconds(10))
                .withMix(LoadMix.parse("update=1"))
                .withPreparedDocuments(1000);
        LoadGenerator generator = generator(settings);
        for (int i = 0; i < 1100; i++) {
            step(generator, 10);
            index.answer(_ -> OK);
        }

        List<Integer> written = index.requests.stream()
                .flatMap(one -> one.operations().stream())
                .filter(one -> one.kind() == OperationKind.UPDATE)
                .map(Operation::document)
                .toList();
        assertThat(written.stream().filter(document -> document < 10).count()).isGreaterThan(written.size() / 8);
        assertThat(written.stream().filter(document -> document >= 500).count()).isGreaterThan(written.size() / 5);
    }
}
