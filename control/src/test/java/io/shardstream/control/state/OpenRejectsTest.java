package io.shardstream.control.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.record.DocRecord;
import io.shardstream.common.record.Reject;
import io.shardstream.common.record.Replacement;
import io.shardstream.common.record.Replayed;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenRejectsTest {
    private final OpenRejects rejects = new OpenRejects();

    @Test
    void aStateIsOpenUntilItsNewRecordHasAnOutcome() {
        reject(1, 5);
        assertThat(open(100)).isEqualTo(1);
        replay(1, 20);
        assertThat(open(20)).isEqualTo(1);
        assertThat(open(21)).isZero();
        assertThat(rejects.closed(List.of(0L, 21L))).isEqualTo(1);
    }

    @Test
    void oneThatWasRejectedThereIsStillOpen() {
        reject(1, 5);
        replay(1, 20);
        reject(1, 20);
        assertThat(open(21)).isEqualTo(1);
        reject(1, 5);
        assertThat(open(21)).as("the lane was rewound").isEqualTo(1);
        replay(1, 30);
        assertThat(open(31)).isZero();
    }

    /// The record of the first time has its outcome again.
    @Test
    void aRewoundLaneOpensNothing() {
        reject(1, 5);
        replay(1, 20);
        reject(1, 5);
        assertThat(open(21)).isZero();
    }

    @Test
    void whatComesInBeforeTheNoteOfItIsKnownAllTheSame() {
        reject(1, 5);
        reject(1, 20);
        replay(1, 20);
        assertThat(open(21)).isEqualTo(1);
    }

    @Test
    void whatIsPublishedAgainIsUnderReplayUntilItsRecordHasItsOutcome() {
        reject(1, 5);
        reject(2, 6);
        replay(1, 20);
        assertThat(rejects.underReplay(List.of(0L, 20L))).isEqualTo(1);
        assertThat(rejects.underReplay(List.of(0L, 21L))).isZero();
        replay(1, 30);
        assertThat(rejects.underReplay(List.of(0L, 30L))).isEqualTo(1);
        reject(1, 30);
        assertThat(rejects.underReplay(List.of(0L, 30L))).isZero();
        assertThat(open(31)).isEqualTo(2);
    }

    @Test
    void statesAreToldApart() {
        reject(1, 5);
        reject(2, 6);
        replay(2, 20);
        replay(3, 21);
        rejects.add(new Replacement(document(1), "a file"), 1);
        assertThat(open(100)).isEqualTo(1);
        assertThat(rejects.rejected()).isEqualTo(2);
        assertThat(rejects.closed(List.of(0L, 100L))).isEqualTo(1);
    }

    @Test
    void manyAreCounted() {
        for (int version = 1; version <= 10_000; version++) {
            reject(version, version);
            reject(version, version - 1);
        }
        for (int version = 1; version <= 1000; version++) {
            replay(version, 20_000 + version);
        }
        assertThat(open(20_501)).isEqualTo(9_500);
    }

    private long open(long committed) {
        return rejects.open(List.of(0L, committed));
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
