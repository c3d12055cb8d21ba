package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class IndexIdentityTest {
    private static final IndexIdentity PLANNED = new IndexIdentity("c1", "i1");

    @Test
    void theIndexThatTheRunBeganWithIsRight() {
        assertThat(problem(new IndexIdentity("c1", "i1"))).isEmpty();
        // A cluster that was bootstrapped anew from its disks has another uuid, and the same indices.
        assertThat(problem(new IndexIdentity("c2", "i1"))).isEmpty();
    }

    @Test
    void anotherClusterIsToldByItsUuid() {
        assertThat(problem(new IndexIdentity("c2", "i2")))
                .contains(
                        "The target cluster of this run file is not the one of the run: its index 'v2' has the uuid i2,"
                                + " and the run's index has the uuid i1. Correct target.nodes in the run file.");
        assertThat(problem(new IndexIdentity("c2", "")))
                .contains(
                        "The target cluster of this run file is not the one of the run, and has no index 'v2'. Correct target.nodes"
                                + " in the run file, or, if that cluster has lost its data, give the run up ('abort --run').");
    }

    @Test
    void anIndexThatWasMadeAgainIsToldFromAnotherCluster() {
        assertThat(problem(new IndexIdentity("c1", "i2")).orElseThrow())
                .startsWith("The target index 'v2' was deleted and made again: its uuid is i2")
                .doesNotContain("target.nodes");
    }

    /// Its requests say so, and it may come back under its uuid.
    @Test
    void anIndexThatIsGoneIsNotToldHere() {
        assertThat(problem(new IndexIdentity("c1", ""))).isEmpty();
    }

    @Test
    void whereTheClusterWasNotWrittenDownBothReasonsAreNamed() {
        IndexIdentity planned = new IndexIdentity("", "i1");
        assertThat(new IndexIdentity("c2", "i1").problem("source", "v1", planned))
                .isEmpty();
        assertThat(new IndexIdentity("c2", "").problem("source", "v1", planned)).isEmpty();
        assertThat(new IndexIdentity("c2", "i2")
                        .problem("source", "v1", planned)
                        .orElseThrow())
                .contains("correct source.nodes", "begin a new run under another name");
    }

    private static Optional<String> problem(IndexIdentity found) {
        return found.problem("target", "v2", PLANNED);
    }
}
