package io.shardstream.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.bench.documents.Shape;
import io.shardstream.bench.documents.Workload;
import org.junit.jupiter.api.Test;

class ReadyBulksTest {
    private static final Workload HUNDRED = new Workload(Shape.articles, 100, 1, 4);

    @Test
    void documentsAreCountedIntoRequests() {
        assertThat(ReadyBulks.ofDocuments(HUNDRED, 10).size()).isEqualTo(10);
        assertThat(ReadyBulks.ofDocuments(HUNDRED, 30).size()).isEqualTo(4);
        assertThat(ReadyBulks.ofDocuments(HUNDRED, 1000).size()).isEqualTo(1);
    }

    @Test
    void bytesAreFilledUntilTheyAreEnough() {
        assertThat(ReadyBulks.mixed(HUNDRED, 1).size()).isEqualTo(100);
        assertThat(ReadyBulks.mixed(HUNDRED, 1 << 30).size()).isEqualTo(1);
    }

    @Test
    void requestsHoldAllDocumentsHoweverTheyAreCut() {
        long bytes = ReadyBulks.ofDocuments(HUNDRED, 7).bytes();
        assertThat(bytes).isGreaterThan(HUNDRED.bytes());
        assertThat(ReadyBulks.mixed(HUNDRED, 10_000).bytes()).isEqualTo(bytes);
    }
}
