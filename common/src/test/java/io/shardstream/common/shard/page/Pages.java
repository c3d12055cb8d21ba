package io.shardstream.common.shard.page;

import io.shardstream.common.contract.bytes.Bytes;

/// Search responses, as Elasticsearch 9.5 writes them.
final class Pages {
    static final String HEAD = "{\"took\":1,\"timed_out\":false,"
            + "\"_shards\":{\"total\":1,\"successful\":1,\"skipped\":0,\"failed\":0},"
            + "\"hits\":{\"total\":{\"value\":%d,\"relation\":\"eq\"},\"max_score\":0.0,\"hits\":[";

    private Pages() {}

    static Bytes of(String... hits) {
        return Bytes.utf8(HEAD.formatted(hits.length) + String.join(",", hits) + "]}}");
    }

    /// @param id already escaped
    static String hit(String id, long seqNo, String source) {
        return "{\"_index\":\"i\",\"_id\":\"" + id + "\",\"_seq_no\":" + seqNo
                + ",\"_primary_term\":1,\"_score\":0.0,\"_source\":" + source + "}";
    }
}
