package io.shardstream.reader.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.shard.CopyNumbers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Windows wait until the target's mapping has what the source's had when they had been searched.
class MappingGateTest {
    private static final Duration A_WHILE = Duration.ofSeconds(3);

    private final ReaderHarness harness = new ReaderHarness();
    private final FakeSource source = harness.source;

    @Test
    void nothingIsPublishedBeforeTheMappingWasCarried() {
        carried(4);
        source.index(10);
        source.mappingVersion = 5;
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(harness.numbers()).isEmpty();
        assertThat(harness.done()).isEqualTo(-1);
        assertThat(harness.budget.held()).isPositive();

        carried(5);
        harness.pass(reader, A_WHILE);
        assertThat(harness.numbers()).hasSize(10);
        assertThat(harness.done()).isEqualTo(9);
        assertThat(harness.budget.held()).isZero();
    }

    @Test
    void whatTheMappingWasBeforeTheSearchDoesNotCount() {
        carried(4);
        source.mappingVersion = 4;
        source.index(10);
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 1);
        // The window is asked for; a field comes into being with one of its documents.
        source.mappingVersion = 5;
        harness.pass(reader, A_WHILE);
        assertThat(harness.numbers()).isEmpty();
    }

    @Test
    void numbersThatWereAskedForBeforeTheAnswerDoNotLetAWindowThrough() {
        carried(4);
        source.mappingVersion = 4;
        source.index(20);
        source.maxResultWindow = 10;
        ShardReader reader = harness.reader();
        harness.untilErrands(reader, 2);
        harness.errands.remove().run();
        harness.deliver();
        reader.step();
        Runnable secondWindow = harness.errands.remove();
        source.meanwhile = () -> {
            source.meanwhile = () -> {};
            source.mappingVersion = 5;
            secondWindow.run();
        };
        harness.pass(reader, A_WHILE);
        assertThat(harness.numbers()).hasSize(10);
        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void anOlderMappingThanWasCarriedLetsEverythingThrough() {
        carried(7);
        source.mappingVersion = 5;
        source.index(10);
        harness.pass(harness.reader(), A_WHILE);
        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aRunThatCarriesNoMappingWaitsForNone() {
        source.mappingVersion = 5;
        source.index(10);
        harness.pass(harness.reader(), A_WHILE);
        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aNodeThatDoesNotSayWhichMappingItKnowsIsNotTakenForOneThatKnowsNone() {
        carried(4);
        source.mappingVersion = CopyNumbers.NO_VERSION;
        source.index(10);
        harness.pass(harness.reader(), A_WHILE);
        assertThat(harness.numbers()).isEmpty();
    }

    @Test
    void aNodeThatDoesNotSayItOnceIsAskedAgain() {
        carried(4);
        source.mappingVersion = CopyNumbers.NO_VERSION;
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofSeconds(1));

        source.mappingVersion = 4;
        harness.pass(reader, Duration.ofSeconds(1));
        assertThat(harness.numbers()).hasSize(10);
        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void aNodeThatDoesNotSayItAtAPointInTimeIsAskedAgain() {
        harness.readInSlices();
        carried(4);
        source.mappingVersion = CopyNumbers.NO_VERSION;
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, Duration.ofSeconds(1));
        assertThat(harness.numbers()).isEmpty();

        source.mappingVersion = 4;
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(9);
    }

    @Test
    void whatWaitsIsGivenBackWhenTheShardIsLeft() {
        carried(4);
        source.mappingVersion = 5;
        source.index(10);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(harness.budget.held()).isPositive();

        reader.leave();
        assertThat(harness.budget.held()).isZero();
        carried(5);
        harness.deliver();
        assertThat(harness.numbers()).isEmpty();
    }

    @Test
    void whatWaitsKeepsNobodyFromReadingOn() {
        carried(4);
        source.mappingVersion = 5;
        source.maxResultWindow = 10;
        source.index(100);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(source.searches.size()).isGreaterThan(2);

        carried(5);
        harness.pass(reader, A_WHILE);
        assertThat(harness.done()).isEqualTo(99);
        assertThat(harness.numbers()).hasSize(100);
    }

    @Test
    void aPointInTimeIsReadWhenItsMappingWasCarried() {
        harness.readInSlices();
        carried(4);
        source.mappingVersion = 5;
        source.index(100);
        ShardReader reader = harness.reader();
        harness.pass(reader, A_WHILE);
        assertThat(harness.numbers()).isEmpty();

        // What came after it was opened is another one's business.
        source.mappingVersion = 6;
        carried(5);
        harness.pass(reader, Duration.ofSeconds(1));
        assertThat(harness.numbers()).hasSize(100);
        assertThat(harness.done()).isEqualTo(99);
    }

    private void carried(long version) {
        harness.said = new ControlRecords(
                Map.of(CarriedMapping.KEY, new CarriedMapping(version, 0, true, "{}", Map.of(), Map.of()).encode()));
    }
}
