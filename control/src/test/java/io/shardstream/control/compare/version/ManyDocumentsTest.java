package io.shardstream.control.compare.version;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The numbers of however many documents are compared within the heap that the chart gives a controller. How
/// often the target is read for that is printed.
class ManyDocumentsTest {
    private static final Pattern SAID = Pattern.compile("compared=(\\d+) rounds=(\\d+) deleted=(\\d+) expected=(\\d+)");

    @ParameterizedTest
    @CsvSource({"30000000, 1, 3", "30000000, 40, 7"})
    void everyDeleteIsFoundInASmallHeap(long documents, int shards, int targetShards) throws Exception {
        assertSwept("-Xmx160m", documents, shards, targetShards);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"1000000000, 1, 7", "1000000000, 40, 40"})
    void everyDeleteAmongAThousandMillionIsFoundInHalfAGibibyte(long documents, int shards, int targetShards)
            throws Exception {
        assertSwept("-Xmx512m", documents, shards, targetShards);
    }

    private static void assertSwept(String heap, long documents, int shards, int targetShards) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        System.getProperty("java.home") + "/bin/java",
                        heap,
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManyDocuments.class.getName(),
                        "" + documents,
                        "" + shards,
                        "" + targetShards))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        Matcher counts = SAID.matcher(said);
        assertThat(counts.find()).as(said).isTrue();
        System.out.printf(
                "%,d documents of %d shards into %d with %s: the target was read %s times%n",
                documents, shards, targetShards, heap, counts.group(2));
        assertThat(Long.parseLong(counts.group(1))).isGreaterThan(documents * 9 / 10);
        assertThat(counts.group(3)).isEqualTo(counts.group(4)).isNotEqualTo("0");
    }
}
