package io.shardstream.control.state.finding;

/// How bad a finding is, the worst first.
public enum Severity {
    /// The run cannot be done so, or would lose something.
    BLOCKS("blocks"),
    /// It can be done, and somebody should think about this first.
    WARNS("warns"),
    /// Good to know.
    NOTES("notes");

    private final String label;

    Severity(String label) {
        this.label = label;
    }

    /// The word for people and machines.
    public String label() {
        return label;
    }
}
