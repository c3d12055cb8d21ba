package io.shardstream.control.preflight.sample;

import java.util.List;

/// What a sample came to.
///
/// @param documents how many were read, and written where it wrote
/// @param bytes of their sources
/// @param largestBytes of the largest one's source
/// @param largestId its id, empty if none was read
/// @param cost what one document takes
/// @param settled whether the last rounds hardly differed; else the servers may still become faster
/// @param lanes how many windows were worked at the same time
/// @param wrote whether it wrote
/// @param passedOver documents that were too large to be read for it
/// @param refusals documents that the target refused
public record SampleResult(
        long documents,
        long bytes,
        long largestBytes,
        String largestId,
        SampledCost cost,
        boolean settled,
        int lanes,
        boolean wrote,
        long passedOver,
        List<RefusedDocument> refusals) {
    public SampleResult {
        refusals = List.copyOf(refusals);
    }

    /// 0 if nothing was read.
    public long bytesPerDocument() {
        return documents == 0 ? 0 : bytes / documents;
    }
}
