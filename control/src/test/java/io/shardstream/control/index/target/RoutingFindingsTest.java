package io.shardstream.control.index.target;

import static io.shardstream.control.preflight.server.IndexAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoutingFindingsTest {
    private static final String REQUIRED = "{'_routing':{'required':true}}";

    @Test
    void routingThatIsAlikeIsNoFinding() {
        assertThat(RoutingFindings.of(index("{}", REQUIRED, 640), index("{}", REQUIRED, 640), 0, false))
                .isEmpty();
    }

    @Test
    void aTargetThatNeedsARoutingThatDocumentsLackBlocks() {
        assertThat(RoutingFindings.of(index("{}", "{}", 640), index("{}", REQUIRED, 640), 2, false))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.BLOCKS
                        && finding.what().contains("the source has 2 documents without one"));
    }

    @Test
    void aTargetThatNeedsNoRoutingWhereTheSourceDoesIsNoted() {
        assertThat(RoutingFindings.of(index("{}", REQUIRED, 640), index("{}", "{}", 640), 0, false))
                .extracting(Finding::severity)
                .containsExactly(Severity.NOTES);
    }

    /// Clients that write without a routing are refused by one side only, and no server changes it later.
    @Test
    void aRunThatIsToBeCutOverNeedsTheSameOnBothSides() {
        assertThat(RoutingFindings.of(index("{}", REQUIRED, 640), index("{}", "{}", 640), 0, true))
                .extracting(Finding::severity)
                .containsExactly(Severity.BLOCKS);
        assertThat(RoutingFindings.of(index("{}", "{}", 640), index("{}", REQUIRED, 640), 0, true))
                .extracting(Finding::severity)
                .containsExactly(Severity.BLOCKS);
        assertThat(RoutingFindings.of(index("{}", REQUIRED, 640), index("{}", REQUIRED, 640), 0, true))
                .isEmpty();
    }

    @Test
    void anotherPartitionSizeAndOtherPartsOfTheHashesAreNoted() {
        List<Finding> findings = RoutingFindings.of(
                index("{'index.routing_partition_size':'2'}", "{}", 640), index("{}", "{}", 768), 5, true);
        assertThat(findings)
                .extracting(Finding::what)
                .containsExactly(
                        "Documents of one routing lie in 2 shards of the source, and in 1 of the target"
                                + " (index.routing_partition_size).",
                        "The source divides hashes into 640 parts, the target into 768"
                                + " (index.number_of_routing_shards).");
    }

    private static IndexDescription index(String settings, String mappings, int parts) {
        return IndexDescription.of(
                "cities",
                json("{'settings':"
                        + settings.replace(
                                "}",
                                settings.equals("{}")
                                        ? "'index.number_of_shards':'5'}"
                                        : ",'index.number_of_shards':'5'}")
                        + ",'mappings':" + mappings + "}"),
                parts);
    }
}
