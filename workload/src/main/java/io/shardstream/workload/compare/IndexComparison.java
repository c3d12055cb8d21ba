package io.shardstream.workload.compare;

import io.shardstream.workload.compare.ComparisonReport.Side;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compares two indices that nobody writes to meanwhile: every document of both, its version and its bytes.
/// Memory: about 200 bytes for each document of the source.
public final class IndexComparison {
    /// What the source has under one id.
    ///
    /// @param version the version word that the target must have
    /// @param bytes of its body
    /// @param bare of its body without whitespace and comments, where it holds a newline
    private record State(
            long version, Digest bytes, @Nullable Digest bare) {}

    private final Set<RejectedState> rejects;
    private final FoundDifferences findings;
    private final Map<DocumentId, State> unmatched = new HashMap<>();
    private long sourceDocuments;
    private long sourceBytes;
    private long targetDocuments;
    private long targetBytes;
    private long equal;
    private long reformatted;
    private long rejected;

    private IndexComparison(Set<RejectedState> rejects, int samples) {
        this.rejects = rejects;
        this.findings = new FoundDifferences(samples);
    }

    /// Compares two indices.
    ///
    /// @param rejects states that the run put aside, and which the target therefore need not have
    /// @param samples how many documents are named for each kind of difference
    /// @throws CompareException if one of them cannot be read in full, or changes meanwhile
    public static ComparisonReport of(
            IndexAddress source, IndexAddress target, Set<RejectedState> rejects, int samples) {
        IndexComparison comparison = new IndexComparison(rejects, samples);
        IndexScan.read(source, comparison::addSource);
        IndexScan.read(target, comparison::addTarget);
        return comparison.report();
    }

    private void addSource(int shard, ComparedHit hit, ByteBuffer body) {
        sourceDocuments++;
        sourceBytes += body.remaining();
        Digest bare = BareJson.hasNewline(body) ? Digest.of(BareJson.of(body)) : null;
        State state = new State(versionWord(shard, hit.seqNo()), Digest.of(body), bare);
        if (unmatched.put(hit.id(), state) != null) {
            throw new CompareException("The source holds " + hit.id() + " twice: a copy can hold one of them.");
        }
    }

    /// Lineage 1 in bits 50 to 52, the source shard in bits 40 to 49, the sequence number below.
    private static long versionWord(int shard, long seqNo) {
        return 1L << 50 | (long) shard << 40 | seqNo;
    }

    private void addTarget(int shard, ComparedHit hit, ByteBuffer body) {
        targetDocuments++;
        targetBytes += body.remaining();
        State expected = unmatched.remove(hit.id());
        if (expected == null) {
            findings.add(IndexDifference.EXTRA, hit.id(), "version " + hit.version() + " in shard " + shard);
        } else if (hit.version() < expected.version()) {
            absentOrStale(IndexDifference.STALE, hit.id(), expected, "version " + hit.version());
        } else if (hit.version() > expected.version()) {
            findings.add(
                    IndexDifference.DIFFERING,
                    hit.id(),
                    "version " + hit.version() + " is above the source's " + expected.version());
        } else {
            compareBodies(hit.id(), expected, body);
        }
    }

    private void compareBodies(DocumentId id, State expected, ByteBuffer body) {
        if (Digest.of(body).equals(expected.bytes())) {
            equal++;
        } else if (expected.bare() != null && Digest.of(BareJson.of(body)).equals(expected.bare())) {
            reformatted++;
        } else {
            findings.add(IndexDifference.DIFFERING, id, "other bytes under version " + expected.version());
        }
    }

    private void absentOrStale(IndexDifference kind, DocumentId id, State expected, String found) {
        if (rejects.contains(new RejectedState(id, expected.version()))) {
            rejected++;
        } else {
            findings.add(kind, id, found + ", expected " + expected.version());
        }
    }

    private ComparisonReport report() {
        unmatched.forEach((id, expected) -> absentOrStale(IndexDifference.MISSING, id, expected, "nothing"));
        return new ComparisonReport(
                new Side(sourceDocuments, sourceBytes),
                new Side(targetDocuments, targetBytes),
                equal,
                reformatted,
                rejected,
                findings.counts(),
                findings.samples());
    }
}
