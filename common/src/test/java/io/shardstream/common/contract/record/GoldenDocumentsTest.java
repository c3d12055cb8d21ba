package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.routing.ShardRouting;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The same as [GoldenRecordsTest] for records with documents, whose fields are headers.
class GoldenDocumentsTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final DocRecord DOCUMENT =
            new DocRecord(Bytes.utf8("é"), Bytes.utf8("r"), (1L << 50) + 7, Bytes.utf8("{\"a\":1}"));
    private static final DocRecord PLAIN = new DocRecord(Bytes.utf8("1"), null, 1L << 50, Bytes.utf8("{}"));
    private static final DocRecord DELETE = new DocRecord(Bytes.utf8("1"), null, 1L << 50, null);

    private static final RunOrigin ORIGIN = RunOrigin.of(new RunPlan(
            "old", "u1", 1, "new", "u2", new ShardRouting(5, 640, 1), "alias", "run-id", 100, List.of(7L), 8));

    /// @param value what the file holds
    record Sample(String file, Object value, ProducerRecord<byte[], byte[]> written) {
        @Override
        public String toString() {
            return file;
        }
    }

    static Stream<Sample> samples() {
        return Stream.of(
                document("DocRecord.1.origin.record", DOCUMENT),
                document("DocRecord.1.origin.plain.record", PLAIN),
                document("DocRecord.1.origin.delete.record", DELETE),
                earlier("DocRecord.1.record", DOCUMENT),
                earlier("DocRecord.1.plain.record", PLAIN),
                earlier("DocRecord.1.delete.record", DELETE),
                rejects("Reject.1.record", new Reject(DOCUMENT, "mapper_parsing_exception", "no – ü", 77)),
                rejects("Reject.1.unpublished.record", new Reject(PLAIN, Reject.TOO_LARGE, "", Reject.NOT_PUBLISHED)),
                rejects("Replacement.1.record", new Replacement(DOCUMENT, "pipeline ü")),
                rejects("Replayed.1.record", new Replayed(DOCUMENT, 77)));
    }

    private static Sample document(String file, DocRecord document) {
        return new Sample(file, document, document.toProducerRecord("docs", 2, ORIGIN));
    }

    /// As versions wrote it that did not say which run they worked for: nothing else is different.
    private static Sample earlier(String file, DocRecord document) {
        ProducerRecord<byte[], byte[]> written = document.toProducerRecord("docs", 2, ORIGIN);
        written.headers().remove("o");
        return new Sample(file, document, written);
    }

    private static Object read(Sample sample, ConsumerRecord<byte[], byte[]> kafka) {
        return sample.value() instanceof DocRecord ? DocRecord.from(kafka, ORIGIN) : RejectRecord.from(kafka);
    }

    private static Sample rejects(String file, RejectRecord reject) {
        return new Sample(file, reject, reject.toProducerRecord("rejects", 2));
    }

    @Test
    void everyFileHasItsValue() {
        assertThat(GoldenFiles.in("").stream().filter(file -> file.endsWith(".record")))
                .containsExactlyInAnyOrderElementsOf(samples().map(Sample::file).toList());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void whatWasWrittenIsReadFieldByField(Sample sample) {
        assertThat(read(sample, read(sample.file()))).isEqualTo(sample.value());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void whatIsWrittenIsByteForByteWhatWasWrittenThen(Sample sample) {
        String text = text(sample.written());
        GoldenFiles.writeIfAsked(sample.file(), text.getBytes(StandardCharsets.UTF_8));
        assertThat(text).isEqualTo(String.join("\n", GoldenFiles.lines(sample.file())) + "\n");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void headersAreThoseOfTheRulesOfThen(Sample sample) {
        String name = sample.file().split("\\.", 2)[0] + ".1";
        List<String> rule =
                List.of(GoldenFiles.lines("rules/" + name).getFirst().split(" ", -1));
        Set<String> written = Arrays.stream(sample.written().headers().toArray())
                .map(Header::key)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(rule.subList(1, rule.size()).stream().map(header -> header.replace("?", "")))
                .as("headers of %s: another one is a new format", name)
                .containsAll(written);
        assertThat(written)
                .containsAll(rule.stream()
                        .skip(1)
                        .filter(header -> !header.startsWith("?"))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aRecordOfANewerFormatIsRefusedWithItsPlace(Sample sample) {
        ConsumerRecord<byte[], byte[]> newer = read(sample.file());
        newer.headers().add("f", "2".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> read(sample, newer))
                .isInstanceOf(NewerFormatException.class)
                .hasMessage("record at offset 9 of topic-2 has format 2, this version reads format 1 only: run the"
                        + " version of Shardstream that wrote it");
    }

    /// Tools that trace requests add some to whatever a client sends.
    @Test
    void headersOfOthersAreNoMatter() {
        ConsumerRecord<byte[], byte[]> traced = read("DocRecord.1.record");
        traced.headers().add("traceparent", new byte[] {1});
        assertThat(DocRecord.from(traced, ORIGIN)).isEqualTo(DOCUMENT);
    }

    private static String text(ProducerRecord<byte[], byte[]> record) {
        StringBuilder text = new StringBuilder("key " + HEX.formatHex(record.key()) + "\n");
        for (Header header : record.headers()) {
            text.append("header " + header.key() + " " + HEX.formatHex(header.value()) + "\n");
        }
        byte[] value = record.value();
        return text.append(value == null ? "delete" : "value " + HEX.formatHex(value))
                .append("\n")
                .toString();
    }

    private static ConsumerRecord<byte[], byte[]> read(String file) {
        byte[] key = {};
        byte[] value = null;
        Headers headers = new RecordHeaders();
        for (String line : GoldenFiles.lines(file)) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "key" -> key = HEX.parseHex(words[1]);
                case "header" -> headers.add(words[1], HEX.parseHex(words[2]));
                case "value" -> value = HEX.parseHex(words[1]);
                default -> assertThat(line).isEqualTo("delete");
            }
        }
        ConsumerRecord<byte[], byte[]> read = new ConsumerRecord<>("topic", 2, 9, key, value);
        headers.forEach(read.headers()::add);
        return read;
    }
}
