package io.shardstream.control.run.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.difference.NoticedDifference;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is advised can be done about a difference of that kind.
class DifferenceConsentTest {
    private static final String INDEX =
            "Change in the target, or name in target.settings or target.mappings of a new" + " run: ";
    private static final String CLUSTER = "Make alike in the target's cluster: ";
    private static final String SWAP = "Accept, and set on the target after the swap";

    @Test
    void versionsCanOnlyBeAccepted() {
        assertThat(refusal("_version"))
                .endsWith(": _version (words). To go on all the same, accept each by name: --accept-difference"
                        + " '_version'");
    }

    @Test
    void whatIsKeptInTheClusterIsMadeAlikeThere() {
        assertThat(refusal("_ingest/pipeline/geo", "_synonyms/s"))
                .contains("(words). " + CLUSTER + "_ingest/pipeline/geo, _synonyms/s. To go on")
                .doesNotContain(INDEX, SWAP);
    }

    @Test
    void aPolicyIsSetAfterTheSwapSinceItWouldTreatAnIndexThatIsFilled() {
        assertThat(refusal("index.lifecycle.name"))
                .contains("(words). " + SWAP
                        + " together with index.lifecycle.origination_date: index.lifecycle.name. To go on")
                .doesNotContain(INDEX, CLUSTER);
        assertThat(refusal("index.plugins.index_state_management.rollover_alias"))
                .contains(SWAP + ": index.plugins.index_state_management.rollover_alias. ");
        assertThat(refusal("index.plugins.index_state_management.policy_id"))
                .contains("POST _plugins/_ism/remove/<target>", "POST _plugins/_ism/add/<target>")
                .doesNotContain(SWAP, INDEX, CLUSTER);
    }

    @Test
    void anythingElseIsOfTheIndex() {
        assertThat(refusal("title", "index.max_result_window"))
                .contains("(words). " + INDEX + "index.max_result_window, title. To go on")
                .doesNotContain(CLUSTER, SWAP);
    }

    /// Old tombstones, and the mark of the run.
    @Test
    void whatTheRunNeedsIsNotChangedBeforeItHasEnded() {
        assertThat(refusal("_meta", "index.gc_deletes", "title"))
                .contains(
                        "(words). Name in target.settings or target.mappings of a new run, or accept and change in the"
                                + " target after the cut-over, as this run needs what the target has until then: _meta,"
                                + " index.gc_deletes. " + INDEX + "title. To go on");
        assertThat(refusal("index.gc_deletes")).doesNotContain(INDEX);
    }

    @Test
    void eachOfSeveralKindsIsNamed() {
        assertThat(refusal("title", "_version", "_ingest/pipeline/geo", "index.lifecycle.name"))
                .contains(INDEX + "title. " + CLUSTER + "_ingest/pipeline/geo. " + SWAP);
    }

    @Test
    void whatAnotherRunNeedsIsNoDifferenceOfTheTarget() {
        assertThat(refusal("other-run:b"))
                .startsWith("the swap deletes the source index, which is needed by other-run:b (words). Cut that run")
                .doesNotContain("searches", INDEX);
        assertThat(refusal("title", "other-run:b"))
                .contains("needed by other-run:b (words). Searches or later writes would notice that the target has 1"
                        + " setting or field otherwise than the source: title (words). " + INDEX + "title. Cut");
        assertThat(new DifferenceConsent(List.of("title", "other-run:b")).signed())
                .isEqualTo("; accepted that the target has otherwise: title; accepted that the source is deleted, which"
                        + " others need: other-run:b");
    }

    private static String refusal(String... names) {
        return DifferenceConsent.refusal(Stream.of(names)
                .map(name -> new NoticedDifference(name, name + " (words)", false))
                .toList());
    }
}
