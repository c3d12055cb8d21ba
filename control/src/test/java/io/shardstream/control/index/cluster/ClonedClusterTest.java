package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.FakeNode;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClonedClusterTest {
    private static final String NODES = "/_cluster/state/nodes";

    private FakeNode source;
    private FakeNode target;

    @BeforeEach
    void start() throws Exception {
        source = new FakeNode("source");
        target = new FakeNode("target");
    }

    @AfterEach
    void end() {
        source.close();
        target.close();
    }

    @Test
    void twoClustersWithOneUuidAndNoCommonNodeAreToldWithWhatToDo() throws Exception {
        says(source, "u", "'a':{'ephemeral_id':'1'},'b':{'ephemeral_id':'2'}");
        says(target, "u", "'a':{'ephemeral_id':'3'},'b':{'ephemeral_id':'4'}");

        assertThat(problem().orElseThrow())
                .contains("two clusters that have one cluster_uuid (u)")
                .contains("Give the copy a cluster_uuid of its own");
    }

    @Test
    void inOneClusterSomeNodesMayHaveBeenStartedAgain() throws Exception {
        says(source, "u", "'a':{'ephemeral_id':'1'},'b':{'ephemeral_id':'2'}");
        says(target, "u", "'a':{'ephemeral_id':'1'},'b':{'ephemeral_id':'9'}");

        assertThat(problem()).isEmpty();
    }

    @Test
    void othersByTheirUuidsAreNoClones() throws Exception {
        says(source, "u", "'a':{'ephemeral_id':'1'}");
        says(target, "v", "'a':{'ephemeral_id':'2'}");

        assertThat(problem()).isEmpty();
    }

    @Test
    void aServerThatDoesNotSayItsNodesIsTakenAtItsWord() throws Exception {
        says(source, "u", "'a':{}");
        says(target, "u", "'a':{'ephemeral_id':'2'}");

        assertThat(problem()).isEmpty();
    }

    /// As of nodes that have not found their cluster yet, and of a proxy that leaves it out.
    @ParameterizedTest
    @ValueSource(strings = {"", "_na_"})
    void aUuidThatIsNoneIsNotTheSame(String uuid) throws Exception {
        says(source, uuid, "'a':{'ephemeral_id':'1'}");
        says(target, uuid, "'a':{'ephemeral_id':'2'}");

        assertThat(problem()).isEmpty();
    }

    @Test
    void whereItIsNotToldNobodyIsRefused() throws Exception {
        says(target, "u", "'a':{'ephemeral_id':'2'}");
        source.answers(NODES, 403, "{}");

        assertThat(problem()).isEmpty();
    }

    private Optional<String> problem() throws Exception {
        return ClonedCluster.problem(source.cluster(), target.cluster());
    }

    private static void says(FakeNode node, String uuid, String nodes) {
        node.answers(NODES, 200, "{'cluster_uuid':'" + uuid + "','nodes':{" + nodes + "}}");
    }
}
