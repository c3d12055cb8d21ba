package io.shardstream.control.preflight.server;

import static io.shardstream.control.preflight.server.IndexAnswers.index;
import static io.shardstream.control.preflight.server.IndexAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LaterReplicasTest {
    private static final OptionalInt UNSAID = OptionalInt.empty();
    private static final OptionalInt NONE = OptionalInt.of(0);

    @Test
    void fewerAreOfferedWithWhatIsSavedAndWhatIsBuiltLater() {
        assertThat(findings(wish("{}", 2, UNSAID), Optional.empty(), 3))
                .singleElement()
                .returns(FindingCode.REPLICAS_WHILE_COPYING, Finding::code)
                .returns(Severity.NOTES, Finding::severity)
                .satisfies(finding -> {
                    assertThat(finding.what())
                            .isEqualTo("The target has 2 replicas of each shard while it is filled, and indexes each"
                                    + " document 3 times, once for each copy.");
                    assertThat(finding.advice())
                            .startsWith("target.replicas-while-copying: 0 lets it index each document once.")
                            .contains("about 10.0 GB of replicas");
                });
    }

    /// Of each shard a node holds one copy only.
    @Test
    void whatNoNodeIsThereForIsNotCounted() {
        assertThat(findings(wish("{}", 2, UNSAID), Optional.empty(), 2))
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).contains("1 replica of each", "2 times"));
        assertThat(findings(wish("{}", 2, UNSAID), Optional.empty(), 1)).isEmpty();
    }

    @Test
    void nothingIsOfferedWhereNothingIsSavedOrTheRunFileSaysItAlready() {
        assertThat(findings(wish("{}", 0, UNSAID), Optional.empty(), 3)).isEmpty();
        assertThat(findings(wish("{}", 2, NONE), Optional.empty(), 3)).isEmpty();
        assertThat(findings(wish("{'auto_expand_replicas':'0-2'}", 2, UNSAID), Optional.empty(), 3))
                .isEmpty();
        WantedTarget existing = WantedTarget.existing(index("{}"), index("{}"), wish("{}", 2, UNSAID), false);
        assertThat(LaterReplicas.of(existing, wish("{}", 2, UNSAID).replicas(), Optional.empty(), 1, 3))
                .isEmpty();
    }

    @Test
    void replicasThatCopySegmentsIndexNothing() {
        assertThat(findings(wish("{}", 2, UNSAID), Optional.of("SEGMENT"), 3)).isEmpty();
        assertThat(findings(wish("{'replication.type':'DOCUMENT'}", 2, UNSAID), Optional.of("SEGMENT"), 3))
                .hasSize(1);
        assertThat(findings(wish("{'replication.type':'SEGMENT'}", 2, UNSAID), Optional.empty(), 3))
                .isEmpty();
    }

    @Test
    void aNumberThatTheClusterSetsByItselfDoesNotGoWithFewerWhileCopying() {
        assertThat(findings(wish("{'auto_expand_replicas':'0-2'}", 2, NONE), Optional.empty(), 3))
                .singleElement()
                .returns(FindingCode.REPLICAS_EXPANDED, Finding::code)
                .returns(Severity.BLOCKS, Finding::severity);
        assertThat(findings(wish("{'auto_expand_replicas':false}", 2, NONE), Optional.empty(), 3))
                .isEmpty();
    }

    private static List<Finding> findings(TargetSettings wish, Optional<String> replication, int dataNodes) {
        return LaterReplicas.of(
                IndexAnswers.target("{}", wish), wish.replicas(), replication, 5_000_000_000L, dataNodes);
    }

    private static TargetSettings wish(String settings, int replicas, OptionalInt whileCopying) {
        return TargetSettings.of("v2", OptionalInt.empty(), OptionalInt.of(replicas), json(settings), Optional.empty())
                .withReplicasWhileCopying(whileCopying);
    }
}
