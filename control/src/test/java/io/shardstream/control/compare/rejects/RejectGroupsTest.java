package io.shardstream.control.compare.rejects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import org.junit.jupiter.api.Test;

class RejectGroupsTest {
    private final RejectGroups groups = new RejectGroups(3, 2);

    @Test
    void theSameMistakeInSeveralDocumentsIsOneGroup() {
        add("a", 1, "mapper", "value [x] is wrong", "{}");
        add("b", 2, "mapper", "value [y] is wrong", "{}");
        add("c", 3, "strict", "no such field", "");
        assertThat(groups.largestFirst())
                .extracting(RejectGroup::type, RejectGroup::reason, RejectGroup::documents, RejectGroup::withoutBody)
                .containsExactly(
                        tuple("mapper", "value […] is wrong", 2L, 0L), tuple("strict", "no such field", 1L, 1L));
        assertThat(groups.largestFirst().getFirst().samples())
                .extracting(one -> one.id().utf8())
                .containsExactly("a", "b");
        assertThat(groups.documents()).isEqualTo(3);
    }

    @Test
    void aStateThatWasRejectedAgainCountsOnce() {
        add("a", 1, "mapper", "wrong", "{}");
        add("a", 1, "mapper", "wrong", "{}");
        add("a", 2, "mapper", "wrong", "{}");
        assertThat(groups.documents()).isEqualTo(2);
        assertThat(groups.isExact()).isTrue();
    }

    @Test
    void beyondWhatItRemembersEachRejectCountsAndItSaysSo() {
        for (int i = 0; i < 4; i++) {
            add("d" + i, 1, "mapper", "wrong", "{}");
        }
        add("d3", 1, "mapper", "wrong", "{}");
        add("d0", 1, "mapper", "wrong", "{}");
        assertThat(groups.documents()).isEqualTo(5);
        assertThat(groups.isExact()).isFalse();
    }

    @Test
    void beyondTheMostGroupsReasonsAreNotToldApart() {
        add("a", 1, "mapper", "one", "{}");
        add("b", 1, "mapper", "two", "{}");
        add("c", 1, "mapper", "three", "{}");
        add("d", 1, "mapper", "four", "{}");
        add("e", 1, "mapper", "two", "{}");
        assertThat(groups.largestFirst())
                .extracting(RejectGroup::reason, RejectGroup::documents)
                .containsExactly(tuple(RejectGroups.OTHER_REASONS, 2L), tuple("two", 2L), tuple("one", 1L));
    }

    @Test
    void fewSamplesAreKept() {
        RejectGroups many = new RejectGroups();
        for (int i = 0; i < 9; i++) {
            many.add(new Reject(new DocRecord(Bytes.utf8("d" + i), null, 1, Bytes.utf8("{}")), "t", "r", i));
        }
        assertThat(many.largestFirst().getFirst().samples()).hasSize(3);
    }

    private void add(String id, long version, String type, String reason, String body) {
        groups.add(new Reject(new DocRecord(Bytes.utf8(id), null, version, Bytes.utf8(body)), type, reason, 0));
    }
}
