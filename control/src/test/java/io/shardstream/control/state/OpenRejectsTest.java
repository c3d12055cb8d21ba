package io.shardstream.control.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenRejectsTest {
    private final OpenRejects rejects = new OpenRejects();

    @Test
    void aStateIsOpenUntilItsNewRecordHasAnOutcome() {
        reject(1, 5);
        assertThat(isOpen(1, 100)).isTrue();
        replay(1, 20);
        assertThat(isOpen(1, 20)).isTrue();
        assertThat(isOpen(1, 21)).isFalse();
    }

    @Test
    void oneThatWasRejectedThereIsStillOpen() {
        reject(1, 5);
        replay(1, 20);
        reject(1, 20);
        assertThat(isOpen(1, 21)).isTrue();
        reject(1, 5);
        assertThat(isOpen(1, 21)).as("the lane was rewound").isTrue();
        replay(1, 30);
        assertThat(isOpen(1, 31)).isFalse();
    }

    /// The record of the first time has its outcome again.
    @Test
    void aRewoundLaneOpensNothing() {
        reject(1, 5);
        replay(1, 20);
        reject(1, 5);
        assertThat(isOpen(1, 21)).isFalse();
    }

    @Test
    void whatComesInBeforeTheNoteOfItIsKnownAllTheSame() {
        reject(1, 5);
        reject(1, 20);
        replay(1, 20);
        assertThat(isOpen(1, 21)).isTrue();
    }

    @Test
    void statesOfOneDocumentAreToldApart() {
        reject(1, 5);
        reject(2, 6);
        replay(2, 20);
        replay(3, 21);
        rejects.add(new Replacement(document(1), "a file"), 1);
        assertThat(isOpen(1, 100)).isTrue();
        assertThat(isOpen(2, 100)).isFalse();
        assertThat(isOpen(3, 100)).as("never rejected").isFalse();
    }

    private boolean isOpen(long version, long committed) {
        return rejects.isOpen(StateHash.of(document(version)), List.of(0L, committed));
    }

    private void reject(long version, long offset) {
        rejects.add(new Reject(document(version), "type", "reason", offset), 1);
    }

    private void replay(long version, long offset) {
        rejects.add(new Replayed(document(version), offset), 1);
    }

    private static DocRecord document(long version) {
        return new DocRecord(Bytes.utf8("a"), null, version, Bytes.utf8("{}"));
    }
}
