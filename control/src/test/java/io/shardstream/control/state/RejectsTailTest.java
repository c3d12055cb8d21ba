package io.shardstream.control.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.Replayed;
import io.shardstream.common.contract.record.VersionMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RejectsTailTest {
    private static final RejectOrder WORDS = new RejectOrder(VersionMode.SEQNO);
    private static final List<Long> COMMITTED = List.of(0L);
    private static final TopicPartition LANE = new TopicPartition("rejects", 0);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private long end;

    @Test
    void aDocumentThatWasRejectedTwiceCountsOnce() {
        RejectsTail tail = tail(Long.MAX_VALUE);
        reject("a", null, 1);
        reject("b", null, 2);
        reject("a", null, 1);
        assertThat(tail.count(COMMITTED).open()).isEqualTo(2);
        reject("b", null, 2);
        reject("c", null, 3);
        assertThat(tail.count(COMMITTED).open()).isEqualTo(3);
    }

    @Test
    void routingsTellDocumentsApartAndVersionsDoNot() {
        RejectsTail tail = tail(Long.MAX_VALUE);
        reject("a", null, 1);
        reject("a", "x", 1);
        reject("a", "y", 1);
        reject("a", "y", 2);
        assertThat(tail.count(COMMITTED)).isEqualTo(new RejectsTail.Count(3, 0, 1, 0));
    }

    @Test
    void whatTheTargetTookWhenItWasPublishedAgainCountsNoMore() {
        RejectsTail tail = tail(Long.MAX_VALUE);
        reject("a", null, 1);
        reject("b", null, 2);
        add(new Replayed(new DocRecord(Bytes.utf8("a"), null, 1, null), 50));
        assertThat(tail.count(List.of(50L)).open()).isEqualTo(2);
        assertThat(tail.count(List.of(51L)).open()).isEqualTo(1);
    }

    @Test
    void whatIsNotReadCountsByRecords() {
        RejectsTail tail = tail(2);
        reject("a", null, 1);
        reject("a", null, 1);
        assertThat(tail.count(COMMITTED).open()).isEqualTo(1);
        reject("a", null, 1);
        assertThat(tail.count(COMMITTED).open()).isEqualTo(2);
    }

    @Test
    void whoAsksForAllGetsWhatWasReadBeforeAndWhatHasComeSince() {
        RejectsTail tail = tail(Long.MAX_VALUE);
        reject("a", null, 1);
        NotedRejects noted = tail.upToNow();
        assertThat(noted.versions().toArray()).containsExactly(1);
        reject("b", null, 2);
        assertThat(tail.upToNow()).isSameAs(noted);
        assertThat(noted.versions().toArray()).containsExactly(1, 2);
        assertThat(noted.isOpen(StateHash.of(Bytes.utf8("b"), null, 2), COMMITTED))
                .isTrue();
    }

    @Test
    void whoReadsSomeCannotGiveAll() {
        RejectsTail tail = tail(1);
        reject("a", null, 1);
        assertThat(tail.upToNow().versions().toArray()).containsExactly(1);
        reject("b", null, 2);
        assertThatIllegalStateException().isThrownBy(tail::upToNow);
    }

    @Test
    void whatKafkaHasLostCountsNoMoreAndWhatCameInItsPlaceCounts() {
        RejectsTail tail = tail(Long.MAX_VALUE);
        reject("a", null, 1);
        reject("lost", null, 2);
        reject("lost too", null, 3);
        NotedRejects before = tail.upToNow();
        end = 0;
        reject("a", null, 1);
        assertThat(tail.count(COMMITTED))
                .as("two of them are gone, and nobody rejects them again")
                .isEqualTo(new RejectsTail.Count(1, 0, 0, 2));
        reject("came", null, 4);
        assertThat(tail.upToNow()).isNotSameAs(before);
        assertThat(tail.upToNow().versions().toArray()).containsExactly(1, 4);
    }

    /// A topic that has grown again beyond what was read: the client tells it by who led when.
    @Test
    void whatTheClientFindsLostCountsNoMoreEither() {
        RejectsTail tail = tail(Long.MAX_VALUE);
        reject("lost", null, 1);
        assertThat(tail.count(COMMITTED).open()).isEqualTo(1);
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(LANE, 1L)));
        end = 0;
        reject("a", null, 3);
        reject("b", null, 4);
        reject("c", null, 5);
        assertThat(tail.count(COMMITTED).open()).isEqualTo(3);
    }

    /// What came in its place may be more than was lost.
    @Test
    void whatTheClientFindsToHavePartedFromAnOffsetOnIsLost() {
        RejectsTail tail = tail(Long.MAX_VALUE);
        reject("a", null, 1);
        reject("lost", null, 2);
        reject("lost too", null, 3);
        assertThat(tail.count(COMMITTED).open()).isEqualTo(3);
        consumer.setPollException(new LogTruncationException(Map.of(LANE, 3L), Map.of(LANE, new OffsetAndMetadata(1))));
        end = 0;
        for (String id : List.of("a", "b", "c", "d")) {
            reject(id, null, 4);
        }
        assertThat(tail.count(COMMITTED)).isEqualTo(new RejectsTail.Count(4, 0, 0, 2));
    }

    @Test
    void oneThatOnlyCountsKeepsNothingElse() {
        RejectsTail _ = tail(Long.MAX_VALUE);
        RejectsTail counting = new RejectsTail(consumer, List.of(LANE), WORDS, Long.MAX_VALUE, true);
        reject("a", null, 1);
        reject("b", null, 2);
        assertThat(counting.count(COMMITTED)).isEqualTo(new RejectsTail.Count(2, 0, 0, 0));
        assertThatIllegalStateException().isThrownBy(counting::upToNow);
    }

    @Test
    void whatKafkaDoesNotHaveAnyMoreIsForgottenAndCounted() {
        RejectsTail tail = tail(Long.MAX_VALUE);
        reject("a", null, 1);
        reject("b", null, 2);
        assertThat(tail.count(COMMITTED)).isEqualTo(new RejectsTail.Count(2, 0, 0, 0));
        consumer.updateBeginningOffsets(Map.of(LANE, 1L));
        end = 1;
        reject("b", null, 2);
        assertThat(tail.count(COMMITTED)).isEqualTo(new RejectsTail.Count(1, 0, 0, 1));
        assertThat(tail.upToNow().versions().toArray()).containsExactly(2);
    }

    private RejectsTail tail(long most) {
        consumer.updateBeginningOffsets(Map.of(LANE, 0L));
        consumer.updateEndOffsets(Map.of(LANE, 0L));
        return new RejectsTail(consumer, List.of(LANE), WORDS, most, false);
    }

    private void reject(String id, @Nullable String routing, long version) {
        DocRecord document =
                new DocRecord(Bytes.utf8(id), routing == null ? null : Bytes.utf8(routing), version, Bytes.utf8("{}"));
        add(new Reject(document, "type", "reason", end));
    }

    private void add(RejectRecord record) {
        ProducerRecord<byte[], byte[]> sent = record.toProducerRecord("rejects", 0);
        consumer.addRecord(new ConsumerRecord<>(
                "rejects",
                0,
                end,
                0L,
                TimestampType.CREATE_TIME,
                0,
                0,
                sent.key(),
                sent.value(),
                sent.headers(),
                Optional.empty()));
        end++;
        consumer.updateEndOffsets(Map.of(LANE, end));
    }
}
