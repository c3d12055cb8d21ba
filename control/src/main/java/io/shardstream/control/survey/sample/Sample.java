package io.shardstream.control.survey.sample;

import java.util.List;

/// What a sample came to.
///
/// @param documents how many were read, and written where it wrote
/// @param bytes of their sources
/// @param largestBytes of the largest one's source
/// @param largestId its id, empty if none was read
/// @param documentsPerSecond how fast, once it was under way
/// @param writtenShare part of the time of its requests that was writing, 0 to 1; 0 if it did not write
/// @param lanes how many windows were worked at the same time
/// @param wrote whether it wrote
/// @param refusals documents that the target refused
public record Sample(
        long documents,
        long bytes,
        long largestBytes,
        String largestId,
        double documentsPerSecond,
        double writtenShare,
        int lanes,
        boolean wrote,
        List<Refusal> refusals) {
    public Sample {
        refusals = List.copyOf(refusals);
    }

    /// 0 if nothing was read.
    public long bytesPerDocument() {
        return documents == 0 ? 0 : bytes / documents;
    }
}
