package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.SampleDocument;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What `verify --meaning` and a cut-over say of indices whose documents are equal byte for byte.
@RealServers
class MeaningTest {
    private static final int HEAP = 512;

    /// Of many kinds that every server has, with several values, multi-fields, copies and nested documents.
    private static final String FIELDS = """
            {"properties":{
              "title":{"type":"text","copy_to":"all","fields":{
                "raw":{"type":"keyword","ignore_above":12},"stop":{"type":"text","analyzer":"stop"}}},
              "all":{"type":"text","analyzer":"simple"},
              "n":{"type":"integer","ignore_malformed":true},
              "off":{"type":"keyword","index":false,"doc_values":false},
              "when":{"type":"date"},
              "where":{"type":"geo_point"},
              "address":{"type":"ip"},
              "parts":{"type":"nested","properties":{"name":{"type":"keyword"},"text":{"type":"text"}}},
              "inner":{"properties":{"flag":{"type":"boolean"},"spell":{"type":"keyword","normalizer":"low"}}},
              "other":{"type":"alias","path":"n"}}}""";

    private static final String SETTINGS = """
            "number_of_shards":2,"analysis":{"normalizer":{"low":{"type":"custom","filter":["lowercase"]}}}""";

    private static Stream<SampleDocument> manyFields() {
        return IntStream.range(0, 80)
                .mapToObj(i -> SampleDocument.of("d" + i, """
                        {"title":["The Quick fox no. %d","jumps over it"],"n":"%s","when":"2026-01-02",\
                        "where":{"lat":1.5,"lon":%d},"address":"10.0.0.%d","off":"x",\
                        "parts":[{"name":"a","text":"One Two"},{"name":"b"}],"inner":{"flag":true,"spell":"ABC"}}""".formatted(i, i % 4 == 0 ? "no number" : "" + i, i, i)));
    }

    private static void withRun(
            SearchServerVersion from,
            SearchServerVersion to,
            String settings,
            String mappings,
            String targetLines,
            Stream<SampleDocument> documents,
            Consumer<CopyRun> test) {
        try (ProxiedCluster source = ProxiedCluster.start(from, 1, HEAP);
                ProxiedCluster target = ProxiedCluster.start(to, 1, HEAP);
                CopyRun run = CopyRun.on(source)
                        .into(target, 0)
                        .withTarget(targetLines)
                        .withSource(settings, mappings)
                        .following()
                        .holding(documents)) {
            follow(run);
            test.accept(run);
        }
    }

    private static void follow(CopyRun run) {
        run.planned();
        Stream.of("reader", "writer").forEach(run::startHere);
        run.awaitPhase(Phase.CATCHING_UP);
        run.awaitCaughtUp();
    }

    /// What `verify --meaning -o json` says at last.
    private static JsonNode meaning(CopyRun run, int code) {
        CopyRun.Output output = run.command("verify", "--meaning", "-o", "json");
        assertThat(output.code()).as(output.text()).isEqualTo(code);
        String last = output.text().lines().toList().getLast();
        return new JsonMapper().readTree(last).path("meaning");
    }

    private static JsonNode difference(JsonNode meaning, String field) {
        return meaning.path("differences")
                .valueStream()
                .filter(one -> one.path("field").asString("").equals(field))
                .findFirst()
                .orElseThrow(() -> new AssertionError(field + " is not told: " + meaning));
    }

    private static long found(Rest rest, String index, String field) {
        return rest.send(
                        "POST", "/" + index + "/_count", "{\"query\":{\"exists\":{\"field\":\"%s\"}}}".formatted(field))
                .body()
                .path("count")
                .asLong();
    }

