package io.shardstream.control.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.FakeNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TombstoneAgeTest {
    private static final String RAISED = "{\"index.gc_deletes\":\"12h\"}";

    private FakeNode node;
    private TombstoneAge age;

    @BeforeEach
    void start() throws Exception {
        node = new FakeNode("target").answers("/cities/_settings", 200, "{'acknowledged':true}");
        age = new TombstoneAge(node.cluster(), "cities");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void itIsRaisedWhileTheRunGoesOn() throws Exception {
        age.raiseUnless(() -> false, "30s");

        assertThat(node.bodies()).containsExactly(RAISED);
    }

    @Test
    void aRunThatEndedMeanwhileGetsWhatWasThereBefore() throws Exception {
        age.raiseUnless(
                () -> {
                    assertThat(node.bodies())
                            .as("asked after it is raised: whoever ends the run may have put it back before")
                            .containsExactly(RAISED);
                    return true;
                },
                "30s");

        assertThat(node.bodies()).containsExactly(RAISED, "{\"index.gc_deletes\":\"30s\"}");
    }

    @Test
    void whatWasNotSetIsNotSetAgain() throws Exception {
        age.raiseUnless(() -> true, null);

        assertThat(node.bodies()).containsExactly(RAISED, "{\"index.gc_deletes\":null}");
    }

    /// What it was before is in the records of a run that are gone.
    @Test
    void whatAnotherRunHasRaisedIsPutBackToWhatANewTargetHas() {
        assertThat(TombstoneAge.original("12h", "5m")).isEqualTo("5m");
        assertThat(TombstoneAge.original("12h", null)).isNull();
        assertThat(TombstoneAge.original("2h", "5m")).isEqualTo("2h");
        assertThat(TombstoneAge.original(null, "5m")).isNull();
    }
}
