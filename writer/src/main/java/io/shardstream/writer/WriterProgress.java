package io.shardstream.writer;

/// What a writer has done since its process started; a record that came again counts again.
///
/// @param applied documents that the target took
/// @param superseded documents for which the target already had something newer
/// @param rejected documents that went to the rejects topic
/// @param bytes `_source` bytes of all of them
public record WriterProgress(long applied, long superseded, long rejected, long bytes) {
    /// Documents with an outcome.
    public long documents() {
        return applied + superseded + rejected;
    }
}
