package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.routing.ShardRouting;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class RunOriginTest {
    private static final RunPlan PLAN = plan("a");
    private static final RunOrigin ORIGIN = RunOrigin.of(PLAN);
    private static final DocRecord DOCUMENT =
            new DocRecord(Bytes.utf8("1"), Bytes.utf8("r"), 1L << 50, Bytes.utf8("{}"));

    private static RunPlan plan(String id) {
        return new RunPlan("old", "u1", 1, "new", "u2", new ShardRouting(5, 640, 1), "alias", id, 100, List.of(7L), 8);
    }

    /// As by a mirrored topic: everything else is as in this run's record.
    @Test
    void whatAnotherRunWroteIsRefusedWithItsPlaceAndBothRuns() {
        assertThatThrownBy(() -> DocRecord.from(written(RunOrigin.of(plan("b"))), ORIGIN))
                .isInstanceOf(UnknownRecordException.class)
                .hasMessage("record at offset 9 of docs-2 was written by another run: its header o is d280b0c4, and"
                        + " this run's is c1d04330");
    }

    @Test
    void whatThisRunWroteComesBackAlsoInAnotherGeneration() {
        RunOrigin again = RunOrigin.of(PLAN.readAgain("another-topic"));
        assertThat(DocRecord.from(written(ORIGIN), again)).isEqualTo(DOCUMENT);
        assertThat(DocRecord.from(written(again), ORIGIN)).isEqualTo(DOCUMENT);
    }

    @Test
    void whatAnEarlierVersionWroteSaysOfNoRunAndIsTaken() {
        ConsumerRecord<byte[], byte[]> earlier = written(ORIGIN);
        earlier.headers().remove(RunOrigin.HEADER);
        assertThat(DocRecord.from(earlier, ORIGIN)).isEqualTo(DOCUMENT);
    }

    @Test
    void aHeaderThatNamesNoRunIsOfNoneOfOurs() {
        for (byte[] value : new byte[][] {null, {}, {1, 2, 3}}) {
            ConsumerRecord<byte[], byte[]> odd = written(ORIGIN);
            odd.headers().remove(RunOrigin.HEADER).add(RunOrigin.HEADER, value);
            assertThatThrownBy(() -> DocRecord.from(odd, ORIGIN))
                    .isInstanceOf(UnknownRecordException.class)
                    .hasMessageContaining("was written by another run");
        }
    }

    /// Whoever writes rejects of a document writes no such header, and whoever reads them needs none.
    @Test
    void rejectsSayOfNoRun() {
        Reject reject = new Reject(DOCUMENT, "type", "reason", 7);
        ProducerRecord<byte[], byte[]> sent = reject.toProducerRecord("rejects", 2);
        assertThat(sent.headers().lastHeader(RunOrigin.HEADER)).isNull();
        assertThatCode(() -> Reject.from(read(sent))).doesNotThrowAnyException();
    }

    /// One object serves all records of a publisher.
    @Test
    void noRecordHasAHeaderOfItsOwn() {
        assertThat(DOCUMENT.toProducerRecord("docs", 2, ORIGIN).headers().lastHeader(RunOrigin.HEADER))
                .isSameAs(DOCUMENT.toProducerRecord("docs", 1, ORIGIN).headers().lastHeader(RunOrigin.HEADER));
    }

    private static ConsumerRecord<byte[], byte[]> written(RunOrigin origin) {
        return read(DOCUMENT.toProducerRecord("docs", 2, origin));
    }

    private static ConsumerRecord<byte[], byte[]> read(ProducerRecord<byte[], byte[]> sent) {
        ConsumerRecord<byte[], byte[]> read =
                new ConsumerRecord<>(sent.topic(), sent.partition(), 9, sent.key(), sent.value());
        sent.headers().forEach(read.headers()::add);
        return read;
    }
}
