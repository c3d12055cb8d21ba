package io.shardstream.control.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.MemberReport;
import io.shardstream.common.contract.record.MemberReport.NodeReport;
import io.shardstream.control.console.view.MemberView;
import io.shardstream.control.console.view.NodeLoad;
import io.shardstream.control.state.Behind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.MemberAssignment;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class MembersTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @Test
    void whatAMemberTellsOfItselfStandsBesideWhatItHolds() {
        assertThat(Members.of(
                        "writer",
                        List.of(member("shardstream-writer-7@host", Optional.empty(), 2)),
                        List.of(report("writer", "7@host", "a block"), report("reader", "7@host", "a reader's"))))
                .containsExactly(new MemberView("writer", "7@host", List.of(0, 1), "a block"));
    }

    @Test
    void oneThatHasToldNothingIsThereAllTheSame() {
        assertThat(Members.of("writer", List.of(member("shardstream-writer-7@host", Optional.of("w1"), 1)), List.of()))
                .containsExactly(new MemberView("writer", "w1 (7@host)", List.of(0), ""));
    }

    @Test
    void aMemberOfAnotherMakeIsCalledWhatItsGroupCallsIt() {
        assertThat(Members.of("writer", List.of(member("mine", Optional.empty(), 0)), List.of()))
                .extracting(MemberView::name)
                .containsExactly("mine-1");
    }

    @Test
    void aReaderIsCalledAsItsReportsCallIt() {
        assertThat(Members.of(
                        "reader",
                        List.of(member("shardstream-reader-7@host", Optional.empty(), 1)),
                        List.of(report("reader", "7@host", "a block"))))
                .containsExactly(new MemberView("reader", "7@host", List.of(0), "a block"));
    }

    @Test
    void membersStandInTheOrderOfTheirNames() {
        assertThat(Members.of(
                        "writer",
                        List.of(
                                member("shardstream-writer-b", Optional.empty(), 0),
                                member("shardstream-writer-c", Optional.empty(), 0),
                                member("shardstream-writer-a", Optional.empty(), 0)),
                        List.of()))
                .extracting(MemberView::name)
                .containsExactly("a", "b", "c");
    }

    @Test
    void whatOneWriterIsLimitedByIsToldThoughAnotherIsNot() {
        MemberReport free = new MemberReport(
                "writer", "b", NOW, "", List.of(new NodeReport("n1", 2, 4, 5, 300, "")), OptionalLong.empty());
        MemberReport held = new MemberReport(
                "writer",
                "a",
                NOW,
                "",
                List.of(new NodeReport("n1", 2, 4, 5, 300, "a full queue")),
                OptionalLong.empty());

        assertThat(Members.loads(List.of(held, free)).get("n1"))
                .extracting(NodeLoad::limitedBy)
                .isEqualTo("a full queue");
    }

    @Test
    void ofSeveralWritersTheLoadsOfANodeAreAddedUp() {
        MemberReport one = new MemberReport(
                "writer",
                "a",
                NOW,
                "",
                List.of(new NodeReport("n1", 3, 8, 10, 100, ""), node("n2")),
                OptionalLong.empty());
        MemberReport other = new MemberReport(
                "writer",
                "b",
                NOW,
                "",
                List.of(new NodeReport("n1", 2, 4, 5, 300, "a full queue")),
                OptionalLong.empty());

        assertThat(Members.loads(List.of(one, other)))
                .containsEntry("n1", new NodeLoad(5, 12, 15, 300, "a full queue"))
                .containsKey("n2");
    }

    @Test
    void whoeverControlsTheRunKnowsHowFarItIsBehind() {
        assertThat(Members.behind(List.of(lag(NOW, 7), lag(NOW.minusSeconds(5), 9), report("reader", "a", ""))))
                .hasValue(7);
        assertThat(Members.behind(List.of(report("reader", "a", "")))).isEmpty();
        assertThat(Members.latest(List.of(new MemberReport(
                        MemberReport.CONTROL, "7@host", NOW, "not settled yet", List.of(), OptionalLong.of(7)))))
                .contains(new Behind(7, "not settled yet", Optional.of(NOW)));
    }

    private static MemberReport lag(Instant at, long behind) {
        return new MemberReport(MemberReport.CONTROL, "7@host", at, "", List.of(), OptionalLong.of(behind));
    }

    private static NodeReport node(String name) {
        return new NodeReport(name, 0, 1, 0, 0, "");
    }

    private static MemberReport report(String part, String member, String limitedBy) {
        return new MemberReport(part, member, NOW, limitedBy, List.of(), OptionalLong.empty());
    }

    private static MemberDescription member(String clientId, Optional<String> instance, int lanes) {
        Set<TopicPartition> assigned = IntStream.range(0, lanes)
                .mapToObj(lane -> new TopicPartition("docs", lane))
                .collect(Collectors.toSet());
        return new MemberDescription(
                clientId + "-1",
                instance,
                Optional.empty(),
                clientId,
                "/127.0.0.1",
                new MemberAssignment(assigned),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
