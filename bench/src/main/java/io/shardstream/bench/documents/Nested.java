package io.shardstream.bench.documents;

import io.shardstream.workload.load.SampleDocument;
import io.shardstream.workload.load.Words;
import java.util.SplittableRandom;

/// Objects in objects in objects, with many keys and short values.
final class Nested {
    private static final int DEPTH = 5;
    private static final int BRANCHES = 3;

    private Nested() {}

    static SampleDocument document(long seed, long number) {
        SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
        StringBuilder json = new StringBuilder(2400);
        object(json, random, new Words(random), DEPTH);
        return SampleDocument.of("nested-" + number, json.toString());
    }

    private static void object(StringBuilder json, SplittableRandom random, Words words, int depth) {
        json.append("{\"id\":").append(random.nextInt(100_000));
        json.append(",\"on\":").append(random.nextBoolean());
        for (int branch = 0; depth > 0 && branch < (depth == DEPTH ? BRANCHES : 2); branch++) {
            json.append(",\"k").append(branch).append("\":");
            object(json, random, words, depth - 1);
        }
        if (depth == 0) {
            json.append(",\"v\":[").append(random.nextInt(100)).append(",\"");
            json.append(words.one()).append("\"]");
        }
        json.append('}');
    }
}