    /// C-07.
    @Tag("long")
    @Test
    void datesThatTheTargetCannotReadAreTold() {
        List<String> spellings = List.of("Mo 21 Sep 2020", "Mo. 21 Sep 2020", "Mo. 21 Sept. 2020", "kein Tag");
        String mappings = """
                {"properties":{"d":{"type":"date","format":"EEE dd MMM yyyy","locale":"de","ignore_malformed":true}}}""";
        Stream<SampleDocument> documents = IntStream.range(0, 100)
                .mapToObj(i -> SampleDocument.of(
                        "d" + i, "{\"d\":\"%s\"}".formatted(i < 60 ? "Mo 21 Sep 2020" : spellings.get(i % 4))));
        withRun(
                SearchServerVersion.ELASTICSEARCH_7,
                SearchServerVersion.ELASTICSEARCH_9,
                "\"number_of_shards\":2",
                mappings,
                "replicas: 0",
                documents,
                run -> {
                    long inSource = found(run.rest(), run.source(), "d");
                    long inTarget = found(run.targetRest(), run.target(), "d");
                    assertThat(inSource).isNotEqualTo(inTarget);
                    run.assertCopied();

                    JsonNode meaning = meaning(run, 4);

                    JsonNode dates = difference(meaning, "d");
                    assertThat(dates.path("kind").asString()).isEqualTo("found");
                    assertThat(dates.path("source_documents").asLong()).isEqualTo(inSource);
                    assertThat(dates.path("target_documents").asLong()).isEqualTo(inTarget);
                    assertThat(dates.path("examples").size()).isEqualTo(5);
                    assertThat(difference(meaning, "_ignored").path("kind").asString())
                            .isEqualTo("found");
                    assertThat(run.command("verify", "--meaning").text())
                            .contains("found            d    ")
                            .contains("Searches of source and target find different documents or values in 2 fields.");
                    assertThat(run.command("verify").code()).isZero();
                });
    }

    /// From 8.16 on Elasticsearch counts weeks by another calendar (CLDR).
    @Tag("long")
    @Test
    void datesThatAreOtherDaysInTheTargetAreTold() {
        withRun(
                SearchServerVersion.ELASTICSEARCH_7,
                SearchServerVersion.ELASTICSEARCH_9,
                "\"number_of_shards\":2",
                "{\"properties\":{\"w\":{\"type\":\"date\",\"format\":\"YYYY-'W'ww-e\"}}}",
                "replicas: 0",
                IntStream.range(10, 50)
                        .mapToObj(i -> SampleDocument.of("d" + i, "{\"w\":\"2023-W%d-3\"}".formatted(i))),
                run -> {
                    JsonNode weeks = difference(meaning(run, 4), "w");

                    assertThat(weeks.path("kind").asString()).isEqualTo("values");
                    assertThat(weeks.path("different").asLong())
                            .isEqualTo(weeks.path("compared").asLong())
                            .isPositive();
                });
    }

    /// C-07. From 8.0 on Elasticsearch reads a number in a search for a date as milliseconds, whatever its
    /// format.
    @Tag("long")
    @Test
    void numbersInDatesThatTheTargetReadsOtherwiseAreTold() {
        withRun(
                SearchServerVersion.ELASTICSEARCH_7,
                SearchServerVersion.ELASTICSEARCH_9,
                "\"number_of_shards\":2",
                "{\"properties\":{\"at\":{\"type\":\"date\",\"format\":\"epoch_second\"},"
                        + "\"y\":{\"type\":\"date\",\"format\":\"yyyy\"},"
                        + "\"text\":{\"type\":\"date\",\"format\":\"epoch_second\"},"
                        + "\"ms\":{\"type\":\"date\"},"
                        + "\"in\":{\"type\":\"nested\",\"properties\":{"
                        + "\"day\":{\"type\":\"date\",\"format\":\"yyyyMMdd\"}}}}}",
                "replicas: 0",
                IntStream.range(10, 50)
                        .mapToObj(i -> SampleDocument.of(
                                "d" + i,
                                ("{\"at\":17000000%1$d,\"y\":20%1$d,\"text\":\"17000000%1$d\","
                                                + "\"ms\":17000000%1$d000,\"in\":{\"day\":202401%2$d}}")
                                        .formatted(i, i % 20 + 10))),
                run -> {
                    JsonNode meaning = meaning(run, 4);

                    for (String field : List.of("at", "y", "in.day")) {
                        JsonNode dates = difference(meaning, field);
                        assertThat(dates.path("kind").asString()).isEqualTo("found-as-sent");
                        assertThat(dates.path("search").asString()).startsWith("term ");
                        assertThat(dates.path("different").asLong()).isPositive();
                    }
                    assertThat(meaning.path("differences").size())
                            .as(meaning.toString())
                            .isEqualTo(3);
                });
    }

