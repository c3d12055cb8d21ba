package io.shardstream.control.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

class AgreementTest {
    private static final RunPlan PLAN = RunStates.PLAN;
    private static final String KEY = "c2VhbGVk";

    private String source = PLAN.sourceIndex();
    private String target = PLAN.targetIndex();
    private OptionalInt shards = OptionalInt.empty();
    private VersionMode versions = PLAN.reading().versions();
    private Map<String, JsonNode> settings = Map.of();
    private Optional<Set<String>> own = Optional.empty();
    private boolean follow = true;
    private Optional<String> seal = Optional.of("");
    private Optional<Agreed> agreed = Optional.of(new Agreed(true, "", "a", "b"));

    @Test
    void theRunFileWithWhichTheRunBeganBelongsToIt() {
        assertThat(problem()).isEmpty();
        shards = OptionalInt.of(PLAN.lanes());
        assertThat(problem()).isEmpty();
    }

    @Test
    void eachThingThatIsSaidOtherwiseIsNamedWithBothValues() {
        source = "other";
        shards = OptionalInt.of(PLAN.lanes() + 1);
        assertThat(problem())
                .contains("This run file does not belong to run cities: it says source.index 'other' and target.shards "
                        + (PLAN.lanes() + 1) + ", and the run was planned with source.index '" + PLAN.sourceIndex()
                        + "' and target.shards " + PLAN.lanes()
                        + ". Correct the run file, or give it another run name.");
    }

    @Test
    void targetVersionsAndFollowingAreCompared() {
        target = "other";
        assertThat(problem().orElseThrow()).contains("it says target.index 'other',");
        target = PLAN.targetIndex();
        versions = versions == VersionMode.CREATE ? VersionMode.SEQNO : VersionMode.CREATE;
        assertThat(problem().orElseThrow()).contains("it says version.mode " + versions.text() + ",");
        versions = PLAN.reading().versions();
        follow = false;
        assertThat(problem().orElseThrow()).contains("it says follow false, and the run was planned with follow true.");
    }

    @Test
    void whatAnEarlierVersionDidNotWriteDownIsNotCompared() {
        agreed = Optional.empty();
        follow = false;
        seal = Optional.of(KEY);
        assertThat(problem()).isEmpty();
    }

    @Test
    void aKeyThatIsMissingWrongOrTooMuchIsTold() {
        seal = Optional.of(KEY);
        assertThat(problem().orElseThrow()).contains("has a docs.seal-key", "does not seal", "remove the key");
        agreed = Optional.of(new Agreed(true, KEY, "", ""));
        assertThat(problem()).isEmpty();
        seal = Optional.of("b3RoZXI=");
        assertThat(problem().orElseThrow()).contains("is not the key with which run cities began");
        seal = Optional.of("");
        assertThat(problem().orElseThrow()).contains("has no docs.seal-key, and run cities seals its documents");
    }

    @Test
    void aProcessThatWasNotToldTheKeyIsNotAskedForIt() {
        agreed = Optional.of(new Agreed(true, KEY, "", ""));
        seal = Optional.empty();
        assertThat(problem()).isEmpty();
    }

    /// Which settings are the target's own is what was written down at the start, whoever controls the run.
    @Test
    void settingsOfTheTargetMayBeSaidOtherwise() {
        settings = Map.of("refresh_interval", StringNode.valueOf("1s"));
        own = Optional.of(Set.of("index.max_terms_count"));
        assertThat(problem()).isEmpty();
    }

    @Test
    void ofARunWithoutAPlanNothingIsKnown() {
        source = "other";
        assertThat(Agreement.problem(file(), ControlRecords.NONE)).isEmpty();
    }

    @Test
    void whatDoesNotBelongIsRefused() {
        target = "other";
        assertThatThrownBy(() -> Agreement.require(file(), records()))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("target.index 'other'");
    }

    private Optional<String> problem() {
        return Agreement.problem(file(), records());
    }

    private RunSettings file() {
        return new RunSettings(
                new RunTopics("cities"),
                source,
                false,
                true,
                versions,
                false,
                new TargetSettings(target, shards, OptionalInt.empty(), settings, Optional.empty()),
                (short) 1,
                Optional.of(follow),
                seal,
                OptionalLong.empty());
    }

    private ControlRecords records() {
        Map<String, byte[]> records = new HashMap<>(Map.of(RunPlan.KEY, PLAN.encode()));
        agreed.ifPresent(terms -> records.put(Agreed.KEY, terms.encode()));
        own.ifPresent(names -> records.put(
                CarriedMapping.KEY,
                CarriedMapping.begun(1, true, "{}", CarriedMapping.withOwnSettings(names))
                        .encode()));
        return new ControlRecords(records);
    }
}
