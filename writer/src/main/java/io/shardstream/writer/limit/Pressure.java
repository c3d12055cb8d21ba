package io.shardstream.writer.limit;

/// Why a bulk or some of its records were not taken for now; never a document's fault.
public enum Pressure {
    /// The node has too much to do: its write queue is full.
    OVERLOAD("overload"),
    /// The node has too little memory: a circuit breaker, or the limit for the bytes of bulks under way (indexing
    /// pressure).
    MEMORY("memory"),
    /// A block, set by an operator or by a disk that is full: only time or a person helps.
    BLOCK("block"),
    /// No answer, or one that says nothing about the node's load.
    UNANSWERED("no answer");

    private final String label;

    Pressure(String label) {
        this.label = label;
    }

    /// As people and metrics call it.
    public String label() {
        return label;
    }
}
