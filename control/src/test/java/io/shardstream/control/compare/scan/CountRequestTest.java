package io.shardstream.control.compare.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CountRequestTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<NumberSpan> SPANS = List.of(new NumberSpan(0, 32), new NumberSpan(64, 70));
    private static final Counting NUMBERS = new Counting.OfNumbers(SPANS, 16);
    private static final Counting VERSIONS = new Counting.OfVersions(SPANS, NumberSpan.outside(SPANS), 16);

    private static Counted read(CountRequest request, long total, String aggregations) {
        return request.read(JSON.readTree("{\"aggregations\":" + aggregations + "}"), total);
    }

    private static String bucket(String key, long count, String more) {
        return "{\"key\":" + key + ",\"doc_count\":" + count + more + "}";
    }

    private static String blocks(String... buckets) {
        return "\"blocks\":{\"buckets\":[" + String.join(",", buckets) + "]}";
    }

    @Test
    void everyHistogramSaysThatGapsAreNotFilled() {
        for (Counting what : List.of(NUMBERS, VERSIONS)) {
            for (boolean points : new boolean[] {false, true}) {
                for (boolean values : new boolean[] {false, true}) {
                    List<JsonNode> histograms =
                            new CountRequest(what, points, values).body().findValues("histogram");
                    assertThat(histograms).hasSize(1);
                    assertThat(histograms).allSatisfy(histogram -> {
                        assertThat(histogram.path("min_doc_count").asInt()).isEqualTo(1);
                        assertThat(histogram.path("offset").asInt(-1)).isZero();
                        assertThat(Long.bitCount(histogram.path("interval").asLong()))
                                .isEqualTo(1);
                    });
                }
            }
        }
    }

    /// So that what is said above holds for all of them.
    @Test
    void histogramsAreWrittenInOnePlaceOnly() throws IOException {
        List<String> places = new ArrayList<>();
        for (String module : List.of("common", "reader", "writer", "control", "workload", "cli")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    if (Files.readString(file).contains("\"histogram\"")) {
                        places.add(file.getFileName().toString());
                    }
                }
            }
        }
        // The others name kinds of fields.
        assertThat(places).containsExactlyInAnyOrder("CountRequest.java", "FieldKinds.java", "HeldFields.java");
    }

    @Test
    void numbersAreSearchedForWhereTheyCanBe() {
        assertThat(new CountRequest(NUMBERS, true, false).body().toString())
                .contains("{\"range\":{\"_seq_no\":{\"gte\":64,\"lt\":70}}}")
                .doesNotContain("others");
        assertThat(new CountRequest(NUMBERS, false, false).body().toString())
                .doesNotContain("query")
                .contains("{\"key\":\"1\",\"from\":64,\"to\":70}")
                .contains("{\"key\":\"0\",\"to\":0}");
    }

    @Test
    void keysComeAsDoubles() {
        Counted counted = read(
                new CountRequest(NUMBERS, true, false),
                5,
                "{" + blocks(bucket("0.0", 2, ""), bucket("6.4E1", 3, "")) + "}");

        assertThat(counted).isInstanceOfSatisfying(Counted.Counts.class, counts -> {
            assertThat(counts.blocks().counts()).isEqualTo(Map.of(0L, 2L, 64L, 3L));
            assertThat(counts.others()).isEmpty();
        });
    }

    @Test
    void blocksThatDoNotAddUpAreNoCount() {
        CountRequest request = new CountRequest(NUMBERS, true, false);

        assertThat(read(request, 3, "{" + blocks(bucket("0", 2, "")) + "}")).isInstanceOf(Counted.Unknown.class);
        assertThat(read(request, 1, "{" + blocks(bucket("0", 2, "")) + "}")).isInstanceOf(Counted.Unknown.class);
        assertThat(read(request, 0, "{}")).isInstanceOf(Counted.Counts.class);
        // A key that is none of those that were asked for.
        assertThat(read(request, 2, "{" + blocks(bucket("8", 2, "")) + "}")).isInstanceOf(Counted.Unknown.class);
        assertThat(read(request, 2, "{" + blocks(bucket("32", 2, "")) + "}")).isInstanceOf(Counted.Unknown.class);
        assertThat(read(request, 2, "{" + blocks(bucket("0.5", 2, "")) + "}")).isInstanceOf(Counted.Unknown.class);
    }

    @Test
    void everyDocumentIsInASpanOrElsewhere() {
        CountRequest request = new CountRequest(VERSIONS, true, false);
        String spans = "\"spans\":{\"buckets\":["
                + bucket("\"0\"", 4, "," + blocks(bucket("16", 4, "")))
                + ","
                + bucket("\"1\"", 0, "," + blocks())
                + "]}";
        String others = "\"others\":{\"buckets\":[" + bucket("\"0\"", 1, "") + "," + bucket("\"2\"", 2, "") + ","
                + bucket("\"1\"", 7, "") + "]}";

        assertThat(read(request, 14, "{" + spans + "," + others + "}"))
                .isInstanceOfSatisfying(Counted.Counts.class, counts -> {
                    assertThat(counts.blocks().counts()).isEqualTo(Map.of(16L, 4L));
                    assertThat(counts.others()).containsExactly(1L, 7L, 2L);
                });
        assertThat(read(request, 15, "{" + spans + "," + others + "}")).isInstanceOf(Counted.Unknown.class);
        assertThat(read(request, 4, "{" + spans + "}")).isInstanceOf(Counted.Unknown.class);
        String uneven = spans.replace("\"key\":16,\"doc_count\":4", "\"key\":16,\"doc_count\":3");
        assertThat(read(request, 14, "{" + uneven + "," + others + "}")).isInstanceOf(Counted.Unknown.class);
    }

    @Test
    void documentsThatCountForSeveralAreCountedByTheirValues() {
        String several = "{" + blocks(bucket("0", 4, ",\"values\":{\"value\":2}")) + "}";

        assertThat(read(new CountRequest(NUMBERS, true, false), 2, several)).isInstanceOf(Counted.Unknown.class);
        assertThat(read(new CountRequest(NUMBERS, true, true), 2, several))
                .isInstanceOfSatisfying(
                        Counted.Counts.class,
                        counts -> assertThat(counts.blocks().of(0)).isEqualTo(2));
    }

    @Test
    void aWordThatTooManyDocumentsHaveIsNotTold() {
        WordRequest request = new WordRequest(List.of(5L, 7L));
        String numbers = ",\"numbers\":{\"sum_other_doc_count\":0,\"buckets\":[" + bucket("70", 1, "") + "]}";
        String told = "{\"all\":{\"value\":4},\"wanted\":{\"sum_other_doc_count\":0,\"buckets\":["
                + bucket("5", 1, numbers) + "]}}";

        assertThat(words(request, told, 4)).contains(List.of(70L));
        assertThat(words(request, told, 5)).isEmpty();
        for (int place = 0; place < 2; place++) {
            assertThat(words(request, withOther(told, place), 4)).isEmpty();
        }
        assertThat(words(request, told.replace("{\"key\":70,\"doc_count\":1}", ""), 4))
                .isEmpty();
        assertThat(words(request, "{\"all\":{\"value\":4}}", 4)).isEmpty();
    }

    /// Of all versions that are wanted, or of one version's numbers, one was left out.
    private static String withOther(String told, int place) {
        String none = "\"sum_other_doc_count\":0";
        int at = place == 0 ? told.indexOf(none) : told.lastIndexOf(none);
        return told.substring(0, at) + "\"sum_other_doc_count\":1" + told.substring(at + none.length());
    }

    private static Optional<List<Long>> words(WordRequest request, String aggregations, long total) {
        return request.read(JSON.readTree("{\"aggregations\":" + aggregations + "}"), total);
    }

    @Test
    void aSumOfCountsIsACountOnlyIfAllAre() {
        Counted one = read(new CountRequest(NUMBERS, true, false), 2, "{" + blocks(bucket("0", 2, "")) + "}");
        Counted two = read(new CountRequest(NUMBERS, true, false), 1, "{" + blocks(bucket("64", 1, "")) + "}");

        assertThat(Counted.sum(List.of(one, two)))
                .isInstanceOfSatisfying(
                        Counted.Counts.class,
                        counts -> assertThat(counts.blocks().total()).isEqualTo(3));
        assertThat(Counted.sum(List.of(one, new Counted.TooManyBlocks(), two)))
                .isInstanceOf(Counted.TooManyBlocks.class);
    }
}
