package io.shardstream.writer.answer;

/// Why nothing can be written until a person has looked; never a document's fault. What a cluster does not let in is
/// tried again until it does.
public enum StopCause {
    /// The write alias or its index is not there.
    NO_TARGET,
    /// The index is closed.
    CLOSED,
    /// The user is not known or not allowed.
    CREDENTIALS,
    /// One side does not believe the other one's certificate.
    CERTIFICATE,
    /// The node belongs to another cluster.
    OTHER_CLUSTER,
    /// No server has written that, but something in front of it: a page, a redirection. Passes, more often
    /// than not.
    NOT_THE_TARGET,
    /// The index asks for an ingest pipeline that does not exist.
    PIPELINE,
    /// A shard holds as many documents as Lucene can number, and takes neither documents nor deletes.
    FULL_SHARD,
    /// A document went elsewhere, or nowhere, and the target calls that a success.
    NOT_WRITTEN,
    /// The server refuses the request as such, not a document in it.
    REQUEST
}
