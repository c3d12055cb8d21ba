package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.GoldenSamples.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/// Versions that work for one run understand each other: what was written is read, and what is written is
/// understood by versions of before. Who adds, renames or removes a field, a word or a record has to begin a
/// new format; how is in CONTRIBUTING.md.
class GoldenRecordsTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Map<Integer, Map<String, Integer>> RUN_FORMATS = GoldenFiles.runFormats();

    static Stream<Arguments> writtenInEachRunFormat() {
        return RUN_FORMATS.keySet().stream()
                .flatMap(format -> Stream.concat(GoldenSamples.written().stream(), GoldenSamples.words())
                        .filter(sample -> ownFormats(format).containsKey(sample.record()))
                        .map(sample -> Arguments.of(format, sample)));
    }

    static Stream<Arguments> files() {
        return GoldenFiles.in("").stream()
                .filter(file -> file.endsWith(".json"))
                .map(Arguments::of);
    }

    static Stream<Arguments> refused() {
        return GoldenFiles.in("refused").stream().map(Arguments::of);
    }

    @Test
    void everyFormatOfTheRunHasItsLine() {
        assertThat(RUN_FORMATS.keySet())
                .containsExactlyElementsOf(IntStream.rangeClosed(RunFormat.FIRST, RunFormat.NEWEST)
                        .boxed()
                        .toList());
    }

    @Test
    void everyRecordHasItsFormatItsRulesAndItsGoldenFile() throws IOException {
        Set<String> records = typesWith("decode", byte[].class);
        records.addAll(typesWith("from", ConsumerRecord.class));
        records.remove("RejectRecord"); // which of three it is, the record says

        RUN_FORMATS.forEach((format, own) -> own.forEach((record, version) -> {
            assertThat(records)
                    .as("records of today, of which none is taken away")
                    .contains(record);
            String name = record + "." + version;
            assertThat(GoldenFiles.in("")).as("golden files").anyMatch(file -> file.startsWith(name + "."));
            assertThat(GoldenFiles.in("rules")).as("rules").contains(name);
        }));
        assertThat(ownFormats(RunFormat.NEWEST).keySet())
                .as("records with a format in the file run-formats")
                .isEqualTo(records);
    }

    @ParameterizedTest
    @MethodSource("files")
    void whatEachFormatWroteIsReadFieldByField(String file) {
        Sample sample = sampleIn(file);
        assertThat(sample.decode().apply(GoldenFiles.bytes(file))).isEqualTo(sample.value());
    }

    @ParameterizedTest
    @MethodSource("writtenInEachRunFormat")
    void whatIsWrittenInAFormatOfTheRunIsReadByTheRulesOfThen(int runFormat, Sample sample) {
        int own = ownFormats(runFormat).getOrDefault(sample.record(), 0);
        byte[] written = sample.encode().apply(runFormat);
        new FrozenRules(sample.record() + "." + own).read(written);
    }

    @ParameterizedTest
    @MethodSource("writtenInEachRunFormat")
    void whatIsWrittenInAFormatOfTheRunIsWhatWasWrittenThen(int runFormat, Sample sample) {
        String file = sample.file(ownFormats(runFormat).getOrDefault(sample.record(), 0));
        byte[] written = sample.encode().apply(runFormat);
        boolean isWord =
                GoldenSamples.written().stream().noneMatch(one -> one.value().equals(sample.value()));
        if (!isWord) {
            GoldenFiles.writeIfAsked(file, written);
            assertThat(JSON.readTree(written)).isEqualTo(JSON.readTree(GoldenFiles.bytes(file)));
        }
    }

    /// The shapes that records had before the first release: no run has them any more, and none is taken for
    /// another.
    @ParameterizedTest
    @MethodSource("refused")
    void whatNobodyHasToReadAnyMoreIsRefused(String file) {
        byte[] bytes = GoldenFiles.bytes("refused/" + file);
        Function<byte[], Object> decode = GoldenSamples.written().stream()
                .filter(sample -> file.startsWith(sample.record() + "."))
                .map(Sample::decode)
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(() -> decode.apply(bytes)).isInstanceOf(UnknownRecordException.class);
    }

    @Test
    void onlyARecordOfANewerFormatAsksForANewerVersion() {
        assertThatThrownBy(() -> Pause.decode(bytes("{\"format\":2,\"reason\":\"\",\"since_ms\":1}")))
                .isInstanceOf(NewerFormatException.class)
                .hasMessage(
                        "pause has format 2, this version reads format 1 only: run the version of Shardstream that wrote"
                                + " it");
        assertThatThrownBy(() -> RunPlan.decode(GoldenFiles.bytes("refused/RunPlan.1.json")))
                .isNotInstanceOf(NewerFormatException.class)
                .hasMessageStartingWith("plan has format 1, this version reads format 2 only");
    }

    @Test
    void aFieldOfANewerFormatIsRefusedInARecordOfAnOlderOne() {
        assertThatThrownBy(() -> Controller.decode(
                        bytes("{\"format\":1,\"epoch\":3,\"who\":\"7@host\",\"since_ms\":1,\"version\":\"0.1.0\"}")))
                .hasMessageContaining("unknown fields [version]");
        assertThatThrownBy(
                        () -> Controller.decode(bytes("{\"format\":2,\"epoch\":3,\"who\":\"7@host\",\"since_ms\":1}")))
                .hasMessage("controller has no version");
    }

    private static Map<String, Integer> ownFormats(int runFormat) {
        return RUN_FORMATS.getOrDefault(runFormat, Map.of());
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private static Sample sampleIn(String file) {
        Sample onlyRead = GoldenSamples.onlyRead().get(file);
        if (onlyRead != null) {
            return onlyRead;
        }
        List<Sample> found = GoldenSamples.written().stream()
                .filter(sample -> RUN_FORMATS.values().stream()
                        .anyMatch(own -> sample.file(own.getOrDefault(sample.record(), 0))
                                .equals(file)))
                .toList();
        assertThat(found).as("values that %s holds", file).hasSize(1);
        return found.getFirst();
    }

    /// The simple names of the types of this package that have such a static method.
    private static Set<String> typesWith(String method, Class<?> parameter) throws IOException {
        Path classes =
                Path.of("target/classes").resolve(RunPlan.class.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(classes)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".class") && !file.equals("package-info.class"))
                    .map(file -> loaded(file.substring(0, file.length() - ".class".length())))
                    .filter(type -> Arrays.stream(type.getDeclaredMethods())
                            .anyMatch(one -> one.getName().equals(method)
                                    && List.of(one.getParameterTypes()).equals(List.of(parameter))))
                    .map(Class::getSimpleName)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Class<?> loaded(String name) {
        try {
            return Class.forName(RunPlan.class.getPackageName() + "." + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
