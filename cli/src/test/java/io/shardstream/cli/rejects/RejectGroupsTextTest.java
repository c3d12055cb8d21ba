package io.shardstream.cli.rejects;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.control.compare.rejects.RejectGroups;
import org.junit.jupiter.api.Test;

class RejectGroupsTextTest {
    private final RejectGroups groups = new RejectGroups();

    @Test
    void theLargestGroupsAreShownFirst() {
        add("a", "mapper", "{}");
        add("b\u001b", "mapper", "{}");
        add("c", "strict", "");
        assertThat(new RejectGroupsText("run", groups, 0, 0, false, 20).table())
                .containsExactly(
                        "Run run: 3 documents were rejected, for 2 reasons",
                        "         2  mapper: wrong",
                        "            such as a, b\\u{1b}",
                        "         1  strict: wrong",
                        "            such as c; in Kafka without bytes: 1",
                        "The target may hold a newer state of some of them by now, or the source may have deleted"
                                + " them: 'verify' counts those that still differ.");
    }

    @Test
    void whatIsLeftOutIsSaid() {
        add("a", "mapper", "{}");
        add("b", "strict", "{}");
        RejectGroupsText text = new RejectGroupsText("run", groups, 0, 0, false, 1);
        assertThat(text.table()).contains("and 1 more, which a higher --limit shows");
        assertThat(text.fields()).containsEntry("documents", 2L).containsEntry("more_groups", 1);
    }

    @Test
    void thatThereAreNoneIsSaid() {
        assertThat(new RejectGroupsText("run", groups, 0, 0, false, 1).table())
                .containsExactly("Run run has no rejected documents.");
    }

    /// C-12.
    @Test
    void whatKafkaHasLostIsSaid() {
        RejectGroupsText none = new RejectGroupsText("run", groups, 0, 22, false, 1);
        assertThat(none.table())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("Run run has no rejected documents in Kafka."),
                        line -> assertThat(line)
                                .startsWith("22 records of rejects are no longer in Kafka")
                                .contains("'verify --repair'"));
        assertThat(none.fields()).containsEntry("lost", 22L);
        assertThat(new RejectGroupsText("run", groups, 0, 22, true, 1).table())
                .last()
                .asString()
                .contains("'verify' names the documents", "a new run")
                .doesNotContain("--repair");
        add("a", "mapper", "{}");
        assertThat(new RejectGroupsText("run", groups, 0, 1, false, 1).table())
                .last()
                .asString()
                .startsWith("1 record of rejects is no longer in Kafka");
    }

    @Test
    void whatWasTakenSinceIsSaidInOneNumber() {
        assertThat(new RejectGroupsText("run", groups, 4, 0, false, 1).table())
                .containsExactly("Run run has no rejected documents; 4 were published again and taken since.");
        add("a", "mapper", "{}");
        assertThat(new RejectGroupsText("run", groups, 4, 0, false, 1).table())
                .first()
                .isEqualTo("Run run: 1 document was rejected, for 1 reason; 4 more were published again and taken"
                        + " since");
    }

    private void add(String id, String type, String body) {
        groups.add(new Reject(new DocRecord(Bytes.utf8(id), null, 1, Bytes.utf8(body)), type, "wrong", 0));
    }
}
