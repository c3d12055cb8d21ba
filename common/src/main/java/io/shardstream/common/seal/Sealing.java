package io.shardstream.common.seal;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.loop.BlockedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/// What becomes of records with documents on their way to Kafka, and on their way back. Used by any thread.
///
/// What is sealed are values, and the words in which the target refused a document, since it quotes it there. Ids,
/// routings, versions, and that a document was deleted, stay as they are: Kafka and the run's other parts go by them.
public interface Sealing {
    /// On each sealed record: how it was sealed, one byte.
    String HEADER = "s";

    /// The run seals nothing.
    Sealing NONE = new Sealing() {
        @Override
        public ProducerRecord<byte[], byte[]> seal(ProducerRecord<byte[], byte[]> message) {
            return message;
        }

        @Override
        public ConsumerRecord<byte[], byte[]> open(ConsumerRecord<byte[], byte[]> kafka) {
            if (isSealed(kafka)) {
                throw new BlockedException(
                        "Documents in topic " + kafka.topic()
                                + " are sealed, and the run file has no docs.seal-key: put the one there with which the run began.");
            }
            return kafka;
        }
    };

    /// For who looks at records, and at no document: it has no key and needs none.
    Sealing WITHOUT_KEY = new Sealing() {
        private static final String NOT_OPENED = "(sealed)";

        @Override
        public ProducerRecord<byte[], byte[]> seal(ProducerRecord<byte[], byte[]> message) {
            if (RunTopics.holdsDocuments(message.topic()) && message.value() != null) {
                throw new IllegalStateException("a document was to be published without the key that seals it");
            }
            return message;
        }

        @Override
        public ConsumerRecord<byte[], byte[]> open(ConsumerRecord<byte[], byte[]> kafka) {
            if (isSealed(kafka) && kafka.headers().lastHeader(Reject.REASON_HEADER) != null) {
                kafka.headers().remove(Reject.REASON_HEADER).add(Reject.reason(NOT_OPENED));
            }
            return kafka;
        }
    };

    /// The record that is sent in place of this one.
    ProducerRecord<byte[], byte[]> seal(ProducerRecord<byte[], byte[]> message);

    /// The record as it was before it was sealed.
    ///
    /// @param kafka of a topic that holds documents
    /// @throws BlockedException if it was not sealed by this run, or with another key
    ConsumerRecord<byte[], byte[]> open(ConsumerRecord<byte[], byte[]> kafka);

    private static boolean isSealed(ConsumerRecord<byte[], byte[]> kafka) {
        return kafka.headers().lastHeader(HEADER) != null;
    }
}
