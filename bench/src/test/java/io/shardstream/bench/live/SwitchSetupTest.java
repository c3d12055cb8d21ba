package io.shardstream.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.bench.stage.StageSpec;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SwitchSetupTest {
    private static final SearchServerVersion NEW = SearchServerVersion.ELASTICSEARCH_9;
    private static final SearchServerVersion OLD = SearchServerVersion.ELASTICSEARCH_7;
    private static final SearchServerVersion OPEN = SearchServerVersion.OPENSEARCH_3;

    @Test
    void theSecondServerIsThatOfTheTargetWhereThereAreTwoClusters() {
        List<SearchServerVersion> two = List.of(OLD, OPEN);

        assertThat(SwitchSetup.TWO_CLUSTERS.servers(two))
                .isEqualTo(StageSpec.one(OLD).withTarget(OPEN));
        assertThat(SwitchSetup.OPENSEARCH.servers(two))
                .isEqualTo(StageSpec.one(OLD).withTarget(OPEN));
        assertThat(SwitchSetup.ONE_NODE.servers(two)).isEqualTo(StageSpec.one(OLD));
    }

    @Test
    void oneServerIsThatOfBothUnlessTheTargetIsOpenSearch() {
        assertThat(SwitchSetup.TWO_CLUSTERS.servers(List.of(OLD)))
                .isEqualTo(StageSpec.one(OLD).withTarget(OLD));
        assertThat(SwitchSetup.OPENSEARCH.servers(List.of(OLD)))
                .isEqualTo(StageSpec.one(OLD).withTarget(OPEN));
        assertThat(SwitchSetup.OPENSEARCH.servers(List.of()))
                .isEqualTo(StageSpec.one(NEW).withTarget(OPEN));
    }

    @Test
    void aReplicaNeedsSeveralNodes() {
        assertThat(SwitchSetup.values())
                .allMatch(setup -> setup.replicas() < setup.servers(List.of()).nodes());
    }

    @Test
    void clientsAreToldToMoveWhereThereIsASecondClusterAndOnlyThere() {
        assertThat(SwitchSetup.values())
                .allMatch(setup -> setup.hasTwoClusters()
                        == setup.servers(List.of()).target().isPresent());
    }

    @Test
    void eachHasANameOfItsOwn() {
        assertThat(Arrays.stream(SwitchSetup.values()).map(SwitchSetup::command).toList())
                .doesNotHaveDuplicates();
        assertThat(SwitchSetup.ONE_NODE.servers(List.of()).target()).isEqualTo(Optional.empty());
    }
}
