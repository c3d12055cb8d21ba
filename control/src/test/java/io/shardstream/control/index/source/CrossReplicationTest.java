package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.IndexDescription;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CrossReplicationTest {
    @Test
    void aFollowerIsNoSourceOfACutOver() {
        assertThat(CrossReplication.problem(index("'index.xpack.ccr.following_index':'true'"))
                        .orElseThrow())
                .contains("follows an index of another cluster", "/cities/_ccr/unfollow");
        assertThat(CrossReplication.problem(index("'index.plugins.replication.follower.leader_index':'leader'"))
                        .orElseThrow())
                .contains(
                        "(index.plugins.replication.follower.leader_index)",
                        "(POST /_plugins/_replication/cities/_stop)");
        assertThat(CrossReplication.problem(index(""))).isEmpty();
    }

    @Test
    void whoeverFollowsIsNamed() {
        assertThat(CrossReplication.followers(
                        "cities", stats("{'id':'east/copy/u1-following-west/cities/u2','source':'ccr'}")))
                .contains("'east:copy'");
        assertThat(CrossReplication.followers(
                        "cities",
                        stats("{'id':'replication:east:u1:[copy][0]','source':'replication:east:u1'},"
                                + "{'id':'replication:east:u1:[copy][1]','source':'replication:east:u1'}")))
                .contains("'east:u1:copy'");
        assertThat(CrossReplication.followers("cities", stats("{'id':'peer_recovery/x','source':'peer recovery'}")))
                .isEmpty();
    }

    private static JsonNode stats(String lease) {
        return json("{'indices':{'cities':{'shards':{'0':[{'retention_leases':{'leases':[" + lease + "]}}]}}}}");
    }

    private static IndexDescription index(String settings) {
        return IndexDescription.of("cities", json("{'settings':{" + settings + "},'mappings':{},'aliases':{}}"), 1024);
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }
}