    /// Elasticsearch from 8.1 on searches for what is not indexed by doc values; 7.17 refuses that, or finds
    /// nothing.
    @Tag("long")
    @Test
    void whatOnlyTheSourceSearchesIsTold() {
        withRun(
                SearchServerVersion.ELASTICSEARCH_8,
                SearchServerVersion.ELASTICSEARCH_7,
                "\"number_of_shards\":2",
                "{\"properties\":{\"k\":{\"type\":\"keyword\",\"index\":false},"
                        + "\"n\":{\"type\":\"long\",\"index\":false},"
                        + "\"p\":{\"type\":\"geo_point\",\"index\":false},\"same\":{\"type\":\"long\"}}}",
                "replicas: 0",
                IntStream.range(0, 40)
                        .mapToObj(i -> SampleDocument.of(
                                "d" + i, "{\"k\":\"x\",\"n\":%d,\"p\":[1,2],\"same\":%d}".formatted(i, i))),
                run -> {
                    JsonNode meaning = meaning(run, 4);

                    for (String field : List.of("k", "n", "p")) {
                        assertThat(difference(meaning, field).path("kind").asString())
                                .as(meaning.toString())
                                .isEqualTo("found-by-value");
                    }
                    assertThat(meaning.path("differences").size())
                            .as(meaning.toString())
                            .isEqualTo(3);
                });
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(
            value = SearchServerVersion.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ELASTICSEARCH_7_10", "OPENSEARCH_1"})
    void equalIndicesGiveNoFinding(SearchServerVersion server) {
        try (ProxiedCluster cluster = ProxiedCluster.start(server, 1, HEAP);
                CopyRun run = CopyRun.on(cluster)
                        .withTarget("replicas: 0")
                        .withSource(SETTINGS, FIELDS)
                        .following()
                        .holding(manyFields())) {
            follow(run);
            assertNothingDiffers(run);
        }
    }

    @Tag("long")
    @Test
    void equalIndicesOfDistantVersionsGiveNoFinding() {
        withRun(
                SearchServerVersion.ELASTICSEARCH_7,
                SearchServerVersion.ELASTICSEARCH_9,
                SETTINGS,
                FIELDS,
                "replicas: 0",
                manyFields(),
                MeaningTest::assertNothingDiffers);
    }

    @Tag("long")
    @Test
    void equalIndicesOfOpenSearchAndElasticsearchGiveNoFinding() {
        withRun(
                SearchServerVersion.OPENSEARCH_3,
                SearchServerVersion.ELASTICSEARCH_8,
                SETTINGS,
                FIELDS,
                "replicas: 0",
                manyFields(),
                run -> assertNothingDiffers(run, "_ignored", "off"));
    }

    private static void assertNothingDiffers(CopyRun run) {
        assertNothingDiffers(run, "off");
    }

    /// @param untold what is not compared, in order
    private static void assertNothingDiffers(CopyRun run, String... untold) {
        JsonNode meaning = meaning(run, 0);

        assertThat(meaning.path("differences").size()).as(meaning.toString()).isZero();
        assertThat(meaning.path("unsettled").size()).as(meaning.toString()).isZero();
        assertThat(meaning.path("sampled").asInt()).as(meaning.toString()).isGreaterThan(60);
        assertThat(meaning.path("fields").asInt())
                .isEqualTo(meaning.path("mapped").asInt());
        assertThat(meaning.path("not_compared").propertyNames())
                .as(meaning.toString())
                .containsExactly(untold);
        assertThat(meaning.path("equal").asBoolean()).isFalse();
    }

    /// An analyzer of the same name that takes text apart otherwise.
    @Test
    void anotherAnalyzerIsTold() {
        String mappings = """
                {"properties":{"t":{"type":"text","analyzer":"own","fields":{"same":{"type":"text"},\
                "sub":{"type":"text","analyzer":"own"}}},\
                "day":{"type":"date","format":"dd/MM/yyyy"},"exact":{"type":"double"}}}""";
        try (CopyRun run = CopyRun.create()
                .withTarget("replicas: 0\nsettings: {analysis: {analyzer: {own: {max_token_length: 3}}}}\n"
                        + "mappings: {properties: {t: {type: text, analyzer: own, fields: {same: {type: text},"
                        + " sub: {type: text, analyzer: own}}}, day: {type: date, format: MM/dd/yyyy},"
                        + " exact: {type: double}}}")
                .withSource(
                        "\"number_of_shards\":2,\"analysis\":{\"analyzer\":{\"own\":{\"type\":\"standard\"}}}",
                        mappings)
                .withLines("""
                        follow: true
                        sweep: {every: 2s}
                        cutover:
                          max-blocked: 40s
                          canaries:
                          - '{"query":{"term":{"t":"number"}}}'
                          - '{"query":{"match_all":{}}}'
                        """)
                .holding(IntStream.range(0, 40)
                        .mapToObj(i -> SampleDocument.of(
                                "d" + i,
                                "{\"t\":\"The Fox number %d\",\"day\":\"01/02/2026\",\"exact\":0.%d}"
                                        .formatted(i, i))))) {
            follow(run);

            JsonNode meaning = meaning(run, 4);

            // The same text is another day: 1 February, and 2 January.
            JsonNode day = difference(meaning, "day");
            assertThat(day.path("kind").asString()).isEqualTo("values");
            assertThat(day.path("values").asString()).isEqualTo("1769904000000, 1767312000000");

            assertThat(difference(meaning, "t").path("kind").asString()).isEqualTo("terms");
            assertThat(difference(meaning, "t.sub").path("kind").asString()).isEqualTo("terms");
            assertThat(meaning.path("differences").size())
                    .as(meaning.toString())
                    .isEqualTo(3);
            assertCanaryIsTold(run);
        }
    }

    /// No document has a word of which it makes other terms.
    @Tag("long")
    @Test
    void anAnalyzerThatMakesOtherTermsInAnotherVersionIsTold() {
        withRun(
                SearchServerVersion.OPENSEARCH_2,
                SearchServerVersion.OPENSEARCH_3,
                "\"number_of_shards\":2",
                "{\"properties\":{\"t\":{\"type\":\"text\",\"analyzer\":\"romanian\"},\"e\":{\"type\":\"text\"}}}",
                "replicas: 0",
                IntStream.range(0, 40)
                        .mapToObj(i -> SampleDocument.of("d" + i, "{\"t\":\"a %d\",\"e\":\"a\"}".formatted(i))),
                run -> {
                    JsonNode meaning = meaning(run, 4);
                    assertThat(difference(meaning, "t").path("kind").asString()).isEqualTo("analyzed");
                    assertThat(meaning.path("differences").size())
                            .as(meaning.toString())
                            .isOne();
                    CopyRun.Output refused = dryRun(run, List.of());
                    assertThat(refused.code()).as(refused.text()).isEqualTo(1);
                    assertThat(refused.text()).contains("'t' has an analyzer that makes other terms of some words");
                    CopyRun.Output accepted = dryRun(run, List.of("--accept-difference", "t"));
                    assertThat(accepted.code()).as(accepted.text()).isZero();
                });
    }

    /// C-07: production's searches, sent to both sides.
    private static void assertCanaryIsTold(CopyRun run) {
        List<String> fields = List.of("--accept-difference", "t", "--accept-difference", "t.sub");
        CopyRun.Output refused = dryRun(run, fields);
        CopyRun.Output accepted = dryRun(
                run,
                Stream.concat(fields.stream(), Stream.of("--accept-difference", "canary-1"))
                        .toList());

        assertThat(refused.code()).as(refused.text()).isNotZero();
        assertThat(refused.text())
                .contains("canary-1 finds 40 documents in the source and 0 in the target")
                .doesNotContain("; canary-2 ");
        assertThat(accepted.code()).as(accepted.text()).isZero();
    }

    private static CopyRun.Output dryRun(CopyRun run, List<String> more) {
        return run.command(
                Stream.concat(Stream.of("cutover", "--dry-run"), more.stream()).toArray(String[]::new));
    }

    /// C-123.
    @Tag("long")
    @Test
    void whatTheTargetDoesNotReturnToClientsIsTold() {
        withRun(
                SearchServerVersion.ELASTICSEARCH_8,
                SearchServerVersion.ELASTICSEARCH_9,
                "\"number_of_shards\":2",
                "{\"properties\":{\"t\":{\"type\":\"keyword\"},"
                        + "\"v\":{\"type\":\"dense_vector\",\"dims\":3,\"index\":false}}}",
                "replicas: 0\nsettings: {index.mapping.exclude_source_vectors: true}",
                IntStream.range(0, 40)
                        .mapToObj(i -> SampleDocument.of(
                                "d" + i, String.format(Locale.ROOT, "{\"t\":\"x\",\"v\":[0.5,1.5,%d.5]}", i))),
                run -> {
                    JsonNode vectors = difference(meaning(run, 4), "v");

                    assertThat(vectors.path("kind").asString()).isEqualTo("returned");
                    assertThat(vectors.path("different").asLong())
                            .isEqualTo(vectors.path("compared").asLong())
                            .isPositive();
                });
    }
}
