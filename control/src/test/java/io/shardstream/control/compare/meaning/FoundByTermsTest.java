package io.shardstream.control.compare.meaning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.control.compare.meaning.MeaningDifference.Kind;
import io.shardstream.control.compare.version.MemoryRun;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// An index has the terms of the time at which a document was written.
class FoundByTermsTest {
    private static final MeaningOptions OPTIONS =
            new MeaningOptions(true, 0, MeaningOptions.MOST_FIELDS, Duration.ofMinutes(1));

    private final MemoryRun run = new MemoryRun(2, 3);
    private final MemorySearch search = new MemorySearch(run);

    private MeaningReport compare(String mappings) throws Exception {
        search.mappings = "{\"properties\":{" + mappings + "}}";
        IntStream.range(0, 40).forEach(i -> run.source(i % 2).index("d" + i, "{\"t\":\"word " + i + "\",\"k\":\"a\"}"));
        run.copy();
        return new MeaningComparison(search.sides(), run, run.sleeper(), search).compare(OPTIONS);
    }

    @Test
    void anAnalyzerThatWasChangedSinceDocumentsWereWrittenIsTold() throws Exception {
        search.analyzedBefore.add("t");

        MeaningReport report = compare("\"t\":{\"type\":\"text\"}");

        assertThat(report.differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field, MeaningDifference::target)
                .containsExactly(tuple(Kind.FOUND_BY_TERMS, "t", 30L));
        assertThat(report.sentence())
                .contains(
                        "'t' is found by one side only in 30 of 40 documents compared by its terms, such as \"term\"");
    }

    /// Documents have no text under the names of these.
    @Test
    void soItIsOfAMultiFieldAndOfACopyOfAnotherField() throws Exception {
        search.analyzedBefore.add("k.text");
        search.analyzedBefore.add("k.lower");

        assertThat(compare("\"k\":{\"type\":\"keyword\",\"fields\":{\"text\":{\"type\":\"text\"},"
                                + "\"lower\":{\"type\":\"keyword\",\"normalizer\":\"lowercase\"}}}")
                        .differences())
                .extracting(MeaningDifference::kind, MeaningDifference::field)
                .containsExactly(tuple(Kind.FOUND_BY_TERMS, "k.lower"), tuple(Kind.FOUND_BY_TERMS, "k.text"));
    }

    @Test
    void whatBothSidesHaveTakenApartInTheSameWayIsNoDifference() throws Exception {
        assertThat(compare("\"t\":{\"type\":\"text\"},\"k\":{\"type\":\"keyword\","
                                + "\"fields\":{\"text\":{\"type\":\"text\"}}}")
                        .differences())
                .isEmpty();
    }

    /// As where a cluster allows fewer clauses.
    @Test
    void whereTermsCannotBeSearchedForTheFieldIsListed() throws Exception {
        search.unreadable.add("\"term\":{\"t\"");

        MeaningReport report = compare("\"t\":{\"type\":\"text\"}");

        assertThat(report.differences()).isEmpty();
        assertThat(report.untold().get("t")).contains("its terms in the index: ");
    }
}
