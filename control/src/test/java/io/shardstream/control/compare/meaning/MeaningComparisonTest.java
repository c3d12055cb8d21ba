package io.shardstream.control.compare.meaning;

import static io.shardstream.control.compare.meaning.MeaningFixture.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.compare.meaning.MeaningDifference.Kind;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.compare.version.SourceScan;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What is called a difference of searches, and what is not.
class MeaningComparisonTest {
    private final MeaningFixture fixture = new MeaningFixture();
    private final MemoryRun run = fixture.run;
    private final MemorySearch search = fixture.search;

    @Test
    void equalSidesAreEqual() throws Exception {
        MeaningReport report = fixture.compare();

        assertThat(report).isEqualTo(new MeaningReport(3, 3, 40, 0, List.of(), List.of(), Map.of()));
        assertThat(report.isEqual()).isTrue();
    }

    @Test
    void limitsOfTheServersAreKeptTo() throws Exception {
        IntStream.range(0, 2).forEach(shard -> run.source(shard).maxResultWindow(3));
        IntStream.range(0, 3).forEach(shard -> run.target(shard).maxResultWindow(1));
        search.mostBuckets = 2;
        search.ignoredInTarget.add("d1.f");

        MeaningReport report = fixture.compare();

        assertThat(report.untold()).isEmpty();
        assertThat(report.differences()).extracting(MeaningDifference::field).contains("f");
    }

    @Test
    void valuesThatOneSideLeavesOutOfItsIndexAreToldWithDocuments() throws Exception {
        IntStream.range(0, 10).forEach(i -> search.ignoredInTarget.add("d" + i + ".f"));

        MeaningReport report = fixture.compare();

        assertThat(report.differences())
                .extracting(
                        MeaningDifference::kind,
                        MeaningDifference::field,
                        MeaningDifference::source,
                        MeaningDifference::target)
                .containsExactly(tuple(Kind.FOUND, "_ignored", 0L, 10L), tuple(Kind.FOUND, "f", 40L, 30L));
        assertThat(report.differences())
                .allSatisfy(difference -> assertThat(difference.examples())
                        .hasSize(5)
                        .allSatisfy(example -> assertThat(search.ignoredInTarget)
                                .contains(example.id().utf8() + ".f")));
        assertThat(report.sentence())
                .contains("'f' is found in 40 documents of the source and in 30 of the target ('d");
        assertThat(report.isClean()).isFalse();
    }

    @Test
    void whatWasFoundBeforeAFailureStands() throws Exception {
        search.isBusy = true;
        assertThatThrownBy(fixture::compare).isInstanceOf(ElasticException.Refused.class);

        search.ignoredInTarget.add("d1.f");
        assertThatThrownBy(fixture::compare).isInstanceOfSatisfying(UnfinishedComparisonException.class, unfinished -> {
            assertThat(unfinished.failure()).isInstanceOf(ElasticException.Refused.class);
            assertThat(unfinished.differences())
                    .extracting(MeaningDifference::field)
                    .contains("f");
        });
    }

    @Test
    void whatIsLeftOutIsComparedByFieldOnlyWhereServersTakeOtherValuesIntoIt() throws Exception {
        search.sourceServer = "{\"version\":{\"number\":\"8.19.4\",\"build_flavor\":\"default\"}}";
        search.targetServer = "{\"version\":{\"number\":\"3.8.0\",\"distribution\":\"opensearch\"}}";
        search.ignoredInTarget.add("d1.f");

        MeaningReport report = fixture.compare();

        assertThat(report.differences()).extracting(MeaningDifference::field).containsExactly("f");
        assertThat(report.untold())
                .containsExactly(
                        Map.entry("_ignored", "Elasticsearch and OpenSearch do not take the same values into it"));
    }

    @Test
    void oldServersLeaveOutOtherValuesThanNewOnes() throws Exception {
        search.sourceServer = "{\"version\":{\"number\":\"7.10.2\",\"build_flavor\":\"oss\"}}";
        search.targetServer = "{\"version\":{\"number\":\"9.5.3\",\"build_flavor\":\"default\"}}";
        search.ignoredInTarget.add("d1.f");

        MeaningReport report = fixture.compare();

        assertThat(report.differences()).extracting(MeaningDifference::field).containsExactly("f");
        assertThat(report.untold())
                .containsExactly(Map.entry(
                        "_ignored", "Elasticsearch and Elasticsearch before 7.17 do not take the same values into it"));
    }

    @Test
    void equalNumbersOfOtherDocumentsAreSeenInTheSample() throws Exception {
        // Of what else is only in the source, so that numbers are equal.
        run.source(0).index("only", "{}");
        run.copyNew();
        search.ignoredInTarget.add("d0.f");
        run.targetOf("only").write("only", null, run.targetOf("only").version("only"), "{\"f\":1}");

        MeaningReport report = fixture.compare();

        assertThat(report.differences())
                .filteredOn(difference -> difference.kind() == Kind.FOUND_IN_SAMPLE)
                .singleElement()
                .satisfies(difference -> {
                    assertThat(difference.field()).isEqualTo("f");
                    assertThat(difference.target()).isEqualTo(2);
                });
    }

