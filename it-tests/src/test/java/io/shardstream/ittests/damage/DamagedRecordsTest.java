package io.shardstream.ittests.damage;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.RunEndedException;
import io.shardstream.control.console.ledger.LaneAccount;
import io.shardstream.control.damage.DamagedJson;
import io.shardstream.ittests.structure.Project;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Records of topics that were damaged, or that somebody wrote by mistake: each is read, or refused as one that
/// is none, and no reader of the control topic ends by another exception.
class DamagedRecordsTest {
    private static final int SEEDS = Integer.getInteger("shardstream.fuzz.seeds", 200);
    private static final Path GOLDEN =
            Project.HOME.resolve("common/src/test/resources/io/shardstream/common/contract/record/golden");
    private static final List<String> HEADERS =
            List.of("v", "r", "o", "f", "type", "reason", "offset", "replayed", "replaced", "x");
    private static final List<String> NUMBERS = List.of("", "1", "-1", "2", "9".repeat(40), "1e3", "\0", "07", "é");

    static Stream<Path> golden() throws IOException {
        try (Stream<Path> files = Files.list(GOLDEN)) {
            return files.filter(file -> file.toString().endsWith(".json")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("golden")
    void aDamagedRecordIsReadOrRefused(Path file) throws Exception {
        Class<?> kind = kind(file);
        String good = Files.readString(file);
        DamagedJson damaged = new DamagedJson(good);
        Stream.of(
                        damaged.holes().stream().map(DamagedJson.Hole::json),
                        damaged.deep().stream(),
                        IntStream.range(0, SEEDS).mapToObj(damaged::of))
                .flatMap(some -> some)
                .forEach(json -> isReadOrRefused(kind, json.getBytes(StandardCharsets.UTF_8)));
        byte[] bytes = good.getBytes(StandardCharsets.UTF_8);
        for (int seed = 0; seed < SEEDS; seed++) {
            isReadOrRefused(kind, damaged(bytes, random(seed)));
        }
    }

    @Test
    void theAccountOfALaneIsReadOrRefused() {
        byte[] good = new LaneAccount().encode();
        for (int seed = 0; seed < SEEDS; seed++) {
            isReadOrRefused(LaneAccount.class, damaged(good, random(seed)));
        }
    }

    @Test
    void aDocumentOrRejectIsReadOrRefused() {
        for (int seed = 0; seed < SEEDS * 10; seed++) {
            ConsumerRecord<byte[], byte[]> record = document(random(seed));
            isReadOrRefused(() -> RejectRecord.from(record), "seed " + seed);
        }
    }

    /// What the control topic says with this record in it, asked for all that it says.
    @ParameterizedTest
    @MethodSource("golden")
    void whatTheControlTopicSaysIsToldOrBlocksTheRun(Path file) throws Exception {
        Class<?> kind = kind(file);
        List<String> keys = keys(kind);
        DamagedJson damaged = new DamagedJson(Files.readString(file));
        for (int seed = 0; seed < SEEDS; seed++) {
            byte[] value = damaged.of(seed).getBytes(StandardCharsets.UTF_8);
            for (String key : keys) {
                isReadOrRefused(() -> ask(Map.of(key, value)), key + " of seed " + seed);
            }
        }
    }

    private static void ask(Map<String, byte[]> values) throws Exception {
        ControlRecords records = new ControlRecords(values);
        for (Method method : ControlRecords.class.getMethods()) {
            if (method.getDeclaringClass() == ControlRecords.class
                    && method.getParameterCount() == 0
                    && !Modifier.isStatic(method.getModifiers())) {
                isReadOrRefused(() -> method.invoke(records), method.getName());
            }
        }
        isReadOrRefused(() -> records.end("run"), "end");
        isReadOrRefused(records::differentContents, "differentContents");
        isReadOrRefused(() -> records.trimmedBelow("topic", 33), "trimmedBelow");
        isReadOrRefused(() -> records.isControlledBy("7@host"), "isControlledBy");
        isReadOrRefused(() -> records.all("", Request::decode), "all");
    }

    private static void isReadOrRefused(Class<?> kind, byte[] bytes) {
        isReadOrRefused(
                () -> assertThat(kind.getMethod("decode", byte[].class)
                                .invoke(null, (Object) bytes)
                                .toString())
                        .isNotNull(),
                kind.getSimpleName() + " " + Bytes.of(bytes).utf8());
    }

    private static void isReadOrRefused(ThrowingCallable reading, String what) {
        try {
            reading.call();
        } catch (Throwable e) {
            Throwable cause = e instanceof InvocationTargetException wrapped ? requireNonNull(wrapped.getCause()) : e;
            assertThat(cause)
                    .as(what)
                    .isInstanceOfAny(UnknownRecordException.class, BlockedException.class, RunEndedException.class);
            assertThat(cause.getMessage()).as(what).isNotBlank().hasSizeLessThan(2_000);
        }
    }

    private static Class<?> kind(Path file) throws ClassNotFoundException {
        String name = file.getFileName().toString();
        return Class.forName("io.shardstream.common.contract.record." + name.substring(0, name.indexOf('.')));
    }

    private static List<String> keys(Class<?> kind) throws Exception {
        for (String name : List.of("KEY", "KEY_PREFIX")) {
            for (Field field : kind.getFields()) {
                if (field.getName().equals(name)) {
                    return List.of(field.get(null) + (name.equals("KEY") ? "" : "7"));
                }
            }
        }
        return List.of();
    }

    private static byte[] damaged(byte[] good, RandomGenerator random) {
        byte[] bytes = Arrays.copyOf(good, random.nextInt(4) == 0 ? random.nextInt(good.length + 9) : good.length);
        for (int times = random.nextInt(4); times > 0 && bytes.length > 0; times--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
    }

    private static ConsumerRecord<byte[], byte[]> document(RandomGenerator random) {
        Headers headers = new RecordHeaders();
        for (String name : HEADERS) {
            if (random.nextInt(3) > 0) {
                headers.add(name, header(random));
            }
        }
        return new ConsumerRecord<>(
                "topic",
                0,
                7,
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                piece(random),
                piece(random),
                headers,
                Optional.empty());
    }

    private static byte @Nullable [] header(RandomGenerator random) {
        return random.nextBoolean()
                ? piece(random)
                : NUMBERS.get(random.nextInt(NUMBERS.size())).getBytes(StandardCharsets.UTF_8);
    }

    private static byte @Nullable [] piece(RandomGenerator random) {
        if (random.nextInt(6) == 0) {
            return null;
        }
        byte[] bytes = new byte[random.nextInt(3) == 0 ? Long.BYTES : random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static RandomGenerator random(int seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }
}
