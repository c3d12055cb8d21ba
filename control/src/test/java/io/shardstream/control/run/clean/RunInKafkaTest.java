package io.shardstream.control.run.clean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class RunInKafkaTest {
    private static final String READERS = "shardstream.x.readers";

    @Test
    void onlyGroupsOfTheRunAreAskedFor() {
        List<String> listed = List.of(READERS, "shardstream.x-2.readers", "shardstream.y.controllers", "other");
        assertThat(RunInKafka.ofRuns(listed.stream(), "x"::equals)).containsExactly(READERS);
        assertThat(RunInKafka.ofRuns(listed.stream(), _ -> true))
                .containsExactly(READERS, "shardstream.x-2.readers", "shardstream.y.controllers");
        assertThat(RunInKafka.ofRuns(Stream.of("other"), _ -> true)).isEmpty();
    }

    @Test
    void whoIsInAGroupThatTheUserMayNotSeeIsUnknown() {
        Map<String, KafkaFuture<ConsumerGroupDescription>> described = Map.of(
                READERS,
                failed(GroupAuthorizationException.forGroupId(READERS)),
                "shardstream.y.readers",
                failed(new GroupIdNotFoundException("gone")));
        assertThat(RunInKafka.members(described, true)).isEqualTo(Map.of(READERS, OptionalInt.empty()));
        assertThatThrownBy(() -> RunInKafka.members(described, false)).isInstanceOf(GroupAuthorizationException.class);
    }

    @Test
    void whoIsUnknownMayBeAtWork() {
        TreeMap<String, OptionalInt> members =
                new TreeMap<>(Map.of("a", OptionalInt.empty(), "b", OptionalInt.of(0), "c", OptionalInt.of(1)));
        assertThat(new RunInKafka.Found(new TreeMap<>(), members).atWork()).containsExactly("a", "c");
    }

    private static KafkaFuture<ConsumerGroupDescription> failed(RuntimeException why) {
        KafkaFutureImpl<ConsumerGroupDescription> answer = new KafkaFutureImpl<>();
        answer.completeExceptionally(why);
        return answer;
    }
}
