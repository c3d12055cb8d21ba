package io.shardstream.common.seal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.loop.BlockedException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SealedDocumentsTest {
    private static final RunTopics TOPICS = new RunTopics("cities");
    private static final SealKey KEY = key(1);
    private static final Sealing SEALING = new SealedDocuments(KEY, "cities");
    private static final RunOrigin ORIGIN = origin("run-id");
    private static final Bytes SOURCE = Bytes.utf8("{\"name\": \"a secret city\"}");
    private static final DocRecord DOCUMENT = new DocRecord(Bytes.utf8("7"), Bytes.utf8("south"), 42, SOURCE);
    private static final Reject REJECT =
            new Reject(DOCUMENT, "mapper_parsing_exception", "field [name]: 'a secret city'", 5);

    @Test
    void whatLiesInKafkaHoldsNothingOfTheDocumentAndComesBackWhole() {
        ConsumerRecord<byte[], byte[]> stored =
                stored(SEALING.seal(DOCUMENT.toProducerRecord(TOPICS.docs(), 3, ORIGIN)));

        assertThat(new String(stored.value(), ISO_8859_1)).doesNotContain("secret");
        assertThat(stored.key()).isEqualTo(DOCUMENT.id().toArray());
        assertThat(DocRecord.from(SEALING.open(stored), ORIGIN)).isEqualTo(DOCUMENT);
    }

    /// All runs of a name have the same key where they were given the same secret, and deletes are not sealed
    /// at all.
    @Test
    void whatAnotherRunOfTheSameNameSealedIsOpenedAndRefused() {
        DocRecord delete = new DocRecord(Bytes.utf8("7"), null, 42, null);
        for (DocRecord document : List.of(DOCUMENT, delete)) {
            ConsumerRecord<byte[], byte[]> opened =
                    SEALING.open(stored(SEALING.seal(document.toProducerRecord(TOPICS.docs(), 3, origin("another")))));
            assertThatThrownBy(() -> DocRecord.from(opened, ORIGIN))
                    .isInstanceOf(UnknownRecordException.class)
                    .hasMessageContaining("was written by another run");
        }
    }

    private static RunOrigin origin(String run) {
        return RunOrigin.of(new RunPlan(
                "old", "u1", 1, "new", "u2", new ShardRouting(5, 640, 1), "alias", run, 100, List.of(7L), 8));
    }

    @Test
    void theSameDocumentIsNeverSealedToTheSameBytes() {
        ProducerRecord<byte[], byte[]> message = DOCUMENT.toProducerRecord(TOPICS.docs(), 3, ORIGIN);
        assertThat(SEALING.seal(message).value())
                .isNotEqualTo(SEALING.seal(message).value());
    }

    @Test
    void whatIsSentAgainIsNotSealedTwice() {
        ProducerRecord<byte[], byte[]> message = REJECT.toProducerRecord(TOPICS.rejects(), 3);
        SEALING.seal(message);
        assertThat(RejectRecord.from(SEALING.open(stored(SEALING.seal(message)))))
                .isEqualTo(REJECT);
    }

    @Test
    void theWordsInWhichTheTargetQuotesADocumentAreSealedToo() {
        ConsumerRecord<byte[], byte[]> stored = stored(SEALING.seal(REJECT.toProducerRecord(TOPICS.rejects(), 3)));

        stored.headers()
                .forEach(header ->
                        assertThat(new String(header.value(), ISO_8859_1)).doesNotContain("secret"));
        assertThat(RejectRecord.from(SEALING.open(stored))).isEqualTo(REJECT);
    }

    @Test
    void whoHasNoKeySeesOfARejectWhatIsNotSealed() {
        ConsumerRecord<byte[], byte[]> stored = stored(SEALING.seal(REJECT.toProducerRecord(TOPICS.rejects(), 3)));

        Reject seen = (Reject) RejectRecord.from(Sealing.WITHOUT_KEY.open(stored));

        assertThat(seen.type()).isEqualTo(REJECT.type());
        assertThat(seen.reason()).isEqualTo("(sealed)");
        assertThat(seen.document().id()).isEqualTo(DOCUMENT.id());
        assertThat(seen.document().version()).isEqualTo(DOCUMENT.version());
    }

    @Test
    void whoHasNoKeyCannotPublishADocument() {
        ProducerRecord<byte[], byte[]> message = DOCUMENT.toProducerRecord(TOPICS.docs(), 3, ORIGIN);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> Sealing.WITHOUT_KEY.seal(message));
    }

    @Test
    void deletesAndWhatHoldsNoDocumentStayAsTheyAre() {
        ProducerRecord<byte[], byte[]> delete =
                new DocRecord(Bytes.utf8("7"), null, 42, null).toProducerRecord(TOPICS.docs(), 3, ORIGIN);
        ProducerRecord<byte[], byte[]> control = new ProducerRecord<>(TOPICS.control(), 0, new byte[1], new byte[1]);

        assertThat(SEALING.seal(delete)).isSameAs(delete);
        assertThat(SEALING.seal(control)).isSameAs(control);
        assertThat(SEALING.open(stored(delete)).value()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 1 << 20})
    void documentsOfAnySizeComeBackWhole(int bytes) {
        byte[] source = new byte[bytes];
        Arrays.fill(source, (byte) ' ');
        DocRecord document = new DocRecord(DOCUMENT.id(), null, 1, Bytes.of(source));

        ProducerRecord<byte[], byte[]> sealed = SEALING.seal(document.toProducerRecord(TOPICS.docs(), 0, ORIGIN));

        assertThat(sealed.value().length).as("compressed before").isLessThan(200);
        assertThat(DocRecord.from(SEALING.open(stored(sealed)), ORIGIN)).isEqualTo(document);
    }

    /// As a tracing agent does where records are sent. It vouches for nothing, so nothing of it is read either.
    @Test
    void headersThatSomebodyAddsBehindAreNeitherReadNorInTheWay() {
        ConsumerRecord<byte[], byte[]> document =
                stored(SEALING.seal(DOCUMENT.toProducerRecord(TOPICS.docs(), 3, ORIGIN)));
        ConsumerRecord<byte[], byte[]> reject = stored(SEALING.seal(REJECT.toProducerRecord(TOPICS.rejects(), 3)));
        for (ConsumerRecord<byte[], byte[]> stored : List.of(document, reject)) {
            stored.headers()
                    .add("traceparent", new byte[] {1})
                    .add("v", new byte[Long.BYTES])
                    .add("r", new byte[] {'x'})
                    .add(Sealing.HEADER, new byte[] {9});
        }

        assertThat(DocRecord.from(SEALING.open(document), ORIGIN)).isEqualTo(DOCUMENT);
        assertThat(RejectRecord.from(SEALING.open(reject))).isEqualTo(REJECT);
        assertThat(SEALING.open(reject).headers().lastHeader("traceparent")).isNull();
    }

    static Stream<ConsumerRecord<byte[], byte[]>> moved() {
        ProducerRecord<byte[], byte[]> sealed = SEALING.seal(REJECT.toProducerRecord(TOPICS.rejects(), 3));
        byte[] changed = sealed.value().clone();
        changed[changed.length / 2] ^= 1;
        Headers versions = with(sealed.headers(), "v", new byte[Long.BYTES]);
        Headers words = with(sealed.headers(), "reason", sealed.value());
        byte[] id = sealed.key();
        return Stream.of(
                record(TOPICS.rejects(), 3, id, changed, sealed.headers()),
                record(TOPICS.rejects(), 3, id, Arrays.copyOf(changed, 10), sealed.headers()),
                record(TOPICS.docs(), 3, id, sealed.value(), sealed.headers()),
                record(TOPICS.inGeneration(2).rejects(), 3, id, sealed.value(), sealed.headers()),
                record(TOPICS.rejects(), 2, id, sealed.value(), sealed.headers()),
                record(TOPICS.rejects(), 3, new byte[] {'8'}, sealed.value(), sealed.headers()),
                record(TOPICS.rejects(), 3, id, sealed.value(), versions),
                record(TOPICS.rejects(), 3, id, sealed.value(), words));
    }

    @ParameterizedTest
    @MethodSource("moved")
    void whatSomebodyChangedOrMovedIsNotOpened(ConsumerRecord<byte[], byte[]> kafka) {
        assertThatExceptionOfType(BlockedException.class)
                .isThrownBy(() -> SEALING.open(kafka))
                .withMessageContainingAll("offset 9 of " + kafka.topic(), "cannot be opened", "docs.seal-key");
    }

    static List<Sealing> others() {
        return List.of(new SealedDocuments(key(2), "cities"), new SealedDocuments(KEY, "towns"));
    }

    @ParameterizedTest
    @MethodSource("others")
    void anotherKeyAndAnotherRunOpenNothing(Sealing other) {
        ConsumerRecord<byte[], byte[]> stored =
                stored(SEALING.seal(DOCUMENT.toProducerRecord(TOPICS.docs(), 3, ORIGIN)));
        assertThatExceptionOfType(BlockedException.class)
                .isThrownBy(() -> other.open(stored))
                .withMessageContaining("cannot be opened");
    }

    @Test
    void processesOfWhichOneSealsDoNotWorkTogether() {
        ConsumerRecord<byte[], byte[]> sealed =
                stored(SEALING.seal(DOCUMENT.toProducerRecord(TOPICS.docs(), 3, ORIGIN)));
        ConsumerRecord<byte[], byte[]> plain = stored(DOCUMENT.toProducerRecord(TOPICS.docs(), 3, ORIGIN));

        assertThatExceptionOfType(BlockedException.class)
                .isThrownBy(() -> Sealing.NONE.open(sealed))
                .withMessageContaining("the run file has no docs.seal-key");
        assertThatExceptionOfType(BlockedException.class)
                .isThrownBy(() -> SEALING.open(plain))
                .withMessageContaining("is not sealed");
        assertThat(DocRecord.from(Sealing.NONE.open(plain), ORIGIN)).isEqualTo(DOCUMENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AAAA", "not base64!"})
    void aKeyIsOf32Bytes(String text) {
        assertThat(SealKey.of(text)).isEmpty();
        assertThat(KEY).hasToString("a key of 32 bytes");
    }

    /// In the same order.
    private static Headers with(Headers headers, String name, byte[] value) {
        Headers other = new RecordHeaders();
        headers.forEach(header -> other.add(header.key(), header.key().equals(name) ? value : header.value()));
        return other;
    }

    private static SealKey key(int first) {
        byte[] bytes = new byte[SealKey.BYTES];
        bytes[0] = (byte) first;
        return Optional.of(Base64.getEncoder().encodeToString(bytes))
                .flatMap(SealKey::of)
                .orElseThrow();
    }

    private static ConsumerRecord<byte[], byte[]> stored(ProducerRecord<byte[], byte[]> sent) {
        return record(sent.topic(), Objects.requireNonNull(sent.partition()), sent.key(), sent.value(), sent.headers());
    }

    private static ConsumerRecord<byte[], byte[]> record(
            String topic, int partition, byte[] key, byte[] value, Headers headers) {
        return new ConsumerRecord<>(
                topic,
                partition,
                9,
                0,
                TimestampType.CREATE_TIME,
                key.length,
                0,
                key,
                value,
                new RecordHeaders(headers),
                Optional.empty());
    }
}
