package io.shardstream.ittests.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.ittests.server.TestPatience;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/// What a test waits for in a run.
final class RunWaits {
    private final CopyRun run;

    RunWaits(CopyRun run) {
        this.run = run;
    }

    void awaitPhase(Phase phase) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptionsInstanceOf(KafkaException.class)
                .until(() -> ControlRecords.read(run.connection(), run.topics()).isIn(phase));
    }

    /// Waits until control has written the plan.
    void awaitPlan(Here control) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> isPlanned(control));
    }

    private boolean isPlanned(Here control) {
        assertThat(control.isAlive())
                .as(() -> "control works: " + control.said())
                .isTrue();
        try {
            return ControlRecords.read(run.connection(), run.topics()).plan().isPresent();
        } catch (KafkaException e) {
            return false;
        }
    }

    void awaitCaughtUp() {
        RunPlan plan = run.plan();
        run.rest().post("/" + run.source() + "/_refresh", "");
        List<Long> highest = highestNumbers(plan.sourceShards());
        try (RunStateReader states = new RunStateReader(run.connection(), run.topics(), plan)) {
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .pollInterval(Duration.ofMillis(200))
                    .untilAsserted(() -> {
                        RunState state = states.read();
                        // Not so if another history has been accepted and is not read yet.
                        assertThat(state.goalIsRead()).as(() -> run.tails()).isTrue();
                        for (int shard = 0; shard < plan.sourceShards(); shard++) {
                            assertThat(state.done(shard))
                                    .as(() -> run.tails())
                                    .isGreaterThanOrEqualTo(highest.get(shard));
                        }
                        assertThat(state.isWrittenUpTo(state.ends()))
                                .as(() -> run.tails())
                                .isTrue();
                    });
        }
        run.targetRest().post("/" + run.target() + "/_refresh", "");
    }

    void awaitRead() {
        try (RunStateReader states = new RunStateReader(run.connection(), run.topics(), run.plan())) {
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> states.read().goalIsRead());
        }
    }

    private List<Long> highestNumbers(int shards) {
        JsonNode copies = run.rest()
                .get("/" + run.source() + "/_stats/docs?level=shards")
                .path("indices")
                .path(run.source())
                .path("shards");
        return IntStream.range(0, shards)
                .mapToObj(shard -> copies.path("" + shard)
                        .path(0)
                        .path("seq_no")
                        .path("max_seq_no")
                        .asLong())
                .toList();
    }

    void awaitMembers(String group, int count) {
        try (Admin admin = run.connection().admin("test")) {
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .pollInterval(Duration.ofMillis(200))
                    .ignoreExceptionsMatching(e -> e.getCause() instanceof GroupIdNotFoundException)
                    .untilAsserted(() -> assertThat(admin.describeConsumerGroups(List.of(group))
                                    .all()
                                    .get()
                                    .values())
                            .allSatisfy(one -> {
                                assertThat(one.groupState()).isEqualTo(GroupState.STABLE);
                                assertThat(one.members()).hasSize(count);
                            }));
        }
    }

    void awaitEnd(Here part, int code) {
        try {
            assertThat(part.awaitEnd(TestPatience.LIMIT)).as(() -> run.tails()).isEqualTo(code);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + run.tails(), e);
        }
    }
}
