package io.shardstream.bench.sweep;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.peer.ReadyBulks;
import io.shardstream.bench.stage.BenchServers;
import io.shardstream.bench.stage.Setting;
import java.time.Duration;
import java.util.Map;

/// Posts ready-made bulks into an index that is made for them and deleted afterwards.
record Posting(BenchServers stage, Workload workload) {
    /// Of each such index.
    static final int SHARDS = 4;

    private static final String INDEX = "bulks";

    /// What came of it.
    ///
    /// @param documents that were indexed
    /// @param seconds from the first request to the last answer
    /// @param refused bulks that were answered with 429, as a whole or in part
    record Posted(long documents, double seconds, long refused) {
        double perSecond() {
            return documents / seconds;
        }
    }

    /// @param every from one bulk to the next at the most
    /// @throws IllegalStateException if something else than refused bulks is not indexed
    Posted post(ReadyBulks bulks, int atOnce, Duration every) {
        stage.create(INDEX, workload, SHARDS);
        long begun = System.nanoTime();
        long refused = bulks.post(stage.url(), INDEX, atOnce, every);
        double seconds = (System.nanoTime() - begun) / 1e9;
        long documents = stage.count(INDEX);
        stage.delete(INDEX);
        if (refused == 0 && documents != workload.documents()) {
            throw new IllegalStateException(
                    "Of %,d documents in ready-made bulks %,d were indexed".formatted(workload.documents(), documents));
        }
        return new Posted(documents, seconds, refused);
    }

    /// What a report says about what is posted and to whom.
    Map<String, Object> facts(Setting setting) {
        Map<String, Object> facts = setting.copyFacts(workload);
        facts.remove("source shards");
        facts.put("target shards", SHARDS);
        facts.put("server", stage.spec().toString());
        facts.put("counted", "the documents after each series: all were there, but for those of refused bulks");
        return facts;
    }

    /// As fast as the server takes them.
    Posted post(ReadyBulks bulks, int atOnce) {
        return post(bulks, atOnce, Duration.ZERO);
    }
}
