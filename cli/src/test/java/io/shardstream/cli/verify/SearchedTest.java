package io.shardstream.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.meaning.MeaningDifference;
import io.shardstream.control.compare.meaning.MeaningReport;
import io.shardstream.control.compare.meaning.UnfinishedComparisonException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class SearchedTest {
    @Test
    void whatWasFoundIsTold() throws Exception {
        MeaningReport report = new MeaningReport(3, 3, 40, 0, List.of(), List.of(), Map.of());

        Searched searched = Searched.by(() -> report);

        assertThat(searched.report()).isEqualTo(report);
        assertThat(searched.failure()).isEmpty();
    }

    @Test
    void aFailureIsTheReasonWhyNothingWasCompared() throws Exception {
        NotPrimaryException failure = new NotPrimaryException("Shard 1 of the target index has no primary");

        Searched searched = Searched.by(() -> {
            throw failure;
        });

        assertThat(searched.failure()).containsSame(failure);
        assertThat(searched.report()).isEqualTo(MeaningReport.nothing("Shard 1 of the target index has no primary"));
        assertThat(new MeaningText(searched.report()).table())
                .contains("not compared: *: Shard 1 of the target index has no primary")
                .last()
                .isEqualTo("What searches find was not compared.");
        assertThat(searched.report().isEqual()).isFalse();
    }

    @Test
    void whatWasFoundBeforeAFailureStands() throws Exception {
        NotPrimaryException failure = new NotPrimaryException("Shard 1 of the target index has no primary");
        MeaningDifference found = new MeaningDifference(MeaningDifference.Kind.FOUND, "when", 80, 60, List.of());

        Searched searched = Searched.by(() -> {
            throw new UnfinishedComparisonException(List.of(found), failure);
        });

        assertThat(searched.failure()).containsSame(failure);
        assertThat(searched.report().isClean()).isFalse();
        assertThat(new MeaningText(searched.report()).table())
                .contains("not compared: *: Shard 1 of the target index has no primary")
                .last()
                .isEqualTo("Searches of source and target find different documents or values in 1 field.");
    }

    @Test
    void byWhichValueDocumentsWereSearchedForIsTold() {
        MeaningDifference found = new MeaningDifference(
                MeaningDifference.Kind.FOUND_AS_SENT, "at", 100, 10, List.of(), "term 1700000005");
        MeaningText text = new MeaningText(new MeaningReport(1, 1, 100, 0, List.of(found), List.of(), Map.of()));

        assertThat(text.table())
                .anyMatch(line -> line.startsWith("found-as-sent    at ") && line.endsWith("  term 1700000005"));
        assertThat(text.fields().get("differences"))
                .isEqualTo(List.of(Map.of(
                        "kind",
                        "found-as-sent",
                        "field",
                        "at",
                        "compared",
                        100L,
                        "different",
                        10L,
                        "search",
                        "term 1700000005",
                        "examples",
                        List.of())));
    }

    @Test
    void soIsOneOfKafka() throws Exception {
        Searched searched = Searched.by(() -> {
            throw new KafkaException("no broker");
        });

        assertThat(searched.report().untold()).containsEntry(MeaningReport.ALL, "Kafka: no broker");
    }

    @Test
    void whoeverIsToldToEndEnds() {
        assertThatThrownBy(() -> Searched.by(() -> {
                    throw new InterruptedException();
                }))
                .isInstanceOf(InterruptedException.class);
    }
}
