package io.shardstream.control.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.RunPhase;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.version.VersionMode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.refusal.RunRefusedException;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.target.TargetMark;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

class AdoptionRulesTest {
    private static final JsonNode BARE = new JsonMapper().createObjectNode();
    private static final IndexDescription SOURCE = index("cities", "s", BARE);
    private static final TargetMark MARK = new TargetMark("s", VersionMode.SEQNO, List.of("h"), List.of(1L));

    @Test
    void aTargetThatSaysThatItIsACopyOfTheSourceIsTaken() {
        assertThat(AdoptionRules.markOf(SOURCE, target(MARK), VersionMode.SEQNO))
                .isEqualTo(MARK);
    }

    @Test
    void aTargetThatDoesNotSayWhatItIsACopyOfIsRefused() {
        assertThatThrownBy(() -> AdoptionRules.markOf(SOURCE, index("v2", "t", BARE), VersionMode.SEQNO))
                .isInstanceOf(RunRefusedException.class)
                .hasMessage("Target index 'v2' cannot be adopted: it does not say which source it is a copy of"
                        + " (_meta.shardstream of its mapping). Name another target index. Nothing was changed.");
    }

    /// Its numbers would be taken for those of this source, and its documents deleted.
    @Test
    void aTargetOfAnotherSourceIsRefused() {
        TargetMark other = new TargetMark("other", VersionMode.SEQNO, List.of("h"), List.of(1L));
        assertThatThrownBy(() -> AdoptionRules.markOf(SOURCE, target(other), VersionMode.SEQNO))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining(
                        "it is a copy of the index with uuid other, and source index 'cities' has uuid s");
    }

    @Test
    void versionsThatAreNoWordsAreRefused() {
        assertThatThrownBy(() -> AdoptionRules.markOf(SOURCE, target(MARK), VersionMode.SOURCE))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("version.mode source");
        TargetMark versioned = new TargetMark("s", VersionMode.SOURCE, List.of("h"), List.of(1L));
        assertThatThrownBy(() -> AdoptionRules.markOf(SOURCE, target(versioned), VersionMode.SEQNO))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("it was filled with version.mode source");
    }

    @Test
    void aTargetOfARunThatThisKafkaKnowsAndThatGoesOnIsRefused() {
        IndexDescription to = index("v2", RunStates.PLAN.targetUuid(), BARE);
        assertThatThrownBy(() -> AdoptionRules.requireLost("a", to, Optional.of(run(Phase.CATCHING_UP))))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("run a writes to it, and its records are in this Kafka");
        assertThatCode(() -> AdoptionRules.requireLost("a", to, Optional.of(run(Phase.ABORTED))))
                .doesNotThrowAnyException();
        assertThatCode(() -> AdoptionRules.requireLost("a", to, Optional.empty()))
                .doesNotThrowAnyException();
        assertThatCode(() -> AdoptionRules.requireLost("a", target(MARK), Optional.of(run(Phase.BACKFILL))))
                .doesNotThrowAnyException();
    }

    private static ControlRecords run(Phase phase) {
        return new ControlRecords(
                Map.of(RunPlan.KEY, RunStates.PLAN.encode(), RunPhase.KEY, new RunPhase(phase, 1, "").encode()));
    }

    private static IndexDescription target(TargetMark mark) {
        return index("v2", "another", mark.into(BARE));
    }

    private static IndexDescription index(String name, String uuid, JsonNode mappings) {
        return new IndexDescription(name, Map.of("index.uuid", StringNode.valueOf(uuid)), mappings, Set.of(), 1024);
    }
}
