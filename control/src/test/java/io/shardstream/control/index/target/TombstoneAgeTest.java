package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticException;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

class TombstoneAgeTest {
    private static final String RAISED = "{\"index.gc_deletes\":\"12h\"}";
    private static final String WRITE = "Shardstream-copy-Write-r1";

    private FakeNode node;
    private TombstoneAge age;

    @BeforeEach
    void start() throws Exception {
        node = new FakeNode("target")
                .answers("/cities/_settings", 200, settings("12h"))
                .answers("/" + WRITE + "/_settings", 200, "{'acknowledged':true}");
        age = new TombstoneAge(node.cluster(), "cities");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void itIsRaisedWhileTheRunGoesOn() throws Exception {
        age.raiseUnless(Optional.of(WRITE), () -> false, "30s");

        assertThat(changes()).containsExactly(RAISED);
    }

    @Test
    void aRunThatEndedMeanwhileGetsWhatWasThereBefore() throws Exception {
        age.raiseUnless(
                Optional.of(WRITE),
                () -> {
                    assertThat(changes())
                            .as("asked after it is raised: whoever ends the run may have put it back before")
                            .containsExactly(RAISED);
                    return true;
                },
                "30s");

        assertThat(changes()).containsExactly(RAISED, "{\"index.gc_deletes\":\"30s\"}");
    }

    @Test
    void whatWasNotSetIsNotSetAgain() throws Exception {
        age.raiseUnless(Optional.of(WRITE), () -> true, null);

        assertThat(changes()).containsExactly(RAISED, "{\"index.gc_deletes\":null}");
    }

    /// A request that comes late finds that name gone; what the run puts back goes to the index itself.
    @Test
    void itIsRaisedThroughTheAliasByWhichTheRunGoesOn() throws Exception {
        age.raiseUnless(Optional.of(WRITE), () -> true, "30s");
        assertThat(puts()).containsExactly("PUT /" + WRITE + "/_settings", "PUT /cities/_settings");
    }

    @Test
    void whereThatAliasIsTakenAwayMeanwhileNothingIsRaised() throws Exception {
        node.answers("/" + WRITE + "/_settings", 404, "{'error':{'type':'index_not_found_exception'}}");
        age.raiseUnless(Optional.of(WRITE), () -> false, "30s");
        assertThat(puts()).containsExactly("PUT /" + WRITE + "/_settings");
    }

    /// As of an ingress that is loaded anew.
    @Test
    void aPageThatAnswers404DoesNotSayThatTheAliasIsTakenAway() {
        node.answers("/" + WRITE + "/_settings", 404, "<html>Not here</html>");
        assertThatThrownBy(() -> age.raiseUnless(Optional.of(WRITE), () -> false, "30s"))
                .isInstanceOf(ElasticException.class);
    }

    @Test
    void whereThatAliasIsGoneSinceTheTargetWasLookedAtNothingIsRaised() throws Exception {
        age.raiseUnless(Optional.empty(), () -> false, "30s");
        assertThat(puts()).isEmpty();
    }

    @Test
    void whatSomebodyHasSetSinceItWasRaisedStaysAtTheEnd() throws Exception {
        node.answers("/cities/_settings", 200, settings("1h"));
        age.putBack(null);
        age.putBack("30s");
        assertThat(puts()).isEmpty();
        node.answers("/cities/_settings", 200, "{'cities':{'settings':{}}}");
        age.putBack("30s");
        assertThat(changes()).containsExactly("{\"index.gc_deletes\":\"30s\"}");
    }

    /// As where deletes filled the memory of a node.
    @Test
    void oneThatTheRunHasLoweredIsRaisedAndPutBackLikeARaisedOne() throws Exception {
        node.answers("/cities/_settings", 200, settings("61s"));
        age.raiseUnless(Optional.of(WRITE), () -> false, "30s");
        age.putBack("30s");
        assertThat(changes()).containsExactly(RAISED, "{\"index.gc_deletes\":\"30s\"}");
        assertThat(original("61s", true, "5m")).isEqualTo("5m");
    }

    @Test
    void aLongerOneThatSomebodyHasSetIsNotShortenedByAStart() throws Exception {
        node.answers("/cities/_settings", 200, settings("2d"));
        age.raiseUnless(Optional.of(WRITE), () -> false, "30s");
        assertThat(puts()).isEmpty();
    }

    @Test
    void aShorterOneIsRaised() throws Exception {
        node.answers("/cities/_settings", 200, settings("1h"));
        age.raiseUnless(Optional.of(WRITE), () -> false, "30s");
        age.raiseUnless(Optional.of(WRITE), () -> false, "1h");
        assertThat(changes()).containsExactly(RAISED, RAISED);
    }

    @Test
    void aLongerOneThatTheTargetHadBeforeStays() throws Exception {
        node.answers("/cities/_settings", 200, settings("2d"));
        age.raiseUnless(Optional.of(WRITE), () -> false, "2d");
        age.putBack("2d");
        assertThat(puts()).isEmpty();
    }

    /// As where deletes filled the memory of a node, or an earlier version has set it.
    @ParameterizedTest
    @ValueSource(strings = {"61s", "12h"})
    void aLongerOneOfBeforeIsWhatTheRunRaisesItToAgain(String now) throws Exception {
        node.answers("/cities/_settings", 200, settings(now));
        age.raiseUnless(Optional.of(WRITE), () -> false, "2d");
        age.putBack("2d");
        assertThat(changes()).containsExactly("{\"index.gc_deletes\":\"2d\"}", "{\"index.gc_deletes\":\"2d\"}");
    }

    private static String settings(String age) {
        return "{'cities':{'settings':{'index.gc_deletes':'" + age + "'}}}";
    }

    private List<String> puts() {
        return node.requests().stream()
                .filter(request -> request.startsWith("PUT "))
                .toList();
    }

    private List<String> changes() {
        return node.bodies().stream().filter(body -> !body.isEmpty()).toList();
    }

    @Test
    void aTargetThatRefusesItEndsTheStart() {
        node.answers("/" + WRITE + "/_settings", 403, "{'error':{'type':'security_exception','reason':'no right'}}");
        assertThatThrownBy(() -> age.raiseUnless(Optional.of(WRITE), () -> false, "30s"))
                .hasMessageContaining("no right");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "<html>Login</html>", "{'acknowledged':false}"})
    void neitherIsBelievedThatTheTargetDoesNotAcknowledge(String answer) {
        node.answers("PUT /" + WRITE + "/_settings", 200, answer);
        assertThatThrownBy(() -> age.raiseUnless(Optional.of(WRITE), () -> false, "30s"))
                .isInstanceOf(ElasticException.Malformed.class);
        node.answers("PUT /cities/_settings", 200, answer);
        assertThatThrownBy(() -> age.putBack("30s")).isInstanceOf(ElasticException.Malformed.class);
    }

    /// Somebody may have set it.
    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'towns':{'settings':{}}}", "{'cities':{}}"})
    void whatIsSetIsNotTakenForNothingWhereItIsNotTold(String answer) {
        node.answers("GET /cities/_settings", 200, answer);
        assertThatThrownBy(() -> age.putBack("30s"))
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessage("The target does not tell the settings of 'cities'");
        assertThatThrownBy(() -> age.raiseUnless(Optional.of(WRITE), () -> false, "30s"))
                .isInstanceOf(ElasticException.Malformed.class);
        assertThat(puts()).isEmpty();
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
        Map<String, JsonNode> settings = age == null ? Map.of() : Map.of(TombstoneAge.SETTING, StringNode.valueOf(age));
        return new IndexDescription("cities", settings, mapping, Set.of(), 1024);
    }
}
