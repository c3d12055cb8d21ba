package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PrimaryNodesTest {
    @Test
    void whatIsNotKnownMayBeOnAnyNodeAndAnythingWhereverANodeIsNotKnown() {
        PrimaryNodes nodes = new PrimaryNodes(List.of("n1", "", "n2", "n1"));
        assertThat(nodes.mayBeOn("n1", 5)).isEqualTo(4);
        assertThat(nodes.mayBeOn("n2", 5)).isEqualTo(3);
        assertThat(nodes.mayBeOn("", 5)).isEqualTo(5);
        assertThat(PrimaryNodes.UNKNOWN.mayBeOn("n1", 5)).isEqualTo(5);
    }
}
