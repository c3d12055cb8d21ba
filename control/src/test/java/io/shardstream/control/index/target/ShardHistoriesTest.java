package io.shardstream.control.index.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.FakeNode;
import org.junit.jupiter.api.Test;

class ShardHistoriesTest {
    @Test
    void thePrimarysHistoryCountsAndOneThatDoesNotTellHasNone() throws Exception {
        try (FakeNode node = new FakeNode("target").answers("/cities/_stats/docs", 200, """
                {'indices': {'cities': {'shards': {
                  '0': [{'routing': {'state': 'STARTED', 'primary': false}, 'commit': {'user_data': {'history_uuid': 'r'}}},
                        {'routing': {'state': 'RELOCATING', 'primary': true}, 'commit': {'user_data': {'history_uuid': 'p'}},
                         'seq_no': {'max_seq_no': 7, 'local_checkpoint': 6, 'global_checkpoint': 5}}],
                  '1': [{'routing': {'state': 'INITIALIZING', 'primary': true}, 'commit': {'user_data': {'history_uuid': 'i'}}}],
                  '2': [{'routing': {'state': 'STARTED', 'primary': true}}]}}}}""")) {
            ShardHistories read = ShardHistories.read(node.cluster(), "cities", 4);
            assertThat(read.uuids().uuids()).containsExactly("p", "", "", "");
            assertThat(read.numbers().settled()).containsExactly(5L, -1L, -1L, -1L);
            assertThat(read.numbers().highest()).containsExactly(7L, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
        }
    }
}
