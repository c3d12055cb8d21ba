package io.shardstream.control.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import io.shardstream.common.contract.record.VersionMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenDocumentsTest {
    private final OpenDocuments documents = new OpenDocuments(new RejectOrder(VersionMode.SEQNO));

    @Test
    void aDocumentThatIsRefusedInEachOfItsStatesCountsOnce() {
        for (int version = 1; version <= 1000; version++) {
            reject("hot", version, version);
        }
        reject("other", 7, 2000);
        assertThat(open(2001)).isEqualTo(2);
        assertThat(documents.older()).isEqualTo(999);
    }

    @Test
    void itIsOpenUntilTheNewRecordOfItsNewestStateHasAnOutcome() {
        reject("a", 1, 5);
        reject("a", 2, 6);
        replay("a", 1, 20);
        assertThat(open(100)).as("an older state says nothing").isEqualTo(1);
        replay("a", 2, 30);
        assertThat(open(30)).isEqualTo(1);
        assertThat(open(31)).isZero();
        assertThat(documents.closed(committed(31))).isEqualTo(1);
        assertThat(documents.isOpen(document("a", 1), committed(31))).isFalse();
    }

    @Test
    void aNewerStateThatIsRefusedOpensItAgain() {
        reject("a", 1, 5);
        replay("a", 1, 20);
        assertThat(open(21)).isZero();
        reject("a", 2, 40);
        assertThat(open(41)).isEqualTo(1);
    }

    /// A window that is read again, or a lane that is written again, brings an older state back.
    @Test
    void anOlderStateThatIsRefusedOnceMoreOpensNothing() {
        reject("a", 1, 5);
        reject("a", 2, 6);
        replay("a", 2, 20);
        reject("a", 1, 50);
        assertThat(open(51)).isZero();
        reject("a", 2, 6);
        assertThat(open(51)).as("the lane was rewound").isZero();
        reject("a", 2, 60);
        assertThat(open(61)).as("it was published and refused again").isEqualTo(1);
    }

    @Test
    void oneThatWasRefusedWhereItWasPublishedAgainStaysOpenWhenItsLaneIsRewound() {
        reject("a", 1, 5);
        replay("a", 1, 20);
        reject("a", 1, 20);
        reject("a", 1, 5);
        assertThat(open(21)).isEqualTo(1);
    }

    @Test
    void whatIsPublishedAgainIsUnderReplayUntilItsRecordHasItsOutcome() {
        reject("a", 1, 5);
        reject("b", 1, 6);
        replay("a", 1, 20);
        assertThat(documents.underReplay(committed(20))).isEqualTo(1);
        assertThat(documents.underReplay(committed(21))).isZero();
        replay("a", 1, 30);
        assertThat(documents.underReplay(committed(30))).isEqualTo(1);
        reject("a", 1, 30);
        assertThat(documents.underReplay(committed(30))).isZero();
        assertThat(open(31)).isEqualTo(2);
        reject("a", 2, 31);
        assertThat(documents.underReplay(committed(0)))
                .as("a newer one was refused")
                .isZero();
    }

    @Test
    void whatWasNeverRejectedCountsForNothing() {
        replay("a", 1, 20);
        documents.add(new Replacement(document("b", 1), "a file"), 1);
        assertThat(open(0)).isZero();
        assertThat(documents.closed(committed(100))).isZero();
        assertThat(documents.underReplay(committed(0))).isZero();
        assertThat(documents.isOpen(document("a", 1), committed(0))).isFalse();
    }

    /// Kafka has lost the reject of the state that was published again.
    @Test
    void aNewerStateThatWasTakenSettlesAnOlderOne() {
        reject("a", 1, 5);
        replay("a", 2, 20);
        assertThat(open(20)).isEqualTo(1);
        assertThat(open(21)).isZero();
    }

    @Test
    void onlyTheNewestStateIsTheOneThatIsListed() {
        reject("a", 2, 5);
        reject("a", 1, 6);
        assertThat(documents.isNewest(document("a", 2))).isTrue();
        assertThat(documents.isNewest(document("a", 1))).isFalse();
        assertThat(documents.isNewest(document("b", 1))).isFalse();
    }

    /// The source has forgotten the delete of the document, and counts from 1 again.
    @Test
    void ofTheSourcesVersionsTheOneThatLiesBehindIsTheNewest() {
        OpenDocuments own = new OpenDocuments(new RejectOrder(VersionMode.SOURCE));
        own.add(new Reject(document("a", 5), "type", "reason", 10), 1);
        own.add(new Replayed(document("a", 5), 11), 1);
        assertThat(own.open(committed(30))).isZero();
        own.add(new Reject(document("a", 1), "type", "reason", 20), 1);
        own.add(new Reject(document("a", 5), "type", "reason", 10), 1);
        assertThat(own.open(committed(30))).as("and the lane was rewound").isEqualTo(1);
        assertThat(own.older()).isEqualTo(1);
        assertThat(own.isNewest(document("a", 1))).isTrue();
        assertThat(own.isNewest(document("a", 5))).isFalse();

        own.add(new Replayed(document("a", 1), 25), 1);
        own.add(new Replayed(document("a", 5), 25), 1);
        assertThat(own.open(committed(25))).isEqualTo(1);
        assertThat(own.underReplay(committed(25))).isEqualTo(1);
        assertThat(own.open(committed(26))).isZero();
        assertThat(own.closed(committed(26))).isEqualTo(1);
        own.add(new Reject(document("a", 1), "type", "reason", 25), 1);
        assertThat(own.open(committed(26))).as("refused again").isEqualTo(1);
    }

    /// Such as one that is larger than the run copies.
    @Test
    void ofTheSourcesVersionsOneThatIsNotPublishedComesBehindAllThatWas() {
        OpenDocuments own = new OpenDocuments(new RejectOrder(VersionMode.SOURCE));
        own.add(new Reject(document("a", 5), "type", "reason", 10), 1);
        own.add(new Replayed(document("a", 5), 20), 1);
        own.add(new Reject(document("a", 1), "type", "reason", Reject.NOT_PUBLISHED), 1);
        assertThat(own.open(committed(30))).isEqualTo(1);
        assertThat(own.isNewest(document("a", 1))).isTrue();
        own.add(new Replayed(document("a", 1), 30), 1);
        assertThat(own.open(committed(31))).isZero();

        own.add(new Reject(document("b", 5), "type", "reason", Reject.NOT_PUBLISHED), 1);
        own.add(new Reject(document("b", 4), "type", "reason", 40), 1);
        assertThat(own.isNewest(document("b", 5)))
                .as("it was read before the other one was noted")
                .isTrue();
    }

    @Test
    void manyAreCounted() {
        for (int id = 1; id <= 10_000; id++) {
            reject("id-" + id, 1, id);
            reject("id-" + id, 1, id - 1);
        }
        for (int id = 1; id <= 1000; id++) {
            replay("id-" + id, 1, 20_000 + id);
        }
        assertThat(open(20_501)).isEqualTo(9_500);
    }

    private long open(long committed) {
        return documents.open(committed(committed));
    }

    private static List<Long> committed(long offset) {
        return List.of(0L, offset);
    }

    private void reject(String id, long version, long offset) {
        documents.add(new Reject(document(id, version), "type", "reason", offset), 1);
    }

    private void replay(String id, long version, long offset) {
        documents.add(new Replayed(document(id, version), offset), 1);
    }

    private static DocRecord document(String id, long version) {
        return new DocRecord(Bytes.utf8(id), null, version, Bytes.utf8("{}"));
    }
}
