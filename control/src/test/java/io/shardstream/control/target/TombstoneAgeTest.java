package io.shardstream.control.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.version.VersionMode;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexDescription;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

class TombstoneAgeTest {
    private static final String RAISED = "{\"index.gc_deletes\":\"12h\"}";
    private static final String OWNER = "Shardstream-copy-Write-r1";

    private FakeNode node;
    private TombstoneAge age;

    @BeforeEach
    void start() throws Exception {
        node = new FakeNode("target")
                .answers("/cities/_settings", 200, "{'acknowledged':true}")
                .answers("/" + OWNER + "/_settings", 200, "{'acknowledged':true}");
        age = new TombstoneAge(node.cluster(), "cities");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void itIsRaisedWhileTheRunGoesOn() throws Exception {
        age.raiseUnless(Optional.of(OWNER), () -> false, "30s");

        assertThat(node.bodies()).containsExactly(RAISED);
    }

    @Test
    void aRunThatEndedMeanwhileGetsWhatWasThereBefore() throws Exception {
        age.raiseUnless(
                Optional.of(OWNER),
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
        age.raiseUnless(Optional.of(OWNER), () -> true, null);

        assertThat(node.bodies()).containsExactly(RAISED, "{\"index.gc_deletes\":null}");
    }

    /// A request that comes late finds that name gone; what the run puts back goes to the index itself.
    @Test
    void itIsRaisedThroughTheAliasByWhichTheRunOwnsTheTarget() throws Exception {
        age.raiseUnless(Optional.of(OWNER), () -> true, "30s");
        assertThat(node.requests())
                .containsExactly("PUT /" + OWNER + "/_settings", "PUT /cities/_settings");
    }

    @Test
    void whereThatAliasIsGoneNothingIsRaised() throws Exception {
        node.answers("/" + OWNER + "/_settings", 404, "{'error':{'type':'index_not_found_exception'}}");
        age.raiseUnless(Optional.of(OWNER), () -> false, "30s");
        assertThat(node.requests()).containsExactly("PUT /" + OWNER + "/_settings");
    }

    @Test
    void aTargetWithoutItIsChangedByItsName() throws Exception {
        age.raiseUnless(Optional.empty(), () -> false, "30s");
        assertThat(node.requests()).containsExactly("PUT /cities/_settings");

        node.answers("/cities/_settings", 404, "{'error':{'type':'index_not_found_exception','reason':'gone'}}");
        assertThatThrownBy(() -> age.raiseUnless(Optional.empty(), () -> false, "30s"))
                .hasMessageContaining("gone");
    }

    /// What it was before is in the records of a run that are gone.
    @Test
    void whatAnotherRunHasRaisedIsPutBackToWhatANewTargetHas() {
        assertThat(original("12h", true, "5m")).isEqualTo("5m");
        assertThat(original("12h", true, null)).isNull();
        assertThat(original("2h", true, "5m")).isEqualTo("2h");
        assertThat(original(null, true, "5m")).isNull();
        assertThat(original("12h", false, "5m"))
                .as("no run has made it: somebody wants it so")
                .isEqualTo("12h");
    }

    private static @Nullable String original(@Nullable String now, boolean isOfRun, @Nullable String wanted) {
        ObjectNode mapping = JsonNodeFactory.instance.objectNode();
        if (isOfRun) {
            mapping = new TargetMark("u", VersionMode.SEQNO, List.of("h"), List.of(1L)).into(mapping);
        }
        return TombstoneAge.original(
                index(now, mapping),
                new WantedTarget(index(wanted, JsonNodeFactory.instance.objectNode()), false, false));
    }

    private static IndexDescription index(@Nullable String age, ObjectNode mapping) {
        Map<String, JsonNode> settings =
                age == null ? Map.of() : Map.of(TombstoneAge.SETTING, StringNode.valueOf(age));
        return new IndexDescription("cities", settings, mapping, Set.of(), 1024);
    }
}
