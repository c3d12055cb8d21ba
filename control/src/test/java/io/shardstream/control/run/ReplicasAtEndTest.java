package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.run.plan.Prepared;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicasAtEndTest {
    private final Map<String, String> source = new HashMap<>(Map.of(TargetReplicas.SETTING, "1"));
    private final Map<String, String> target = new HashMap<>(Map.of(TargetReplicas.SETTING, "0"));
    private final List<Integer> given = new ArrayList<>();
    private final MemoryTopic topic = new MemoryTopic();
    private boolean isRefused;
    private int status = 400;
    private int sourceStatus = 200;
    private Instant now = Instant.EPOCH;

    private ReplicasAtEnd replicas(OptionalInt atEnd, OptionalInt whileCopying) {
        return new ReplicasAtEnd(
                new TargetReplicas(atEnd, whileCopying),
                "v2",
                () -> {
                    new Reply("source", Call.get("/v1/_settings"), sourceStatus, Bytes.EMPTY).orThrow();
                    return source;
                },
                () -> target,
                wanted -> {
                    if (isRefused) {
                        new Reply("target", Call.get("/v2/_settings"), status, Bytes.EMPTY).orThrow();
                    }
                    given.add(wanted);
                    target.put(TargetReplicas.SETTING, Integer.toString(wanted));
                },
                () -> now);
    }

    @Test
    void theTargetGetsThoseOfTheRunFileOrOfTheSource() throws Exception {
        replicas(OptionalInt.of(2), OptionalInt.of(0)).give();
        target.put(TargetReplicas.SETTING, "0");
        replicas(OptionalInt.empty(), OptionalInt.of(0)).give();
        assertThat(given).containsExactly(2, 1);
    }

    /// By a controller that was killed right after that, or by somebody.
    @Test
    void whatItHasIsNotSetAgainAndNothingIsTakenAway() throws Exception {
        target.put(TargetReplicas.SETTING, "2");
        replicas(OptionalInt.of(2), OptionalInt.of(0)).give();
        replicas(OptionalInt.of(1), OptionalInt.of(0)).give();
        assertThat(given).isEmpty();
    }

    @Test
    void withoutAWordOfFewerWhileCopyingNothingIsChanged() throws Exception {
        replicas(OptionalInt.of(2), OptionalInt.empty()).give();
        replicas(OptionalInt.empty(), OptionalInt.empty()).giveIfDue(term());
        assertThat(given).isEmpty();
    }

    @Test
    void aNumberThatTheClusterSetsByItselfIsLeftAlone() throws Exception {
        target.put(TargetReplicas.EXPANSION, "0-1");
        replicas(OptionalInt.of(2), OptionalInt.of(0)).give();
        assertThat(given).isEmpty();
        target.put(TargetReplicas.EXPANSION, "false");
        replicas(OptionalInt.of(2), OptionalInt.of(0)).give();
        assertThat(given).containsExactly(2);
    }

    @Test
    void whatIsRefusedIsTriedAgainAfterAPauseAndWhatWasDoneIsNotDoneAgain() {
        isRefused = true;
        ReplicasAtEnd replicas = replicas(OptionalInt.of(2), OptionalInt.of(0));
        ControllerEpoch term = term();
        replicas.giveIfDue(term);
        isRefused = false;
        now = now.plusSeconds(9);
        replicas.giveIfDue(term);
        assertThat(given).isEmpty();
        now = now.plusSeconds(1);
        replicas.giveIfDue(term);
        assertThat(given).containsExactly(2);

        // Somebody makes room.
        target.put(TargetReplicas.SETTING, "1");
        now = now.plusSeconds(60);
        replicas.giveIfDue(term);
        assertThat(given).containsExactly(2);
    }

    @Test
    void whatIsRefusedAtTheEndOfACopyIsNotAskedForAgainForTenSeconds() {
        isRefused = true;
        ReplicasAtEnd replicas = replicas(OptionalInt.of(2), OptionalInt.of(0));
        assertThatThrownBy(replicas::give).isInstanceOf(ElasticException.class);
        now = now.plusSeconds(9);
        assertThat(replicas.areAwaited()).isTrue();
        now = now.plusSeconds(1);
        assertThat(replicas.areAwaited()).isFalse();
    }

    /// Nobody would know why the copy does not end.
    @Test
    void aTargetThatGoesOnRefusingThemIsToldOf() {
        isRefused = true;
        ReplicasAtEnd replicas = replicas(OptionalInt.of(2), OptionalInt.of(0));
        for (int time = 1; time < 6; time++) {
            assertThatThrownBy(replicas::giveAtEnd).isInstanceOf(ElasticException.class);
        }
        assertThatThrownBy(replicas::giveAtEnd)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("index.number_of_replicas");
    }

    /// The process stood by in between.
    @Test
    void refusalsOfATimeInWhichThisProcessControlledTheRunBeforeDoNotCount() {
        isRefused = true;
        ReplicasAtEnd replicas = replicas(OptionalInt.of(2), OptionalInt.of(0));
        for (int time = 1; time < 6; time++) {
            assertThatThrownBy(replicas::giveAtEnd).isInstanceOf(ElasticException.class);
        }
        replicas.begin();
        assertThat(replicas.areAwaited()).isFalse();
        for (int time = 1; time < 6; time++) {
            assertThatThrownBy(replicas::giveAtEnd).isInstanceOf(ElasticException.class);
        }
        assertThatThrownBy(replicas::giveAtEnd).isInstanceOf(BlockedException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 503})
    void aTargetThatIsBusyIsWaitedForHoweverLong(int busy) throws Exception {
        isRefused = true;
        status = busy;
        ReplicasAtEnd replicas = replicas(OptionalInt.of(2), OptionalInt.of(0));
        for (int time = 1; time < 100; time++) {
            assertThatThrownBy(replicas::giveAtEnd).isInstanceOf(ElasticException.class);
        }
        isRefused = false;
        replicas.giveAtEnd();
        assertThat(given).containsExactly(2);
    }

    @Test
    void aSourceThatRefusesIsNotTakenForTheTarget() {
        sourceStatus = 403;
        ReplicasAtEnd replicas = replicas(OptionalInt.empty(), OptionalInt.of(0));
        for (int time = 1; time < 100; time++) {
            assertThatThrownBy(replicas::giveAtEnd).isInstanceOf(ElasticException.class);
        }
    }

    @Test
    void whatASourceThatIsGoneHadIsNotGuessed() throws Exception {
        sourceStatus = 404;
        replicas(OptionalInt.of(2), OptionalInt.of(0)).giveAtEnd();
        assertThat(given).containsExactly(2);
        target.put(TargetReplicas.SETTING, "0");
        ReplicasAtEnd replicas = replicas(OptionalInt.empty(), OptionalInt.of(0));
        for (int time = 1; time < 6; time++) {
            assertThatThrownBy(replicas::giveAtEnd).isInstanceOf(ElasticException.class);
        }
        replicas.giveAtEnd();
        assertThat(given).containsExactly(2);
    }

    @Test
    void aCopyEndsWhenTheServerHasTakenThem() throws IOException {
        try (FakeNode node = new FakeNode("target")) {
            String settings = "/cities-v2/_settings";
            node.answers("/cities/_settings", 200, "{'cities':{'settings':{'index.number_of_replicas':'1'}}}");
            node.answers(settings, 200, "{'cities-v2':{'settings':{'index.number_of_replicas':'0'}}}");
            node.answersTo(settings, "number_of_replicas", 200, "{}");
            RunEnding ending = ending(node);
            // An answer that does not say that it was done.
            assertThat(ending.end()).isFalse();
            node.answersTo(settings, "number_of_replicas", 400, "{'error':{'type':'validation_exception'}}");
            assertThat(ending.end()).isFalse();
            assertThat(node.bodies()).noneMatch(body -> body.contains("gc_deletes"));

            node.answersTo(settings, "number_of_replicas", 200, "{'acknowledged':true}");
            assertThat(ending.end()).isTrue();
            assertThat(node.bodies()).contains("{\"index.number_of_replicas\":1}");
            assertThat(node.bodies()).last().asString().contains("gc_deletes");
        }
    }

    private RunEnding ending(FakeNode node) {
        TargetReplicas wish = new TargetReplicas(OptionalInt.empty(), OptionalInt.of(0));
        return new RunEnding(
                "x",
                new Prepared(RunStates.PLAN, new TargetOriginals(null), false),
                node.cluster(),
                node.cluster(),
                ReplicasAtEnd.of(RunStates.PLAN, wish, node.cluster(), node.cluster(), () -> now),
                () -> now);
    }

    private ControllerEpoch term() {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 1, "").encode());
        return ControllerEpoch.begin(topic.journal(), "test", () -> now);
    }
}
