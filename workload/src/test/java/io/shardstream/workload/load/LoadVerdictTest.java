package io.shardstream.workload.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Document 0 was updated by operation 2, document 1 deleted by operation 4, the update 6 of document 2 is in doubt,
/// document 3 was never there.
class LoadVerdictTest {
    private final LoadDocuments bodies = new LoadDocuments("t-", 1, 80);
    private final LoadMemory memory = new LoadMemory();
    private final FakeIndex index = new FakeIndex();

    @BeforeEach
    void operate() {
        memory.growTo(4);
        done(new Operation(1, 0, OperationKind.INSERT), OperationOutcome.OK);
        done(new Operation(2, 0, OperationKind.UPDATE), OperationOutcome.OK);
        done(new Operation(3, 1, OperationKind.INSERT), OperationOutcome.OK);
        done(new Operation(4, 1, OperationKind.DELETE), OperationOutcome.OK);
        done(new Operation(5, 2, OperationKind.INSERT), OperationOutcome.OK);
        done(new Operation(6, 2, OperationKind.UPDATE), OperationOutcome.UNKNOWN);
        done(new Operation(7, 3, OperationKind.INSERT), OperationOutcome.FAILED);
    }

    private void done(Operation operation, OperationOutcome outcome) {
        memory.begin(operation);
        memory.end(operation, outcome);
        if (outcome == OperationOutcome.OK) {
            index.apply(operation);
        }
    }

    private IndexVerdict verdict() {
        return index.judgedBy(memory, bodies);
    }

    @Test
    void allowsWhatWasAcknowledged() {
        assertThat(verdict()).isEqualTo(new IndexVerdict(4, 2, 1, Map.of(), List.of()));
    }

    @Test
    void allowsBothStatesOfADocumentInDoubt() {
        index.documents.put(2, 6L);
        assertThat(verdict().isClean()).isTrue();
    }

    @Test
    void namesALostWrite() {
        index.documents.remove(0);
        assertThat(verdict().faults()).containsExactly(Map.entry(Fault.LOST, 1L));
        assertThat(verdict().samples()).containsExactly("lost: t-0 (allowed: operation 2)");
    }

    @Test
    void namesTheLossOfADocumentOfWhichOnlyTheLastStateIsInDoubt() {
        index.documents.remove(2);
        assertThat(verdict().samples()).containsExactly("lost: t-2 (allowed: operation 5 or operation 6)");
    }

    @Test
    void namesAResurrectedDocument() {
        index.documents.put(1, 3L);
        assertThat(verdict().samples())
                .containsExactly("resurrected: t-1 (holds operation 3; allowed: deleted by operation 4)");
    }

    @Test
    void namesAStaleState() {
        index.documents.put(0, 1L);
        assertThat(verdict().samples()).containsExactly("stale: t-0 (holds operation 1; allowed: operation 2)");
    }

    @Test
    void namesWhatARefusedOperationWrote() {
        index.documents.put(3, 7L);
        assertThat(verdict().faults()).containsExactly(Map.entry(Fault.NEVER_WRITTEN, 1L));
    }

    @Test
    void namesAnIdThatNobodyWrote() {
        index.documents.put(4, 7L);
        assertThat(verdict().samples()).containsExactly("never written: t-4 (no operation wrote this id)");
    }

    @Test
    void namesAFlippedByteAndABodyOfAnotherDocument() {
        LoadVerdict verdict = new LoadVerdict(memory, bodies, 10);
        byte[] flipped = bodies.body(0, 2);
        flipped[flipped.length - 4] ^= 1;
        verdict.add("t-0", ByteBuffer.wrap(flipped));
        verdict.add("t-2", ByteBuffer.wrap(bodies.body(0, 2)));
        assertThat(verdict.end().faults()).containsExactly(Map.entry(Fault.CORRUPT, 2L));
    }

    @Test
    void leavesDocumentsOfOthersOut() {
        LoadVerdict verdict = new LoadVerdict(memory, bodies, 10);
        for (String id : new String[] {"x", "t-", "t-00", "t-1x", "u-1"}) {
            verdict.add(id, ByteBuffer.wrap("{}".getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(verdict.end().count(Fault.CORRUPT)).isZero();
    }
}
