package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ApplicationsPartTest {
    /// The target knows only that a document is not there, and not which version its delete had.
    @Test
    void whoGivesVersionsIsToldOfMessagesThatAreOlderThanADelete() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Sides sides = new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster);
        Settings settings = new Settings(Duration.ofSeconds(20), 100, List.of(), ReplaceIndex.NO, Optional.empty());

        ApplicationsPart part = new ApplicationsPart(sides);
        assertThat(part.beforeSwap(settings, VersionMode.SOURCE))
                .contains("Clients that give versions must send nothing that is older than what they sent last");
        assertThat(part.beforeSwap(settings, VersionMode.SEQNO)).doesNotContain("Clients that give versions");
    }
}
