package io.shardstream.control.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.MemberAssignment;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class SeenGroupTest {
    private static final MemberDescription MEMBER = new MemberDescription(
            "m-1",
            Optional.empty(),
            Optional.empty(),
            "shardstream-reader-7@host",
            "/127.0.0.1",
            new MemberAssignment(Set.of()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    private final SeenGroup group = new SeenGroup("g");

    @Test
    void whoWasNeverToldIsNotNobody() {
        assertThat(group.look(() -> {
                    throw new TimeoutException("no answer within 5 s");
                }))
                .isFalse();
        assertThat(group.members()).isEmpty();
        assertThat(group.size()).isEmpty();
    }

    @Test
    void aGroupThatNobodyHasJoinedIsKnownToHaveNobody() {
        assertThat(group.look(() -> {
                    throw new GroupIdNotFoundException("no such group");
                }))
                .isTrue();
        assertThat(group.members()).contains(List.of());
        assertThat(group.size()).hasValue(0);
    }

    @Test
    void whoWasToldStaysWhileKafkaDoesNotAnswer() {
        assertThat(group.look(() -> List.of(MEMBER))).isTrue();
        assertThat(group.look(() -> {
                    throw new TimeoutException("no answer within 5 s");
                }))
                .isFalse();
        assertThat(group.members()).contains(List.of(MEMBER));
        assertThat(group.size()).hasValue(1);
    }
}
