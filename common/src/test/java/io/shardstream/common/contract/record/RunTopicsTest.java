package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunTopicsTest {
    private static final RunTopics FIRST = new RunTopics("run");
    private static final RunTopics SECOND = FIRST.inGeneration(2);

    @Test
    void whatLiesInLanesHasOtherNamesInEachGeneration() {
        assertThat(List.of(FIRST.docs(), FIRST.outcomes(), FIRST.rejects()))
                .containsExactly("shardstream.run.docs", "shardstream.run.outcomes", "shardstream.run.rejects");
        assertThat(List.of(SECOND.docs(), SECOND.outcomes(), SECOND.rejects()))
                .containsExactly("shardstream.run.docs.2", "shardstream.run.outcomes.2", "shardstream.run.rejects.2");
        assertThat(SECOND.inGeneration(1)).isEqualTo(FIRST);
    }

    @Test
    void whatIsTheRunsStaysTheSame() {
        assertThat(SECOND.control()).isEqualTo(FIRST.control());
        assertThat(SECOND.slices()).isEqualTo(FIRST.slices());
        assertThat(SECOND.readersGroup()).isEqualTo(FIRST.readersGroup());
        assertThat(SECOND.controllersGroup()).isEqualTo(FIRST.controllersGroup());
        assertThat(SECOND.controllerTransactionalId()).isEqualTo(FIRST.controllerTransactionalId());
        assertThat(SECOND.sliceTransactionalId(1)).isEqualTo(FIRST.sliceTransactionalId(1));
    }

    @Test
    void noTwoRunsShareATopic() {
        Set<String> all = new HashSet<>();
        List<String> runs = List.of("a", "a.docs", "a.2", "a.docs.2", "docs");
        for (String run : runs) {
            for (int generation = 1; generation <= 2; generation++) {
                RunTopics topics = new RunTopics(run, generation);
                all.addAll(List.of(topics.docs(), topics.outcomes(), topics.rejects()));
            }
        }
        assertThat(all).hasSize(runs.size() * 6);
    }

    @Test
    void documentsLieInTwoTopicsOfEachGeneration() {
        assertThat(List.of(FIRST.docs(), FIRST.rejects(), SECOND.docs(), SECOND.rejects()))
                .allMatch(RunTopics::holdsDocuments);
        assertThat(List.of(
                        FIRST.slices(),
                        FIRST.control(),
                        FIRST.outcomes(),
                        SECOND.outcomes(),
                        FIRST.events(),
                        FIRST.members(),
                        FIRST.ledger("docs"),
                        new RunTopics("docs").control(),
                        "shardstream.run.docsx",
                        "shardstream.run.docs.x",
                        "shardstream.docs",
                        "other.run.docs"))
                .noneMatch(RunTopics::holdsDocuments);
    }

    @Test
    void theRunIsToldByTheNameOfATopicOrGroup() {
        assertThat(List.of(
                        FIRST.docs(),
                        SECOND.rejects(),
                        SECOND.outcomes(),
                        FIRST.slices(),
                        FIRST.control(),
                        FIRST.events(),
                        FIRST.members(),
                        FIRST.readersGroup(),
                        FIRST.writersGroup("id"),
                        FIRST.controllersGroup(),
                        FIRST.ledger("id"),
                        FIRST.ledger("id") + "-store-changelog"))
                .allMatch(name -> RunTopics.runOf(name).equals(Optional.of(FIRST.run())));
        assertThat(List.of(
                        "shardstream.run.orders",
                        "shardstream.run",
                        "shardstream.run.docs.x",
                        "other.run.docs",
                        "shardstream.a.b.docs"))
                .allMatch(name -> RunTopics.runOf(name).isEmpty());
    }

    @Test
    void generationsBeginWithOne() {
        assertThatThrownBy(() -> FIRST.inGeneration(0)).hasMessageContaining("1 or more, got 0");
    }
}
