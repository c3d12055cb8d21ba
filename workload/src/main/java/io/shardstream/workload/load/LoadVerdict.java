package io.shardstream.workload.load;

import io.shardstream.workload.compare.CompareException;
import io.shardstream.workload.compare.IndexAddress;
import io.shardstream.workload.compare.IndexScan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Judges an index by a load's memory: every document must be in a state that is allowed, byte for byte. Documents
/// with other ids than the load's are left out. Nobody may write to the index meanwhile.
public final class LoadVerdict {
    private final LoadMemory memory;
    private final LoadDocuments documents;
    private final int samplesKept;
    private final BitSet there = new BitSet();
    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    private final List<String> samples = new ArrayList<>();

    LoadVerdict(LoadMemory memory, LoadDocuments documents, int samplesKept) {
        this.memory = memory;
        this.documents = documents;
        this.samplesKept = samplesKept;
    }

    /// Judges an index.
    ///
    /// @param samples how many wrong documents are named
    /// @throws CompareException if the index cannot be read in full, or changes meanwhile
    public static IndexVerdict of(IndexAddress index, LoadMemory memory, LoadDocuments documents, int samples) {
        LoadVerdict verdict = new LoadVerdict(memory, documents, samples);
        IndexScan.read(index, (_, hit, body) -> verdict.add(hit.id().id(), body));
        return verdict.end();
    }

    /// Judges a document that is there.
    void add(String id, ByteBuffer source) {
        OptionalInt document = documents.document(id);
        if (document.isEmpty()) {
            return;
        }
        int number = document.getAsInt();
        byte[] body = new byte[source.remaining()];
        source.duplicate().get(body);
        if (number >= memory.documents()) {
            wrong(Fault.NEVER_WRITTEN, id, "no operation wrote this id");
            return;
        }
        there.set(number);
        OptionalLong state = documents.operation(body);
        if (state.isEmpty()
                || !ByteBuffer.wrap(body).equals(ByteBuffer.wrap(documents.body(number, state.getAsLong())))) {
            wrong(Fault.CORRUPT, id, "its body is no operation's");
            return;
        }
        judge(id, state.getAsLong(), memory.allowed(number));
    }

    private void judge(String id, long state, Allowed allowed) {
        if (allowed.allows(state)) {
            return;
        }
        if (state > allowed.last()) {
            wrong(Fault.NEVER_WRITTEN, id, "holds operation " + state + ", which was refused; allowed: " + allowed);
        } else if (allowed.known() < 0) {
            wrong(Fault.RESURRECTED, id, "holds operation " + state + "; allowed: " + allowed);
        } else {
            wrong(Fault.STALE, id, "holds operation " + state + "; allowed: " + allowed);
        }
    }

    /// Judges what is not there.
    IndexVerdict end() {
        long doubtful = 0;
        for (int document = 0; document < memory.documents(); document++) {
            Allowed allowed = memory.allowed(document);
            if (allowed.isDoubtful()) {
                doubtful++;
            }
            if (!there.get(document) && !allowed.allowsAbsence()) {
                wrong(Fault.LOST, documents.id(document), "allowed: " + allowed);
            }
        }
        return new IndexVerdict(
                memory.documents(), there.cardinality(), doubtful, Map.copyOf(faults), List.copyOf(samples));
    }

    private void wrong(Fault fault, String id, String detail) {
        faults.merge(fault, 1L, Long::sum);
        if (samples.size() < samplesKept) {
            samples.add(fault.label() + ": " + id + " (" + detail + ")");
        }
    }
}
