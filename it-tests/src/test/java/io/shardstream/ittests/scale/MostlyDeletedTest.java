package io.shardstream.ittests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Sources of which most was deleted, before the run and while it follows.
@Tag("long")
@RealServers
class MostlyDeletedTest {
    private static final int BULK = 1000;

    @Test
    void aShardThatWasEmptiedStaysEmpty() throws Exception {
        try (CopyRun run = CopyRun.create()
                .intoShards(6)
                .withLines(WholeRun.FOLLOWING)
                .withSource("\"number_of_shards\":4", "{}")) {
            index(run, ids(0, 4000));
            int before = empty(run, 0);
            AtomicInteger meanwhile = new AtomicInteger();
            long equal = WholeRun.of(run).cutOverAfter(() -> meanwhile.set(empty(run, 1)));
            assertThat(before).isPositive();
            assertThat(meanwhile.get()).isPositive();
            assertThat(equal).isEqualTo(4000 - before - meanwhile.get());
        }
    }

    @Test
    void tenDeletesForEachDocumentThatLives() throws Exception {
        try (CopyRun run = CopyRun.create()
                .intoShards(3)
                .withLines(WholeRun.FOLLOWING)
                .withSource("\"number_of_shards\":1", "{}")) {
            index(run, ids(0, 10_000));
            delete(run, ids(0, 4000));
            long equal = WholeRun.of(run).cutOverAfter(() -> {
                delete(run, ids(4000, 9000));
                delete(run, ids(9000, 10_000));
                index(run, ids(9000, 10_000));
            });
            assertThat(equal).isEqualTo(1000);
        }
    }

    private static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(number -> "d" + number).toList();
    }

    /// Deletes what a shard holds, and tells how much that was.
    private static int empty(CopyRun run, int shard) {
        run.rest().post("/" + run.source() + "/_refresh", "");
        JsonNode found = run.rest()
                .post(
                        "/" + run.source() + "/_search?preference=_shards:" + shard,
                        "{\"size\":10000,\"_source\":false}");
        List<String> ids = new ArrayList<>();
        found.path("hits").path("hits").forEach(hit -> ids.add(hit.path("_id").asString("")));
        delete(run, ids);
        return ids.size();
    }

    private static void index(CopyRun run, List<String> ids) {
        send(run, ids, "{\"index\":{\"_id\":\"%1$s\"}}\n{\"text\":\"of %1$s\"}\n");
    }

    private static void delete(CopyRun run, List<String> ids) {
        send(run, ids, "{\"delete\":{\"_id\":\"%s\"}}\n");
    }

    private static void send(CopyRun run, List<String> ids, String lines) {
        for (int from = 0; from < ids.size(); from += BULK) {
            run.rest()
                    .post(
                            "/" + run.source() + "/_bulk",
                            ids.subList(from, Math.min(ids.size(), from + BULK)).stream()
                                    .map(lines::formatted)
                                    .collect(Collectors.joining()));
        }
    }
}
