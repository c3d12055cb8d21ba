package io.shardstream.control.run.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.target.TargetMark;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// What a run that adopts a target writes down of it.
class AdoptionTest {
    /// Without its checkpoints it would write below everything that the target holds.
    @Test
    void aLineageAboveTheFirstIsKnownWithoutCheckpointsToo() {
        Adoption.Found found = new Adoption.Found(
                IndexDescription.of("v2", JsonMapper.shared().readTree("{}"), 2),
                new TargetMark("uuid", VersionMode.SEQNO, List.of("first", "second"), List.of(1L, 1L)),
                List.of(new Start("first", 1, 3), new Start("second", 2, 5)),
                8,
                List.of(7L));

        Map<String, byte[]> records = found.lineages(List.of(3L, 9L));

        assertThat(records).containsOnlyKeys(AcceptedHistory.key(1));
        assertThat(records.values())
                .extracting(AcceptedHistory::decode)
                .containsExactly(new AcceptedHistory(1, "second", 2, 9));
    }
}
