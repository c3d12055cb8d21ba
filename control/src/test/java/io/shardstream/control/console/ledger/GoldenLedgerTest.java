package io.shardstream.control.console.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

/// What the ledger keeps in Kafka is found there by the controller that takes over, of whatever version: like
/// the records of `common`, it is written as the run's format says, and read in every format that was ever
/// written.
class GoldenLedgerTest {
    private static final Path FOLDER = Path.of("src/test/resources/io/shardstream/control/console/ledger/golden");

    @Test
    void everyValueThatIsKeptHasItsGoldenFile() throws IOException {
        assertThat(typesWithDecode()).containsExactly("LaneAccount", "RejectCounts");
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("LaneAccount.1.hex", "RejectCounts.1.hex", "RejectCounts.2.hex");
        }
    }

    @Test
    void theAccountOfALane() throws IOException {
        LaneAccount account = new LaneAccount();
        account.add(new Outcome(0, 0, 10, 7, 2, 1, 4096, 17, "n"));
        account.add(new Outcome(0, 12, 15, 3, 0, 0, 99, 17, "n"));
        assertIsWrittenAs("LaneAccount.1.hex", account.encode());

        LaneAccount read = LaneAccount.decode(golden("LaneAccount.1.hex"));
        assertThat(read.end()).isEqualTo(10);
        assertThat(read.total()).isEqualTo(new OutcomeTally(7, 2, 1, 0, 4096));
        assertThat(read.heard()).isEqualTo(15);
        read.add(new Outcome(0, 10, 12, 2, 0, 0, 1, 17, "n"));
        assertThat(read.total()).isEqualTo(new OutcomeTally(12, 2, 1, 0, 4196));
    }

    @Test
    void theCountsOfRejects() throws IOException {
        RejectCounts counts = new RejectCounts();
        counts.add(reject("strict ü"), 3);
        counts.add(reject("strict ü"), 7);
        assertIsWrittenAs("RejectCounts.2.hex", counts.encode());

        RejectCounts read = RejectCounts.decode(golden("RejectCounts.2.hex"));
        assertThat(read.byType()).hasSize(1).containsEntry("strict ü", 2L);
        read.add(reject("strict ü"), 7);
        assertThat(read.byType()).as("what was counted already").containsEntry("strict ü", 2L);
    }

    @Test
    void theCountsOfRejectsBeforeTheyHadAnOffset() throws IOException {
        RejectCounts read = RejectCounts.decode(golden("RejectCounts.1.hex"));
        assertThat(read.byType()).hasSize(1).containsEntry("strict", 5L);
    }

    private static void assertIsWrittenAs(String file, byte[] bytes) throws IOException {
        if ("write".equals(System.getProperty("shardstream.golden")) && !Files.exists(FOLDER.resolve(file))) {
            Files.writeString(FOLDER.resolve(file), HexFormat.of().formatHex(bytes) + "\n");
        }
        assertThat(bytes).isEqualTo(golden(file));
    }

    private static byte[] golden(String file) throws IOException {
        return HexFormat.of().parseHex(Files.readString(FOLDER.resolve(file)).strip());
    }

    private static Record<byte[], byte[]> reject(String type) {
        DocRecord document = new DocRecord(Bytes.utf8("1"), null, 1L << 50, Bytes.utf8("{}"));
        ProducerRecord<byte[], byte[]> record = new Reject(document, type, "because", 3).toProducerRecord("rejects", 0);
        return new Record<>(record.key(), record.value(), 0, record.headers());
    }

    /// The simple names of the types of this module that are made of bytes.
    private static List<String> typesWithDecode() throws IOException {
        Path classes = Path.of("target/classes");
        try (Stream<Path> files = Files.walk(classes)) {
            return files.filter(file -> file.toString().endsWith(".class")
                            && !file.endsWith("package-info.class")
                            && !file.endsWith("module-info.class"))
                    .map(file -> classes.relativize(file).toString().replace('/', '.'))
                    .map(file -> loaded(file.substring(0, file.length() - ".class".length())))
                    .filter(type -> Arrays.stream(type.getDeclaredMethods())
                            .anyMatch(one -> one.getName().equals("decode")
                                    && List.of(one.getParameterTypes()).equals(List.of(byte[].class))))
                    .map(Class::getSimpleName)
                    .sorted()
                    .toList();
        }
    }

    private static Class<?> loaded(String name) {
        try {
            return Class.forName(name, false, ControllerEpoch.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
