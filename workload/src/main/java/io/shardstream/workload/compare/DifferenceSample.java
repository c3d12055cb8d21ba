package io.shardstream.workload.compare;

/// A document that differs, and how.
public record DifferenceSample(DocumentId document, String detail) {
    @Override
    public String toString() {
        return document + ": " + detail;
    }
}
