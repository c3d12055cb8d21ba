package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.IndexAliases;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.run.plan.TargetClaim;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Who owns an index, on any server.
public final class OwnerCheck {
    private static final TargetOwner A = owner("owner-a");
    private static final TargetOwner B = owner("owner-b");
    private static final int TRIES = 20;

    private OwnerCheck() {}

    /// What decision 57 rests on.
    public static void oneRunOwnsAnIndex(URI server) throws Exception {
        String index = Servers.name("owned");
        Rest rest = new Rest(server);
        rest.put("/" + index, "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0}}");
        try (ElasticCluster cluster =
                        ElasticCluster.of(ElasticSettings.open("target", List.of(server), TestPatience.LIMIT, "test"));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int turn = 0; turn < TRIES; turn++) {
                CyclicBarrier together = new CyclicBarrier(2);
                List<Future<Boolean>> runs = new ArrayList<>();
                for (TargetOwner owner : List.of(A, B)) {
                    runs.add(threads.submit(() -> {
                        together.await();
                        return takes(TargetClaim.of(cluster, index, owner));
                    }));
                }
                boolean isOfA = runs.getFirst().get();
                boolean isOfB = runs.getLast().get();
                assertThat(isOfA && isOfB).as("both own it").isFalse();
                Set<String> left = isOfA ? Set.of(A.writeAlias()) : isOfB ? Set.of(B.writeAlias()) : Set.of();
                assertThat(aliases(cluster, index)).isEqualTo(left);
                rest.send("DELETE", "/" + index + "/_alias/Shardstream-*", "");
            }
            assertThat(takes(TargetClaim.of(cluster, index, A))).isTrue();
            assertThat(takes(TargetClaim.of(cluster, index, B))).isFalse();
            assertThat(takes(TargetClaim.of(cluster, index, A))).isTrue();
            rest.put("/" + index + "/_mapping", "{\"_meta\":{\"x\":1}}");
            assertThat(aliases(cluster, index)).containsExactly(A.writeAlias());
        }
        refusesWritesThroughAnAliasThatIsNotThere(rest);
        rest.delete("/" + index);
    }

    private static void refusesWritesThroughAnAliasThatIsNotThere(Rest rest) {
        String bulk = """
                {"index":{"_id":"1"}}
                {}
                {"create":{"_id":"2"}}
                {}
                {"delete":{"_id":"3"}}
                """;
        String answer = rest.send("POST", "/" + B.writeAlias() + "/_bulk?require_alias=true", bulk)
                .body()
                .toString();
        assertThat(answer.split("\"status\":404", -1)).as(answer).hasSize(4);
    }

    private static boolean takes(TargetClaim claim) throws Exception {
        try {
            claim.take();
            return true;
        } catch (RunRefusedException e) {
            assertThat(e).hasMessageStartingWith("Target index 'owned");
            return false;
        }
    }

    private static Set<String> aliases(ElasticCluster cluster, String index) throws Exception {
        return IndexAliases.of(cluster, index).orElseThrow();
    }

    private static TargetOwner owner(String run) {
        return TargetOwner.beginning(run, RunId.fresh(Instant.EPOCH));
    }
}