    @Test
    void valuesThatTheTargetIndexesOtherwiseAreToldWithTheFirstOfThem() throws Exception {
        search.otherValues.put("d1.f", "[1.0000001]");
        search.otherValues.put("d2.f", "[1,1]");

        MeaningReport report = fixture.compare();

        assertThat(report.differences()).singleElement().satisfies(difference -> {
            assertThat(difference.kind()).isEqualTo(Kind.VALUES);
            assertThat(difference.field()).isEqualTo("f");
            assertThat(difference.target()).isEqualTo(2);
            assertThat(difference.terms()).isIn("1, 1.0000001", "none, 1");
        });
        assertThat(report.sentence()).contains("'f' has other values in the index in 2 of 40 documents compared (");
    }

    /// A date comes as text by its own format, whatever was indexed; and a part of a millisecond is a
    /// difference.
    @Test
    void datesAreAskedForAsTimesAndComparedExactly() throws Exception {
        search.mappings = "{\"properties\":{\"f\":{\"type\":\"date_nanos\"},\"t\":{\"type\":\"keyword\"}}}";
        IntStream.range(0, 40).forEach(i -> run.source(i % 2).index("d" + i, "{\"f\":\"1767312000000.123456\"}"));
        run.copyNew();
        assertThat(fixture.compare().differences()).isEmpty();
        assertThat(search.formats).containsEntry("f", "epoch_millis").containsEntry("t", "");

        search.otherValues.put("d1.f", "[\"1767312000000.123\"]");
        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::kind)
                .containsExactly(Kind.VALUES);
    }

    @Test
    void valuesThatAreTooLargeForAnAnswerAreListedAndTheOthersCompared() throws Exception {
        search.mappings = "{\"properties\":{\"f\":{\"type\":\"integer\"},\"k\":{\"type\":\"keyword\"}}}";
        search.large.add("k");
        search.otherValues.put("d1.f", "[2]");

        MeaningReport report = fixture.compare();

        assertThat(report.untold()).containsExactly(Map.entry("k", "its values: The answer is too large."));
        assertThat(report.differences()).extracting(MeaningDifference::field).containsExactly("f");
    }

    /// By versions that multiply where others divide.
    @Test
    void theLastDigitsOfAFractionAreNoDifference() throws Exception {
        IntStream.range(0, 40).forEach(i -> run.source(i % 2).index("d" + i, "{\"f\":0.3}"));
        run.copyNew();
        search.otherValues.put("d1.f", "[0.30000000000000004]");

        assertThat(fixture.compare().differences()).isEmpty();

        search.otherValues.put("d1.f", "[0.300000012]");
        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::kind)
                .containsExactly(Kind.VALUES);
    }

    @Test
    void whatTheSourceFindsByAValueTheTargetMustFind() throws Exception {
        search.unindexed.add("f");

        assertThat(fixture.compare().differences()).singleElement().satisfies(difference -> {
            assertThat(difference.kind()).isEqualTo(Kind.FOUND_BY_VALUE);
            assertThat(difference.target()).isEqualTo(40);
        });
    }

    @Test
    void aFieldByWhichOnlyTheTargetRefusesToSearchIsADifference() throws Exception {
        search.unsearchable.add("f");

        MeaningReport report = fixture.compare();

        assertThat(report.differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field)
                .containsExactly(tuple(Kind.FOUND_BY_VALUE, "f"));
        assertThat(report.sentence()).contains("(the target refuses: ").contains("not indexed");
    }

    @Test
    void soIsOneThatNoDocumentHas() throws Exception {
        search.mappings = "{\"properties\":{\"f\":{\"type\":\"integer\"},\"g\":{\"type\":\"integer\"}}}";
        search.unsearchable.add("g");

        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field)
                .containsExactly(tuple(Kind.FOUND_BY_VALUE, "g"));
    }

    @Test
    void anAliasThatShowsOtherDocumentsIsTold() throws Exception {
        search.aliases = "{\"plain\":{},\"ones\":{\"filter\":{\"term\":{\"f\":1}}}}";
        assertThat(fixture.compare().isEqual()).isTrue();

        search.unindexed.add("f");
        MeaningReport report = fixture.compare();

        assertThat(report.differences())
                .filteredOn(MeaningDifference::isOfAlias)
                .singleElement()
                .satisfies(difference -> {
                    assertThat(difference.consent()).isEqualTo("alias-filter:ones");
                    assertThat(difference.sentence())
                            .startsWith("alias 'ones' shows 40 documents of the source and 0 of the target ('d");
                });
    }

    @Test
    void anAliasThatShowsAsManyOtherDocumentsIsToldByTheSample() throws Exception {
        search.aliases = "{\"having\":{\"filter\":{\"exists\":{\"field\":\"f\"}}}}";
        run.source(0).index("only", "{}");
        run.copyNew();
        search.ignoredInTarget.add("d0.f");
        run.targetOf("only").write("only", null, run.targetOf("only").version("only"), "{\"f\":1}");

        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::kind, MeaningDifference::consent)
                .contains(tuple(Kind.ALIAS_IN_SAMPLE, "alias-filter:having"));
    }

    /// The second side is asked later.
    @Test
    void aFilterThatGoesByThePresentTimeIsNotCompared() throws Exception {
        search.aliases = "{\"last\":{\"filter\":{\"range\":{\"f\":{\"gte\":\"now-1h\"}}}}}";

        MeaningReport report = fixture.compare();

        assertThat(report.differences()).isEmpty();
        assertThat(report.untold()).containsOnlyKeys("alias-filter:last");
    }

    @Test
    void aliasesThatAreNotShownAreListed() throws Exception {
        search.maySeeAliases = false;

        assertThat(fixture.compare().untold()).containsOnlyKeys("aliases");
    }

    @Test
    void aFieldThatAServerDoesNotSearchByIsListedAndTheOthersAreCompared() throws Exception {
        search.refused.add("f");
        search.otherTerms.put("t", "other");

        MeaningReport report = fixture.compare();

        assertThat(report.untold())
                .containsEntry("f", "no_exists: not supported")
                .hasSize(1);
        assertThat(report.differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field, MeaningDifference::target)
                .containsExactly(tuple(Kind.TERMS, "t", 40L));
        assertThat(report.isEqual()).isFalse();
    }

    @Test
    void whatClientsOfTheTargetDoNotGetIsTold() throws Exception {
        search.leftOutForClients.add("f");

        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field, MeaningDifference::target)
                .containsExactly(tuple(Kind.RETURNED, "f", 40L));
    }

    /// Elasticsearch 7 takes `/index/_doc/_search` for a search.
    @Test
    void documentsWhoseIdsAreNamesOfOperationsAreCompared() throws Exception {
        run.source(0).index("_search", "{\"f\":1,\"t\":\"x\"}");
        run.copyNew();
        search.leftOutForClients.add("f");
        search.otherTerms.put("t", "other");

        assertThat(fixture.compare().differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field, MeaningDifference::target)
                .contains(tuple(Kind.RETURNED, "f", 41L), tuple(Kind.TERMS, "t", 41L));
    }

    @Test
    void fewerFieldsThanThereAreIsNotEqual() throws Exception {
        MeaningReport report = fixture.compare(OPTIONS.withMostFields(2));

        assertThat(report.fields()).isEqualTo(2);
        assertThat(report.mapped()).isEqualTo(3);
        assertThat(report.isEqual()).isFalse();
        assertThat(report.isOfNothing()).isFalse();
    }

    @Test
    void ofMoreShardsThanDocumentsAreDrawnAnyMayBeLookedAt() throws Exception {
        MemoryRun many = new MemoryRun(150, 1);
        IntStream.range(0, 150).forEach(i -> many.source(i).index("d" + i, "{\"f\":1,\"t\":\"x\"}"));
        Set<Integer> drawn = new TreeSet<>();
        Set<Integer> all = new TreeSet<>();
        IntStream.range(0, 150)
                .forEach(i -> many.source(i).before(call -> {
                    if (call.equals("named")) {
                        drawn.add(i);
                    }
                }));
        MemorySearch both = new MemorySearch(many);
        for (int i = 0; i < 8; i++) {
            many.source(0).index("more" + i, "{\"f\":1,\"t\":\"x\"}");
            many.copy();
            DocumentPairs documents = pairs(many, both);
            drawn.clear();
            assertThat(documents.drawn(100, 7)).hasSizeBetween(99, 100);
            assertThat(drawn).hasSizeBetween(99, 100);
            all.addAll(drawn);
        }
        assertThat(all).hasSizeGreaterThan(145);
    }

    /// What clients get is asked for the first 50 only.
    @Test
    void theFirstOfTheDrawnDocumentsAreOfAllShards() throws Exception {
        List<DocumentPairs.Pair> drawn = pairs(run, search).drawn(100, 7);
        assertThat(drawn).hasSize(40);
        assertThat(drawn.subList(0, 20).stream()
                        .map(pair -> Integer.parseInt(pair.key().id().utf8().substring(1)) % 2)
                        .distinct())
                .containsExactlyInAnyOrder(0, 1);
    }

    private static DocumentPairs pairs(MemoryRun run, MemorySearch search) throws Exception {
        return new DocumentPairs(
                run.compared(),
                new SourceScan(run.compared(), new Asking(run.sleeper()), run.state(), true).reach(),
                new SideSearch(run.compared().source(), new Asking(run.sleeper()), search),
                new SideSearch(run.compared().target(), new Asking(run.sleeper()), search));
    }

    @Test
    void ofDocumentsThatKeepTheirFirstStateNothingIsSaid() throws Exception {
        MeaningReport report = new MeaningComparison(
                        new MeaningSides(
                                new MemoryRun(1, 1, VersionMode.CREATE).compared(),
                                search.sides().source(),
                                search.sides().target()),
                        run,
                        run.sleeper(),
                        search)
                .compare(OPTIONS);

        assertThat(report.untold()).containsOnlyKeys(MeaningReport.ALL);
        assertThat(report.isEqual()).isFalse();
        assertThat(report.isOfNothing()).isTrue();
    }
}
